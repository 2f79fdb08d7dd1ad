/** Reverts a version of the schema, after showing what comes back and what goes; or erases what is kept for that. */
import { comma, t } from '@acacia/texts';
import { WorkspaceError, type WorkspaceClient } from '@acacia/api-client';
import type { SchemaVersion } from '@acacia/contract';
import { ConfirmDestructive, errorText, formatBytes, formatDateTime, Notice, toast } from '@acacia/ui';
import { Button, Group, Modal, Skeleton } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { LoadBoundary } from '../../shell/loading/LoadBoundary.tsx';
import { ChangeJob, EffectLines, rowsText } from './ReviewChange.tsx';

export interface RevertVersionProps {
  readonly client: WorkspaceClient;
  readonly workspaceId: string;
  readonly graph: string | null;
  readonly version: number;
  /** null: nothing is kept for it any more. */
  readonly revert: SchemaVersion['revert'];
  readonly onClose: () => void;
  /** Called when the schema is another one; resolves when it was read again. */
  readonly onReverted: () => Promise<void>;
  /** Called when what is kept may be less than the list of versions says. */
  readonly onStale: () => void;
}

export function RevertVersion(props: RevertVersionProps) {
  const { client, graph, version, revert, onClose, onStale } = props;
  const [erasing, setErasing] = useState(false);
  const erase = async (): Promise<void> => {
    await client.eraseSchemaRevert(graph, version);
    toast.success(t`The data that version ${version} dropped is erased.`);
    onStale();
    onClose();
  };
  /** Also below a refusal: what cannot come back any more can be erased. */
  const buttons = (action: ReactNode) => (
    <Group justify="space-between" gap="xs" mt="md">
      {revert !== null && revert.bytes > 0 ? (
        <Button variant="subtle" color="red" onClick={() => setErasing(true)}>
          Erase the kept data
        </Button>
      ) : (
        <span />
      )}
      <Group gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        {action}
      </Group>
    </Group>
  );
  return (
    <Modal opened onClose={onClose} title={`Revert version ${version}`} size={720}>
      <LoadBoundary
        compact
        what="The effects of reverting"
        skeleton={
          <>
            <Skeleton height={160} role="status" aria-label="Loading the effects of reverting" />
            {buttons(null)}
          </>
        }
        frame={(failure) => (
          <>
            {failure}
            {buttons(null)}
          </>
        )}
      >
        <Previewed {...props} buttons={buttons} />
      </LoadBoundary>
      {erasing && revert !== null && (
        <ConfirmDestructive
          opened
          onClose={() => setErasing(false)}
          title="Erase the kept data?"
          description={`It would go by itself on ${formatDateTime(revert.until)}.`}
          losses={[t`${formatBytes(revert.bytes)} that version ${version} dropped`]}
          confirmLabel="Erase"
          onConfirm={erase}
        />
      )}
    </Modal>
  );
}

interface PreviewedProps extends RevertVersionProps {
  readonly buttons: (action: ReactNode) => ReactNode;
}

function Previewed(props: PreviewedProps) {
  const { client, workspaceId, graph, version, buttons, onStale } = props;
  const { data } = useSuspenseQuery({
    queryKey: ['workspace', workspaceId, 'revert-preview', graph, version],
    queryFn: ({ signal }) => client.previewSchemaRevert(graph, version, { signal }).catch(refusalOf),
    // Rows and types change meanwhile.
    staleTime: 0,
    gcTime: 0,
  });
  const isRefused = data instanceof WorkspaceError;
  const tellStale = useEffectEvent(onStale);
  useEffect(() => {
    if (isRefused) tellStale();
  }, [isRefused]);
  if (isRefused)
    return (
      <>
        <Notice tone="warning">{errorText(data)}</Notice>
        {buttons(null)}
      </>
    );
  return <Revertible {...props} data={data} />;
}

/** The workspace's refusal to revert, which is an answer to look at; any other failure is thrown on. */
function refusalOf(error: unknown): WorkspaceError {
  if (error instanceof WorkspaceError && error.code.startsWith('GSQL-')) return error;
  throw error;
}

interface RevertibleProps extends PreviewedProps {
  readonly data: Awaited<ReturnType<WorkspaceClient['previewSchemaRevert']>>;
}

function Revertible({ client, graph, version, data, onClose, onReverted, buttons }: RevertibleProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const run = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      const { restored } = await client.revertSchema(graph, version);
      const back = restored.filter(({ rows }) => rows > 0).map(rowsText);
      toast.success(
        back.length === 0
          ? t`Version ${version} is reverted.`
          : t`Version ${version} is reverted. Back again: ${back.join(comma)}.`,
      );
    } catch (cause) {
      setFailure(errorText(cause));
      setBusy(false);
      return;
    }
    onClose();
    await onReverted();
  };
  return (
    <>
      <p>The change of this version is undone, as a new version. Later changes stay.</p>
      <EffectLines preview={data} restored={data.restored} />
      {data.restored.length > 0 && (
        <p>
          Rows and values of vertices that were deleted since do not come back. Queries that became drafts
          stay drafts until they are installed again.
        </p>
      )}
      <ChangeJob job={data.job} />
      {failure !== null && <Notice tone="negative">{failure}</Notice>}
      {buttons(
        <Button loading={busy} onClick={() => void run().catch(toast.error)}>
          Revert
        </Button>,
      )}
    </>
  );
}
