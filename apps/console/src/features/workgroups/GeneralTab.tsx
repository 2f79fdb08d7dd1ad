/** What a workgroup is, and what it holds and costs now. */
import type { Workgroup } from '@acacia/contract';
import {
  Card,
  CopyableId,
  Facts,
  formatBytes,
  formatCostPerHour,
  formatNumber,
  RelativeTime,
} from '@acacia/ui';
import { Stack } from '@mantine/core';
import { useCatalog } from '../../data/catalog.ts';
import { useRegionName } from '../../data/regions.ts';

export function Tab({ group }: { readonly group: Workgroup }) {
  const regionName = useRegionName();
  const { data: catalog } = useCatalog();
  const emulated = catalog?.regions.find((region) => region.name === group.region)?.emulated === true;
  const running = group.workspaces.filter((workspace) => workspace.status === 'Active');
  const cost = running.reduce(
    (sum, { enable_ha, workspace_type }) =>
      sum + (enable_ha ? workspace_type.cost_per_hour_with_ha : workspace_type.cost_per_hour),
    0,
  );
  const size = group.tg_databases.reduce((sum, database) => sum + database.folder_statistics.billed_size, 0);
  return (
    <Stack gap="md">
      <Card title="Summary">
        <Facts
          facts={[
            {
              label: 'Workgroup ID',
              value: (
                <CopyableId
                  value={group.workgroup_id}
                  label="workgroup ID"
                  copiedMessage="workgroup ID copied successfully."
                />
              ),
            },
            {
              label: 'Cloud provider',
              value: group.cloud_provider_type === 'private' ? 'BYOC' : group.cloud_provider_name,
            },
            {
              label: 'Region',
              value: `${regionName(group.region)}${emulated ? ', emulated on this machine' : ''}`,
            },
            { label: 'Created', value: <RelativeTime at={group.created_at} /> },
            { label: 'Creator', value: group.creator },
            {
              label: 'Log collection',
              value: group.enable_application_log ? 'On, kept for up to 15 days' : 'Off',
            },
          ]}
        />
      </Card>
      <Card title="In use">
        <Facts
          facts={[
            {
              label: 'Workspaces',
              value: `${formatNumber(group.workspaces.length)} (${formatNumber(running.length)} active)`,
            },
            { label: 'Databases', value: formatNumber(group.tg_databases.length) },
            { label: 'Stored data', value: formatBytes(size) },
            { label: 'Cost of active workspaces', value: formatCostPerHour(cost) },
          ]}
        />
      </Card>
    </Stack>
  );
}
