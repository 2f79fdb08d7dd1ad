/** Several short texts in one field, e.g. e-mail addresses; each wrong one is marked with the reason. */
import { t } from '@acacia/texts';
import { Pill, PillsInput } from '@mantine/core';
import { useId, useState, type ReactNode } from 'react';
import classes from './form.module.css';

interface TagsFieldProps {
  readonly label: string;
  readonly description?: ReactNode;
  readonly placeholder?: string;
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
  /** The problem with one text; null when it is valid. */
  readonly problem: (tag: string) => string | null;
  /** The problem with all of them together, e.g. that there are none. */
  readonly error?: string | undefined;
  readonly required?: boolean;
  readonly disabled?: boolean;
}

/** Separators that end a text, typed or pasted. */
const BETWEEN = /[\s,;]+/;

export function TagsField(props: TagsFieldProps) {
  const {
    value,
    onChange,
    problem,
    error,
    placeholder,
    required = false,
    disabled = false,
    ...wrapper
  } = props;
  const [draft, setDraft] = useState('');
  const id = useId();
  const wrong = value.flatMap((tag) => {
    const why = problem(tag);
    return why === null ? [] : [{ tag, why }];
  });
  const add = (text: string): void => {
    const tags = text.split(BETWEEN).filter(Boolean);
    setDraft('');
    if (tags.some((tag) => !value.includes(tag))) onChange([...new Set([...value, ...tags])]);
  };
  const remove = (tag: string): void => onChange(value.filter((each) => each !== tag));
  const problems =
    wrong.length === 0
      ? error
      : wrong.map(({ tag, why }) => (
          <span key={tag} className={classes.problem}>
            {tag}: {why}
          </span>
        ));
  return (
    <PillsInput
      {...wrapper}
      id={id}
      error={problems}
      // The star is at the label; an empty draft beside tags is no empty field to the browser.
      withAsterisk={required}
      disabled={disabled}
    >
      <Pill.Group disabled={disabled}>
        {value.map((tag) => (
          <Pill
            key={tag}
            withRemoveButton={!disabled}
            onRemove={() => remove(tag)}
            removeButtonProps={{ 'aria-label': t`Remove ${tag}`, 'aria-hidden': false, tabIndex: 0 }}
            className={classes.tag}
            data-wrong={problem(tag) !== null || undefined}
          >
            {tag}
          </Pill>
        ))}
        <PillsInput.Field
          id={id}
          placeholder={value.length === 0 ? placeholder : undefined}
          value={draft}
          disabled={disabled}
          aria-invalid={problems !== undefined}
          aria-required={required}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            const text = event.currentTarget.value;
            if (BETWEEN.test(text)) add(text);
            else setDraft(text);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && draft !== '') {
              // The text is taken; the form around it is not sent.
              event.preventDefault();
              add(draft);
            }
            const last = value.at(-1);
            if (event.key === 'Backspace' && draft === '' && last !== undefined) remove(last);
          }}
          onPaste={(event) => {
            const text = event.clipboardData.getData('text');
            if (!BETWEEN.test(text)) return;
            // The field itself would join lines to one text.
            event.preventDefault();
            add(`${draft}${text}`);
          }}
          onBlur={() => add(draft)}
        />
      </Pill.Group>
    </PillsInput>
  );
}
