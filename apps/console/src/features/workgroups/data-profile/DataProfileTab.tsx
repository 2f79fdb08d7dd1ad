/** Statistics of the vertices and edges of a graph. */
import type { Workgroup } from '@acacia/contract';
import { EmptyState } from '@acacia/ui';

export function Tab(_: { readonly group: Workgroup }) {
  return <EmptyState title="Data Profile" description="This tab is not built yet." />;
}
