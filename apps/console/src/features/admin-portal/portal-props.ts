/** The workspace that a tab of the portal shows, and its client. */
import type { ReadyWorkspace } from '../workspace-tool/ToolGate.tsx';

export type PortalProps = Pick<ReadyWorkspace, 'workspace' | 'client'>;
