/** The one destructive confirmation: the losses, boxes to tick, and the name to type where data is deleted. */
import { t } from '@acacia/texts';
import { Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import classes from './ConfirmDestructive.module.css';
import { errorText } from './format.ts';

interface ConfirmDestructiveProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: ReactNode;
  /** The losses, one line each. */
  readonly losses: readonly ReactNode[];
  /** The sentence above the losses, where they can be undone after all. */
  readonly lossesTitle?: string;
  /** Boxes that must all be ticked. */
  readonly acknowledgements?: readonly string[];
  /** The name that must be typed. */
  readonly typeName?: string;
  readonly confirmLabel: string;
  /** Carries out the action; an error that it throws is shown here and the dialog stays. */
  readonly onConfirm: () => Promise<void>;
}

export function ConfirmDestructive(props: ConfirmDestructiveProps) {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={props.title} size={480}>
      <Form {...props} />
    </Modal>
  );
}

/** Mounted while the dialog is open, so that ticks and typed text never carry over to the next one. */
function Form({
  onClose,
  description,
  losses,
  lossesTitle = t`This cannot be undone. What is lost:`,
  acknowledgements = [],
  typeName,
  confirmLabel,
  onConfirm,
}: ConfirmDestructiveProps) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const ready =
    acknowledgements.every((text) => ticked.has(text)) && (typeName === undefined || typed === typeName);

  const confirm = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!ready || busy) return;
    setBusy(true);
    setFailure(null);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      setFailure(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  const tick = (text: string, on: boolean): void => {
    const next = new Set(ticked);
    if (on) next.add(text);
    else next.delete(text);
    setTicked(next);
  };

  return (
    <form onSubmit={(event) => void confirm(event)}>
      <Stack gap="md">
        {description !== undefined && <div>{description}</div>}
        {losses.length > 0 && (
          <div className={classes.losses}>
            <p className={classes.head}>{lossesTitle}</p>
            <ul className={classes.list}>
              {losses.map((loss, index) => (
                <li key={index}>{loss}</li>
              ))}
            </ul>
          </div>
        )}
        {acknowledgements.map((text) => (
          <Checkbox
            key={text}
            label={text}
            checked={ticked.has(text)}
            onChange={(event) => tick(text, event.currentTarget.checked)}
          />
        ))}
        {typeName !== undefined && (
          <TextInput
            label={
              <>
                Type <strong>{typeName}</strong> to confirm
              </>
            }
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
          />
        )}
        {failure !== null && (
          <p role="alert" className={classes.failure}>
            {failure}
          </p>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color="red.7" loading={busy} disabled={!ready}>
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
