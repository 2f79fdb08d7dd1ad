/** Who can reach the workspaces, with which role. */
import type { Workgroup } from '@acacia/contract';
import { EmptyState } from '@acacia/ui';

export function Tab(_: { readonly group: Workgroup }) {
  return <EmptyState title="Access Management" description="This tab is not built yet." />;
}
