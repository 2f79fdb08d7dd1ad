/** Makes a secret and a token of it for programs; the token is shown once (specification part 4, sections 2, 5, 7, 8). */
import { t } from '@acacia/texts';
import type { WorkspaceClient } from '@acacia/api-client';
import type { TokenAnswer, Workspace } from '@acacia/contract';
import { Form, Notice, toast, useOnTop } from '@acacia/ui';
import { Button, Group, Modal, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useWorkspaceClient } from '../../../data/workspace-client.ts';
import { CopyTextButton } from '../parameters/CopyTextButton.tsx';

interface TokenDialogProps {
  readonly workspace: Workspace;
  readonly onClose: () => void;
}

/** A secret without its token would be of no use: nobody has seen it. */
async function generate(client: WorkspaceClient, alias: string): Promise<TokenAnswer> {
  const secret = await client.createSecret(alias);
  try {
    return await client.createToken({ secret: secret.value });
  } catch (error) {
    // The first failure is the one to tell; the secret that stays can be dropped by its alias.
    await client.deleteSecret(secret.alias).catch(() => undefined);
    throw error;
  }
}

export function TokenDialog({ workspace, onClose }: TokenDialogProps) {
  const client = useWorkspaceClient(workspace);
  const [alias, setAlias] = useState('');
  const make = useMutation({
    mutationFn: () => generate(client, alias.trim()),
    onError: (error) => toast.error(error.message === '' ? new Error(t`Failed to create secret`) : error),
  });
  const close = useOnTop(true, () => {
    if (!make.isPending) onClose();
  });
  return (
    <Modal opened onClose={close} closeOnClickOutside={false} title="Generate database token" size={520}>
      {make.data === undefined ? (
        <Form
          onSubmit={() => {
            if (alias.trim() !== '' && !make.isPending) make.mutate();
          }}
        >
          <TextInput
            label="Secret alias"
            description="A secret of this name is made for you; the token is made of it."
            data-autofocus
            required
            maxLength={100}
            value={alias}
            onChange={(event) => setAlias(event.currentTarget.value)}
          />
          <Group justify="flex-end" mt="md">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" disabled={alias.trim() === ''} loading={make.isPending}>
              Create
            </Button>
          </Group>
        </Form>
      ) : (
        <Result answer={make.data} onClose={close} />
      )}
    </Modal>
  );
}

function Result({ answer, onClose }: { readonly answer: TokenAnswer; readonly onClose: () => void }) {
  return (
    <>
      <Notice tone="warning">
        The token is shown only once. Copy it now, and keep it as you keep a password.
      </Notice>
      <Textarea
        mt="md"
        label="Token"
        description={`Valid until ${answer.expiration}`}
        readOnly
        autosize
        maxRows={6}
        value={answer.token}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12.5 } }}
      />
      <Group justify="flex-end" mt="md">
        <CopyTextButton value={answer.token} failure="Failed to copy token to clipboard" />
        <Button onClick={onClose}>Close</Button>
      </Group>
    </>
  );
}
