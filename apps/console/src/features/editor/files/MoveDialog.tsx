/** Moves a file or folder to another folder, without a mouse. */
import type { FileEntry } from '@acacia/contract';
import { errorText } from '@acacia/ui';
import { Button, Group, Modal, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { moveTargets } from './tree.ts';

interface MoveDialogProps {
  readonly entry: FileEntry;
  readonly files: readonly FileEntry[];
  readonly onMove: (parentId: string | null) => Promise<unknown>;
  readonly onClose: () => void;
}

const TOP = '';

export function MoveDialog({ entry, files, onMove, onClose }: MoveDialogProps) {
  const targets = moveTargets(files, entry);
  const [chosen, setChosen] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const move = async () => {
    if (chosen === null) return;
    setBusy(true);
    try {
      await onMove(chosen === TOP ? null : chosen);
      onClose();
    } catch (error) {
      setFailure(errorText(error));
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={`Move ${entry.name}`} size={420}>
      <Stack gap="sm">
        <Select
          label="To"
          data-autofocus
          searchable
          placeholder={targets.length === 0 ? 'There is no other folder' : 'Choose a folder'}
          disabled={targets.length === 0}
          error={failure}
          value={chosen}
          onChange={setChosen}
          data={targets.map(({ id, path }) => ({ value: id ?? TOP, label: path }))}
        />
        <Group justify="flex-end" gap="xs" mt="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={() => void move()} disabled={chosen === null} loading={busy}>
            Move
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
