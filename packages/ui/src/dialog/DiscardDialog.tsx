/** Asks before unsaved changes are lost. */
import { Button, Group, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './DiscardDialog.module.css';
import { useOnTop } from './useOnTop.ts';

interface DiscardDialogProps {
  readonly opened: boolean;
  readonly onKeep: () => void;
  readonly onDiscard: () => void;
  /** A sentence that names the losses. */
  readonly children: ReactNode;
}

export function DiscardDialog({ opened, onKeep, onDiscard, children }: DiscardDialogProps) {
  const keep = useOnTop(opened, onKeep);
  return (
    // Above the dialog that it asks about.
    <Modal opened={opened} onClose={keep} title="Discard unsaved changes?" size={420} zIndex={210}>
      <p className={classes.question}>{children}</p>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={onKeep} data-autofocus>
          Keep editing
        </Button>
        <Button color="red.7" onClick={onDiscard}>
          Discard changes
        </Button>
      </Group>
    </Modal>
  );
}
