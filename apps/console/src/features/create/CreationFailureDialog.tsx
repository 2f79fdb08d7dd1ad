/** 'Failed to create workspace' (specification part 2, section 8). */
import { said, semicolon, t } from '@acacia/texts';
import { Notice } from '@acacia/ui';
import { Anchor, Button, Group, Modal, Stack } from '@mantine/core';
import { useOrganization } from '../../data/me.ts';
import type { CreationFailure, CreationStep } from './create-chain.ts';

const TITLE = t`Failed to create workspace`;

/** Names the object that was refused: a refusal of a name alone does not tell whose name it is. */
const REFUSED: Readonly<Record<CreationStep, string>> = {
  workgroup: t`The workgroup could not be created`,
  database: t`The database could not be created`,
  workspace: t`The workspace could not be created`,
};

interface CreationFailureDialogProps {
  readonly failure: CreationFailure | null;
  readonly onClose: () => void;
}

export function CreationFailureDialog({ failure, onClose }: CreationFailureDialogProps) {
  const { data: organization } = useOrganization();
  const mail = `mailto:${organization?.support_email ?? ''}?subject=${encodeURIComponent(TITLE)}&body=${encodeURIComponent(failure?.message ?? '')}`;
  return (
    <Modal opened={failure !== null} onClose={onClose} title={TITLE} size={480}>
      {failure !== null && (
        <Stack gap="md">
          <Notice tone="negative" title={REFUSED[failure.step]}>
            {said(failure.message)}
          </Notice>
          <div>
            {failure.leftovers.length === 0
              ? 'Nothing half-made was left behind. What you entered is still in the form.'
              : `Could not be taken back: ${failure.leftovers.join(semicolon)}.`}
          </div>
          <Group justify="space-between">
            <Anchor href={mail} size="sm">
              Contact support
            </Anchor>
            <Button onClick={onClose} data-autofocus>
              OK
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
