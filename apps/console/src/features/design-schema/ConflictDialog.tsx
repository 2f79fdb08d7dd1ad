/** The conflicts of two people's changes, each with both sides to choose from. */
import { Button, Group, Modal, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Choice, Choices, Conflict } from './merge-drafts.ts';

export interface ConflictDialogProps {
  readonly conflicts: readonly Conflict[];
  readonly onSettle: (choices: Choices) => void;
  /** Closes without a choice. */
  readonly onClose: () => void;
}

export function ConflictDialog({ conflicts, onSettle, onClose }: ConflictDialogProps) {
  const [choices, setChoices] = useState<Choices>(new Map());
  return (
    <Modal opened onClose={onClose} title="Somebody else changed the schema" size={560}>
      <p>All other changes of both are joined. Choose what holds of these.</p>
      <Stack gap="md">
        {conflicts.map(({ id, about, mine, theirs }) => (
          <Radio.Group
            key={id}
            label={about}
            value={choices.get(id) ?? ''}
            onChange={(choice) => setChoices(new Map([...choices, [id, choice as Choice]]))}
          >
            <Stack gap={6} mt={6}>
              <Radio value="mine" label={mine} />
              <Radio value="theirs" label={theirs} />
            </Stack>
          </Radio.Group>
        ))}
      </Stack>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={onClose}>
          Decide later
        </Button>
        <Button disabled={conflicts.some(({ id }) => !choices.has(id))} onClick={() => onSettle(choices)}>
          Join
        </Button>
      </Group>
    </Modal>
  );
}
