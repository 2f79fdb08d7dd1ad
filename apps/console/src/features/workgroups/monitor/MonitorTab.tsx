/** Metrics of each workspace over time. */
import type { Workgroup } from '@acacia/contract';
import { EmptyState } from '@acacia/ui';

export function Tab(_: { readonly group: Workgroup }) {
  return <EmptyState title="Monitor" description="This tab is not built yet." />;
}
