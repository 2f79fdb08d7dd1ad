/** The loads of a workspace as the cloud knows them from it: for while it does not run, or cannot be loaded into. */
import { t } from '@acacia/texts';
import type { PastLoad, Workspace } from '@acacia/contract';
import { Card, DataTable, formatDateTime, formatNumber, type DataTableColumn } from '@acacia/ui';
import { useQuery } from '@tanstack/react-query';
import { idsOf } from '../../data/workspaces.ts';
import { useServices } from '../../services/services.ts';
import { fileNames, STATES } from './load-texts.ts';

const COLUMNS: readonly DataTableColumn<PastLoad>[] = [
  { id: 'at', header: t`Begun`, cell: ({ started_at }) => formatDateTime(new Date(started_at)) },
  { id: 'graph', header: t`Graph`, cell: ({ graph }) => graph },
  { id: 'files', header: t`Files`, cell: ({ files }) => fileNames(files) },
  { id: 'by', header: t`By`, cell: ({ by }) => by ?? '–' },
  {
    id: 'state',
    header: t`State`,
    cell: ({ state, error }) => (error === null ? STATES[state] : t`${STATES[state]}: ${error}`),
  },
  { id: 'new', header: t`New`, align: 'right', cell: ({ made }) => formatNumber(made) },
  { id: 'updated', header: t`Updated`, align: 'right', cell: ({ updated }) => formatNumber(updated) },
  { id: 'rejected', header: t`Rejected`, align: 'right', cell: ({ rejected }) => formatNumber(rejected) },
];

/** Nothing where nothing was loaded. */
export function PastLoads({ workspace }: { readonly workspace: Workspace }) {
  const { cloud } = useServices();
  const { workgroup_id, workspace_id } = idsOf(workspace);
  const { data, error, refetch } = useQuery({
    queryKey: ['past-loads', workspace_id],
    queryFn: ({ signal }) => cloud.listPastLoads({ params: { workgroup_id, workspace_id }, signal }),
  });
  if (error === null && (data === undefined || data.length === 0)) return null;
  return (
    <Card flush title="Loads of this workspace" description="As it last told of them">
      <DataTable
        label="Loads of this workspace"
        columns={COLUMNS}
        rows={data}
        error={error}
        onRetry={() => void refetch()}
        rowKey={({ id }) => id}
        empty={null}
      />
    </Card>
  );
}
