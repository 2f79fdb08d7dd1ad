/** Backups of read-write workspaces, and their restore. */
import type { Workgroup } from '@acacia/contract';
import { EmptyState } from '@acacia/ui';

export function Tab(_: { readonly group: Workgroup }) {
  return <EmptyState title="Backup and Restore" description="This tab is not built yet." />;
}
