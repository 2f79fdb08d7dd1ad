/** The name of a column in the first rows of its file, which can be given a label in its place. */
import { TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { LONGEST_LABEL } from './column-labels.ts';
import classes from './ingestion.module.css';

interface ColumnLabelProps {
  /** As the file has it. */
  readonly name: string;
  readonly label: string | undefined;
  readonly onLabel: (label: string) => void;
}

export function ColumnLabel({ name, label, onLabel }: ColumnLabelProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const leave = (): void => {
    setTyped(null);
    requestAnimationFrame(() => button.current?.focus());
  };
  if (typed === null) {
    return (
      <>
        <button
          ref={button}
          type="button"
          className={classes.columnLabel}
          aria-label={`Change the label of ${label ?? name}`}
          onClick={() => setTyped(label ?? name)}
        >
          {label ?? name}
        </button>
        {label !== undefined && <small className={classes.type}> ({name})</small>}
      </>
    );
  }
  return (
    <TextInput
      size="xs"
      w={180}
      aria-label={`Label of the column ${name}`}
      value={typed}
      maxLength={LONGEST_LABEL}
      autoFocus
      spellCheck={false}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') leave();
        if (event.key === 'Enter') {
          onLabel(typed);
          leave();
        }
      }}
      onBlur={() => {
        onLabel(typed);
        setTyped(null);
      }}
    />
  );
}
