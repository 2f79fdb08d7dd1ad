/** Stands in the place of a schema that has too many types and pairs to be drawn. */
import { EmptyState } from '@acacia/ui';

export function TooLarge() {
  return (
    <EmptyState
      title="Can not render schema"
      description="The graph's size exceeds the limitation. The graph will not be rendered."
    />
  );
}
