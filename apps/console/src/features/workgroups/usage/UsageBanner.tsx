/** Warns that memory or disk of a workspace is running out, with remedies (specification part 2, section 4). */
import { comma, t } from '@acacia/texts';
import type { Workgroup, Workspace } from '@acacia/contract';
import { Banner } from '@acacia/ui';
import { Group, Stack } from '@mantine/core';
import { useDenied } from '../../../data/me.ts';
import { idsOf } from '../../../data/workspaces.ts';
import { LinkButton } from '../../../shell/LinkButton.tsx';
import { usagesOf, type Usage } from './usages.ts';

const CONSEQUENCE: Readonly<Record<Usage['kind'], string>> = {
  memory: t`When it is full, queries and loads fail. Choose a larger size, or remove data.`,
  volume: t`When it is full, nothing can be written any more. Remove data, snapshots or backups.`,
};

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Remedies: a larger size against full memory, fewer data against a full disk. */
function Actions({
  workspace,
  kinds,
}: {
  readonly workspace: Workspace;
  readonly kinds: Set<Usage['kind']>;
}) {
  const denied = useDenied();
  const params = { groupID: workspace.workgroup_id };
  const search = { tab: 'workspaces', space_id: workspace.workspace_id, configure: 'advanced' } as const;
  return (
    <Group gap="xs">
      {kinds.has('memory') && workspace.is_rw && (
        <LinkButton
          to="/groups/$groupID"
          params={params}
          search={search}
          variant="default"
          size="xs"
          disabledReason={denied('workspace.configure', idsOf(workspace))}
        >
          Resize
        </LinkButton>
      )}
      {kinds.has('volume') && (
        <LinkButton
          to="/groups/$groupID"
          params={params}
          search={{ tab: 'databases' }}
          variant="default"
          size="xs"
        >
          See what takes space
        </LinkButton>
      )}
    </Group>
  );
}

/** Uses of memory and disk, on the card of a workspace. */
export function WorkspaceUsage({ workspace }: { readonly workspace: Workspace }) {
  return (
    <>
      {usagesOf(workspace).map(({ kind, level, figures }) => (
        <Banner
          key={figures}
          level={level}
          action={<Actions workspace={workspace} kinds={new Set([kind])} />}
        >
          {t`${sentence(figures)}. ${CONSEQUENCE[kind]}`}
        </Banner>
      ))}
    </>
  );
}

/** A banner on a workgroup's page for each of its workspaces that runs out of memory or disk. */
export function WorkgroupUsage({ group }: { readonly group: Workgroup }) {
  const full = group.workspaces.flatMap((workspace) => {
    const usages = usagesOf(workspace);
    const [worst] = usages;
    return worst === undefined ? [] : [{ workspace, usages, worst }];
  });
  return (
    <Stack gap="xs" mb="md">
      {full
        .sort((a, b) => b.worst.percent - a.worst.percent)
        .map(({ workspace, usages, worst }) => (
          <Banner
            key={workspace.workspace_id}
            level={worst.level}
            action={<Actions workspace={workspace} kinds={new Set(usages.map(({ kind }) => kind))} />}
          >
            {t`${workspace.name}: ${usages.map(({ figures }) => figures).join(comma)}.`}
          </Banner>
        ))}
    </Stack>
  );
}
