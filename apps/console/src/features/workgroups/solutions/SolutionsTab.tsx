/** Solutions that can be installed, and those that are. */
import type { Workgroup } from '@acacia/contract';
import { EmptyState } from '@acacia/ui';

export function Tab(_: { readonly group: Workgroup }) {
  return <EmptyState title="Solution" description="This tab is not built yet." />;
}
