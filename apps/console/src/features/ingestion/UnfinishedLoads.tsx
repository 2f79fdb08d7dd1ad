/** Files and mappings that a person has chosen for loads into a workspace's graphs, for while the workspace does not run. */
import { comma, t } from '@acacia/texts';
import { Button, Group, Modal } from '@mantine/core';
import type { LoadDraftEntry, Workspace } from '@acacia/contract';
import {
  Card,
  ConfirmDestructive,
  DataTable,
  ErrorState,
  errorText,
  formatDateTime,
  formatNumber,
  toast,
  type DataTableColumn,
} from '@acacia/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { loadDraftQuery, loadDraftsQuery } from '../../data/load-drafts.ts';
import { idsOf } from '../../data/workspaces.ts';
import { useServices } from '../../services/services.ts';
import { targetName } from './mapping.ts';
import { shownName } from './mended-rows.ts';

interface UnfinishedLoadsProps {
  readonly workspace: Workspace;
}

/** Nothing where nothing was chosen. */
export function UnfinishedLoads({ workspace }: UnfinishedLoadsProps) {
  const { cloud } = useServices();
  const [shown, setShown] = useState<string | null>(null);
  const [removing, setRemoving] = useState<LoadDraftEntry | null>(null);
  const { data, error, refetch } = useQuery(loadDraftsQuery(cloud, workspace));
  const remove = ({ graph, version }: LoadDraftEntry): Promise<unknown> =>
    cloud.deleteLoadDraft({ params: { ...idsOf(workspace), graph }, version }).finally(() => void refetch());
  /** A load that is only followed goes on without its entry: nothing is lost then. */
  const removeOrAsk = (entry: LoadDraftEntry): void => {
    if (entry.files > 0) setRemoving(entry);
    else
      remove(entry).catch((refused: unknown) =>
        toast.error(t`It could not be removed. ${errorText(refused)}`),
      );
  };
  const columns: readonly DataTableColumn<LoadDraftEntry>[] = [
    { id: 'graph', header: t`Graph`, cell: ({ graph }) => graph },
    { id: 'files', header: t`Files`, align: 'right', cell: ({ files }) => formatNumber(files) },
    { id: 'mappings', header: t`Mappings`, align: 'right', cell: ({ mappings }) => formatNumber(mappings) },
    { id: 'at', header: t`Changed`, cell: ({ updated_at }) => formatDateTime(new Date(updated_at)) },
    {
      id: 'do',
      header: t`Actions`,
      cell: (entry) => (
        <Group gap={6} wrap="nowrap">
          <Button
            size="compact-xs"
            variant="default"
            aria-label={`Show the unfinished load into ${entry.graph}`}
            onClick={() => setShown(entry.graph)}
          >
            Show
          </Button>
          <Button
            size="compact-xs"
            variant="default"
            aria-label={`Remove the unfinished load into ${entry.graph}`}
            onClick={() => removeOrAsk(entry)}
          >
            Remove
          </Button>
        </Group>
      ),
    },
  ];
  if (error === null && (data === undefined || data.length === 0)) return null;
  return (
    <Card flush title="Your unfinished loads" description="They go on here when the workspace runs">
      <DataTable
        label="Your unfinished loads"
        columns={columns}
        rows={data}
        error={error}
        onRetry={() => void refetch()}
        rowKey={({ graph }) => graph}
        empty={null}
      />
      {shown !== null && (
        <Modal opened onClose={() => setShown(null)} title={`Unfinished load into ${shown}`} size={560}>
          <Choices workspace={workspace} graph={shown} />
        </Modal>
      )}
      {removing !== null && (
        <ConfirmDestructive
          opened
          onClose={() => setRemoving(null)}
          title={`Remove the unfinished load into ${removing.graph}?`}
          description="Files that were sent stay in the workspace."
          losses={lossesOf(removing)}
          confirmLabel="Remove"
          onConfirm={async () => {
            await remove(removing);
          }}
        />
      )}
    </Card>
  );
}

const lossesOf = ({ files, mappings }: LoadDraftEntry): readonly string[] => [
  files === 1 ? t`The choice of 1 file` : t`The choice of ${formatNumber(files)} files`,
  ...(mappings === 0
    ? []
    : [
        mappings === 1 ? t`1 mapping of its columns` : t`${formatNumber(mappings)} mappings of their columns`,
      ]),
];

/** The files of a draft, with what their rows become. */
function Choices({ workspace, graph }: UnfinishedLoadsProps & { readonly graph: string }) {
  const { cloud } = useServices();
  const { data, error, refetch } = useQuery(loadDraftQuery(cloud, workspace, graph));
  if (error !== null) return <ErrorState compact error={error} onRetry={() => void refetch()} />;
  const { files = [], mappings = [] } = data?.draft ?? {};
  const targets = (file: string): string =>
    mappings
      .filter((mapping) => mapping.file === file)
      .map(({ target, sources }) => `${targetName(target)} (${Object.keys(sources).join(comma)})`)
      .join('; ');
  return (
    <DataTable
      label={`Files for ${graph}`}
      columns={[
        { id: 'file', header: t`File`, cell: ({ name }) => shownName(name) },
        { id: 'becomes', header: t`Becomes`, cell: ({ name }) => targets(name) || t`Not mapped` },
      ]}
      rows={data === undefined ? undefined : files}
      loadingRows={2}
      rowKey={({ name }) => name}
      empty={t`No files are chosen; a load is followed.`}
    />
  );
}
