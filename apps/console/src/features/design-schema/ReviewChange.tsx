/** The effects of saving, as the workspace works them out: erased rows, broken queries and jobs, and the change job. */
import type { WorkspaceClient } from '@acacia/api-client';
import type { SchemaChangePreview } from '@acacia/contract';
import { CopyButton, errorText, formatNumber, Notice } from '@acacia/ui';
import { Button, Group, Modal, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DraftChange } from './draft-change.ts';
import { changeToWire } from './save-draft.ts';
import classes from './Designer.module.css';

interface PreviewProps {
  readonly client: WorkspaceClient;
  readonly workspaceId: string;
  readonly graph: string | null;
  readonly change: DraftChange;
}

function usePreview({ client, workspaceId, graph, change }: PreviewProps) {
  return useQuery({
    queryKey: ['workspace', workspaceId, 'change-preview', graph, change],
    queryFn: ({ signal }) =>
      client.previewSchemaChange(graph, changeToWire(change, graph !== null), { signal }),
    // Rows and queries change meanwhile.
    staleTime: 0,
    gcTime: 0,
  });
}

/** Sentences about what the change erases and breaks; nothing while it does neither. */
export function Effects(props: PreviewProps) {
  const { data, error, isPending } = usePreview(props);
  if (isPending) return <Skeleton height={18} role="status" aria-label="Counting what is erased" />;
  if (error !== null) return <Notice tone="negative">{errorText(error)}</Notice>;
  return <EffectLines preview={data} />;
}

function EffectLines({ preview: { erased, queries, jobs } }: { readonly preview: SchemaChangePreview }) {
  const names = (list: SchemaChangePreview['queries']): string =>
    list.map(({ graph, name }) => `${name} (${graph})`).join(', ');
  if (erased.length + queries.length + jobs.length === 0)
    return <p>No stored row is erased, and no query breaks.</p>;
  return (
    <ul className={classes.effects}>
      {erased.map(({ kind, type, attribute, rows }) => (
        <li key={`${kind} ${type} ${attribute ?? ''}`}>
          {attribute === undefined
            ? `${formatNumber(rows)} ${kind === 'vertex' ? (rows === 1 ? 'vertex' : 'vertices') : rows === 1 ? 'edge' : 'edges'} of ${type} erased`
            : `${formatNumber(rows)} ${rows === 1 ? 'value' : 'values'} of ${type}.${attribute} erased`}
        </li>
      ))}
      {queries.length > 0 && <li>{`Queries that no longer fit, and become drafts: ${names(queries)}`}</li>}
      {jobs.length > 0 && <li>{`Loading jobs that no longer fit, and are disabled: ${names(jobs)}`}</li>}
    </ul>
  );
}

export function ReviewDialog({
  onClose,
  onSave,
  ...props
}: PreviewProps & { readonly onClose: () => void; readonly onSave: () => void }) {
  const { data, error, isPending } = usePreview(props);
  return (
    <Modal opened onClose={onClose} title="Review changes" size={720}>
      {isPending ? (
        <Skeleton height={160} role="status" aria-label="Loading the changes" />
      ) : error !== null ? (
        <Notice tone="negative">{errorText(error)}</Notice>
      ) : (
        <>
          <EffectLines preview={data} />
          <div className={classes.jobHead}>
            <h3>As GSQL</h3>
            <CopyButton value={data.job} label="the change as GSQL" />
          </div>
          <pre className={classes.job} tabIndex={0} aria-label="The change as GSQL">
            {data.job}
          </pre>
        </>
      )}
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          disabled={data === undefined}
          onClick={() => {
            onClose();
            onSave();
          }}
        >
          Save
        </Button>
      </Group>
    </Modal>
  );
}
