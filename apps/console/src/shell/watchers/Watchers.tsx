/** The watchers of every page, which draw nothing: they tell how what was under way has ended. */
import { useKnownWorkgroups } from '../../data/workgroups.ts';
import { ProfileWatchers } from './ProfileWatchers.tsx';
import { SolutionWatchers } from './SolutionWatchers.tsx';
import { WorkspaceWatchers } from './WorkspaceWatchers.tsx';
import { useCreditGate } from './useCreditGate.ts';
import type { Workspace } from '@acacia/contract';

export interface WatchersProps {
  /** Whether events of the cloud come. */
  readonly connected: boolean;
  /** Called with the person's first workspace, once it is Active. */
  readonly onFirst: (workspace: Workspace) => void;
  /** Called when it is known whether pages give way to the credit gate. */
  readonly onGate: (gated: boolean) => void;
}

export default function Watchers({ connected, onFirst, onGate }: WatchersProps) {
  const groups = useKnownWorkgroups();
  useCreditGate(onGate);
  return (
    <>
      <WorkspaceWatchers groups={groups} connected={connected} onFirst={onFirst} />
      <SolutionWatchers groups={groups} connected={connected} />
      <ProfileWatchers connected={connected} />
    </>
  );
}
