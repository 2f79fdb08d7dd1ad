/** Watches solutions while they are installed or removed. */
import { t } from '@acacia/texts';
import type { SolutionInstance, Workgroup } from '@acacia/contract';
import { toast } from '@acacia/ui';
import { isPending, useBegunSolutions, useSolutionsOf } from '../../data/solutions.ts';
import { idsOf } from '../../data/workspaces.ts';
import { useServices } from '../../services/services.ts';
import { useTabAction } from './useTabAction.ts';
import { useWatch, useWatchList } from './useWatch.ts';

const EVERY_MS = 3_000;
/** As the specification writes them. */
const SUCCEEDED = t`Solution Installation Succeeded`;
const FAILED = t`Solution Installation Failed`;
const PENDING: ReadonlySet<string | null> = new Set(['install_pending', 'uninstall_pending']);

interface SolutionWatchersProps {
  readonly groups: readonly Workgroup[];
  readonly connected: boolean;
}

export function SolutionWatchers({ groups, connected }: SolutionWatchersProps) {
  const [begun, forget] = useBegunSolutions();
  const busy = groups.filter(({ workspaces }) =>
    workspaces.some(({ solution_status }) => PENDING.has(solution_status)),
  );
  const listed = useSolutionsOf(busy.map(({ workgroup_id }) => workgroup_id));
  const [watched, drop] = useWatchList([...begun, ...listed.filter(isPending)], keyOf);
  const end = (instance: SolutionInstance): void => {
    forget(instance.id);
    drop(keyOf(instance));
  };
  return [...watched.values()].map((instance) => (
    <SolutionWatch
      key={keyOf(instance)}
      instance={instance}
      connected={connected}
      onEnd={() => end(instance)}
    />
  ));
}

const keyOf = ({ id, solution_status }: SolutionInstance): string => `${id} ${solution_status}`;

interface SolutionWatchProps {
  readonly instance: SolutionInstance;
  readonly connected: boolean;
  readonly onEnd: () => void;
}

function SolutionWatch({ instance, connected, onEnd }: SolutionWatchProps) {
  const { cloud } = useServices();
  const tabAction = useTabAction();
  const params = { ...idsOf(instance), solution_id: instance.id };
  const tell = ({ solution_status, name, workspace_name, workgroup_id }: SolutionInstance): void => {
    const action = tabAction(t`View solutions`, workgroup_id, { tab: 'solution' });
    if (solution_status === 'installed') {
      toast.success(t`Solution ${name} is successfully installed on ${workspace_name}`, {
        title: SUCCEEDED,
        action,
      });
    } else if (solution_status === 'install_error') {
      toast.error(t`Failed to install solution ${name} on ${workspace_name}`, {
        title: FAILED,
        action,
      });
    }
  };
  useWatch({
    queryKey: ['solution', instance.id],
    workspaceId: instance.workspace_id,
    read: (signal) => cloud.getSolution({ params, signal }),
    isPending,
    everyMs: EVERY_MS,
    connected,
    onSettled: (now) => {
      if (instance.solution_status === 'install_pending') tell(now);
      onEnd();
    },
    onLost: onEnd,
  });
  return null;
}
