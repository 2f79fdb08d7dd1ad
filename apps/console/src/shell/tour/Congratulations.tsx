/** Greets a person whose first workspace is Active (specification part 1, section 4.4). */
import type { Workspace } from '@acacia/contract';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';

interface CongratulationsProps {
  readonly workspace: Workspace;
  readonly onSkip: () => void;
  readonly onTour: () => void;
}

export default function Congratulations({ workspace, onSkip, onTour }: CongratulationsProps) {
  return (
    <Modal opened onClose={onSkip} title="Congratulations" size={440} returnFocus={false}>
      <Stack gap="md">
        <Text>
          Your first workspace, {workspace.name}, is Active. A short tour shows where to design a schema, load
          data and ask questions.
        </Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onSkip}>
            Skip
          </Button>
          <Button onClick={onTour} data-autofocus>
            Take a tour
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
