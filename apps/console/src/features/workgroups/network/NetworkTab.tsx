/** Addresses from which the data may be reached. */
import type { Workgroup } from '@acacia/contract';
import { EmptyState } from '@acacia/ui';

export function Tab(_: { readonly group: Workgroup }) {
  return <EmptyState title="Network Access" description="This tab is not built yet." />;
}
