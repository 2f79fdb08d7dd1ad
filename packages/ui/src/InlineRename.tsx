/** A name that is edited in place: Enter saves, Escape cancels, a failure restores the old name. */
import { ActionIcon, TextInput, Tooltip } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useRef, useState, type ReactNode } from 'react';
import classes from './InlineRename.module.css';
import { toast } from './toasts.ts';

interface InlineRenameProps {
  readonly value: string;
  /** Kind of the renamed object, e.g. `workspace`. */
  readonly what: string;
  /** The problem with a new name; null when it is valid. */
  readonly validate: (name: string) => string | null;
  /** Saves; an error that it throws is shown and the old name stays. */
  readonly onSave: (name: string) => Promise<unknown>;
  readonly disabledReason?: string | undefined;
  /** The name's display while it is not being edited. */
  readonly children: ReactNode;
}

export function InlineRename({ value, what, validate, onSave, disabledReason, children }: InlineRenameProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  const leave = (): void => {
    setDraft(null);
    requestAnimationFrame(() => button.current?.focus());
  };
  const save = async (): Promise<void> => {
    if (draft === null || saving) return;
    const name = draft.trim();
    if (name === '' || name === value) return leave();
    if (validate(name) !== null) return;
    setSaving(true);
    try {
      await onSave(name);
    } catch (error) {
      toast.error(error);
    } finally {
      setSaving(false);
      leave();
    }
  };

  if (draft === null) {
    const blocked = disabledReason !== undefined;
    return (
      <span className={classes.shown}>
        {children}
        <Tooltip label={disabledReason ?? `Rename ${what}`}>
          <ActionIcon
            ref={button}
            size="sm"
            className={classes.pencil}
            aria-label={`Rename ${what} ${value}`}
            {...(blocked
              ? { 'data-disabled': true, 'aria-disabled': true, 'aria-description': disabledReason }
              : {})}
            onClick={() => {
              if (!blocked) setDraft(value);
            }}
          >
            <IconPencil size={14} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      </span>
    );
  }
  const trimmed = draft.trim();
  return (
    <TextInput
      className={classes.input}
      size="xs"
      aria-label={`New name of ${what} ${value}`}
      value={draft}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') void save();
        if (event.key === 'Escape') leave();
      }}
      onBlur={() => void save()}
      error={trimmed === '' || trimmed === value ? null : validate(trimmed)}
      disabled={saving}
      spellCheck={false}
      autoFocus
    />
  );
}
