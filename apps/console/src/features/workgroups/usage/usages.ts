/** Use of a workspace's memory and data volume, from the level at which people should know it. */
import { t } from '@acacia/texts';
import { usageLevel, type UsageLevel, type Workspace } from '@acacia/contract';
import { formatPercent } from '@acacia/ui';

export interface Usage {
  /** `volume`: of the disk, which is helped by removing data rather than by another size. */
  readonly kind: 'memory' | 'volume';
  readonly level: UsageLevel;
  readonly percent: number;
  /** Figures, e.g. `memory 92% used`. */
  readonly figures: string;
}

type Used = Pick<
  Workspace,
  | 'status'
  | 'tigergraph_memory_usage_percent'
  | 'tigergraph_data_memory_usage_percent'
  | 'volume_usage_percent'
>;

/** Statuses in which nothing of it is in memory. */
const asleep: ReadonlySet<string> = new Set(['Idle', 'Stopped', 'Terminating', 'Error']);

function usage(kind: Usage['kind'], percent: number | null, name: string): Usage[] {
  const level = usageLevel(percent);
  if (level === null || percent === null) return [];
  return [{ kind, level, percent, figures: t`${name} ${formatPercent(percent)} used` }];
}

/** Uses that have reached a level, the fullest first. */
export function usagesOf(workspace: Used): Usage[] {
  const inMemory = asleep.has(workspace.status)
    ? []
    : [
        ...usage('memory', workspace.tigergraph_memory_usage_percent, t`memory`),
        ...usage('memory', workspace.tigergraph_data_memory_usage_percent, t`memory for graph data`),
      ];
  const volume =
    workspace.status === 'Terminating' ? [] : usage('volume', workspace.volume_usage_percent, t`data volume`);
  return [...inMemory, ...volume].sort((a, b) => b.percent - a.percent);
}
