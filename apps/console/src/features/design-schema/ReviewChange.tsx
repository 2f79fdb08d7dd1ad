/** The effects of saving, as the workspace works them out: erased rows, broken queries and jobs, and the change job. */
import { comma, t } from '@acacia/texts';
import type { WorkspaceClient } from '@acacia/api-client';
import type { SchemaChangePreview } from '@acacia/contract';
import { CopyButton, formatNumber } from '@acacia/ui';
import { Button, Group, Modal, Skeleton } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { LoadBoundary } from '../../shell/loading/LoadBoundary.tsx';
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
  return useSuspenseQuery({
    queryKey: ['workspace', workspaceId, 'change-preview', graph, change],
    queryFn: ({ signal }) =>
      client.previewSchemaChange(graph, changeToWire(change, graph !== null), { signal }),
    // Rows and queries change meanwhile.
    staleTime: 0,
    gcTime: 0,
  }).data;
}

/** Sentences about what the change erases and breaks; nothing while it does neither. */
export function Effects(props: PreviewProps) {
  return (
    <LoadBoundary
      compact
      what="The effects of the change"
      skeleton={<Skeleton height={18} role="status" aria-label="Counting what is erased" />}
    >
      <PreviewedEffects {...props} />
    </LoadBoundary>
  );
}

function PreviewedEffects(props: PreviewProps) {
  return <EffectLines preview={usePreview(props)} />;
}

type Rows = SchemaChangePreview['erased'][number];

/** `3 vertices of Person`, `1 value of Person.age`. */
export function rowsText({ kind, type, attribute, rows }: Rows): string {
  const [one, several] =
    attribute !== undefined
      ? [t`value`, t`values`]
      : kind === 'vertex'
        ? [t`vertex`, t`vertices`]
        : [t`edge`, t`edges`];
  const of = attribute === undefined ? type : `${type}.${attribute}`;
  return t`${formatNumber(rows)} ${rows === 1 ? one : several} of ${of}`;
}

const KEPT = t`What is erased is kept for seven days: until then it can be brought back by reverting this change, from Versions.`;
const NOT_KEPT = t`This is too much to be kept: it cannot be brought back.`;

export function EffectLines({
  preview: { erased, kept, queries, jobs },
  restored = [],
}: {
  readonly preview: SchemaChangePreview;
  /** Rows and values that come back by a revert. */
  readonly restored?: readonly Rows[];
}) {
  const names = (list: SchemaChangePreview['queries']): string =>
    list.map(({ graph, name }) => `${name} (${graph})`).join(comma);
  const key = ({ kind, type, attribute }: Rows): string => `${kind} ${type} ${attribute ?? ''}`;
  if (erased.length + restored.length + queries.length + jobs.length === 0)
    return <p>No stored row is erased, and no query breaks.</p>;
  return (
    <>
      <ul className={classes.effects}>
        {restored.map((rows) => (
          <li key={`back ${key(rows)}`}>
            {rows.rows === 1 ? `${rowsText(rows)} comes back` : `${rowsText(rows)} come back`}
          </li>
        ))}
        {erased.map((rows) => (
          <li key={key(rows)}>{`${rowsText(rows)} erased`}</li>
        ))}
        {queries.length > 0 && <li>{`Queries that no longer fit, and become drafts: ${names(queries)}`}</li>}
        {jobs.length > 0 && <li>{`Loading jobs that no longer fit, and are disabled: ${names(jobs)}`}</li>}
      </ul>
      {erased.length > 0 && <p>{kept ? KEPT : NOT_KEPT}</p>}
    </>
  );
}

export function ChangeJob({ job }: { readonly job: string }) {
  return (
    <>
      <div className={classes.jobHead}>
        <h3>As GSQL</h3>
        <CopyButton value={job} label="the change as GSQL" />
      </div>
      <pre className={classes.job} tabIndex={0} aria-label="The change as GSQL">
        {job}
      </pre>
    </>
  );
}

interface ReviewDialogProps extends PreviewProps {
  readonly onClose: () => void;
  readonly onSave: () => void;
}

export function ReviewDialog({ onClose, onSave, ...props }: ReviewDialogProps) {
  const buttons = (isKnown: boolean) => (
    <Group justify="flex-end" gap="xs" mt="md">
      <Button variant="default" onClick={onClose}>
        Cancel
      </Button>
      <Button
        disabled={!isKnown}
        onClick={() => {
          onClose();
          onSave();
        }}
      >
        Save
      </Button>
    </Group>
  );
  return (
    <Modal opened onClose={onClose} title="Review changes" size={720}>
      <LoadBoundary
        compact
        what="The changes"
        skeleton={
          <>
            <Skeleton height={160} role="status" aria-label="Loading the changes" />
            {buttons(false)}
          </>
        }
        frame={(failure) => (
          <>
            {failure}
            {buttons(false)}
          </>
        )}
      >
        <Review {...props} />
        {buttons(true)}
      </LoadBoundary>
    </Modal>
  );
}

function Review(props: PreviewProps) {
  const preview = usePreview(props);
  return (
    <>
      <EffectLines preview={preview} />
      <ChangeJob job={preview.job} />
    </>
  );
}
