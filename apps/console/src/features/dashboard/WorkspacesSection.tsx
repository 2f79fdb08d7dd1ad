/** `/dashboard/workspace`: the workspaces of all organisations. */
import { WorkspacesTable } from './WorkspacesTable.tsx';

export function WorkspacesSection() {
  return <WorkspacesTable label="Workspaces" />;
}
