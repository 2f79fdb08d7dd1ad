/**
 * A date, or a date and a time, as text: the browser's own fields write them in the browser's language, not in the
 * console's. Arrow keys change the part at the caret.
 */
import { t } from '@acacia/texts';
import { TextInput } from '@mantine/core';
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { localMoment, readMoment, stepMoment, writtenMoment } from './moments.ts';

interface DateFieldProps {
  readonly label: string;
  readonly withTime?: boolean;
  /** `2026-11-29`, with a time `2026-11-29T14:30`; '' for none. */
  readonly value: string;
  /** Called with each date that is whole, and with '' where the text is none when the field is left. */
  readonly onChange: (value: string) => void;
  readonly error?: ReactNode;
  readonly disabled?: boolean;
}

export function DateField({
  label,
  withTime = false,
  value,
  onChange,
  error,
  disabled = false,
}: DateFieldProps) {
  const [text, setText] = useState(writtenMoment(value));
  const [known, setKnown] = useState(value);
  /** The text was left and is no date. */
  const [isUnread, setUnread] = useState(false);
  const [part, setPart] = useState<{ readonly from: number; readonly to: number } | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const read = (from: string): string | null => readMoment(from, withTime);
  if (value !== known) {
    setKnown(value);
    // Changed from elsewhere. What is being typed stays as it is.
    if ((read(text) ?? '') !== value) {
      setText(writtenMoment(value));
      setUnread(false);
    }
  }
  useLayoutEffect(() => {
    if (part !== null) input.current?.setSelectionRange(part.from, part.to);
  }, [part]);
  const type = (typed: string): void => {
    setText(typed);
    setUnread(false);
    const moment = read(typed);
    const isWhole = moment !== null && typed.trim().length === writtenMoment(moment).length;
    if (isWhole || typed.trim() === '') onChange(moment ?? '');
  };
  const settle = (): void => {
    if (text.trim() === '') {
      setText(writtenMoment(value));
      return;
    }
    const moment = read(text);
    setUnread(moment === null);
    if (moment !== null) setText(writtenMoment(moment));
    if ((moment ?? '') !== value) onChange(moment ?? '');
  };
  const step = (event: KeyboardEvent<HTMLInputElement>, by: number): void => {
    const isEmpty = text.trim() === '';
    const moment = isEmpty ? localMoment(new Date(), withTime) : read(text);
    if (moment === null) return;
    event.preventDefault();
    // An empty field begins with the present.
    const next = stepMoment(moment, event.currentTarget.selectionStart ?? 0, isEmpty ? 0 : by);
    setText(writtenMoment(next.moment));
    setUnread(false);
    setPart({ from: next.from, to: next.to });
    onChange(next.moment);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'ArrowUp') step(event, 1);
    else if (event.key === 'ArrowDown') step(event, -1);
    // The form around it is sent with what is written.
    else if (event.key === 'Enter') settle();
  };
  const format = withTime ? t`yyyy-MM-dd HH:mm` : t`yyyy-MM-dd`;
  return (
    <TextInput
      ref={input}
      label={label}
      placeholder={format}
      aria-description={format}
      autoComplete="off"
      spellCheck={false}
      disabled={disabled}
      error={isUnread ? t`Write it as ${format}.` : error}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={settle}
      onKeyDown={onKeyDown}
    />
  );
}
