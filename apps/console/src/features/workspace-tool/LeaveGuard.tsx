/** Asks before unsaved changes are left, by an address or by closing the page. */
import { t } from '@acacia/texts';
import { DiscardDialog } from '@acacia/ui';
import { useBlocker } from '@tanstack/react-router';
import { memo } from 'react';

const SWITCH = t`You have unsaved changes that will be lost. Do you still want to switch the graph?`;

/** @param unsaved the sentence that says what is not saved; undefined: nothing is lost by leaving */
export const LeaveGuard = memo(function LeaveGuard({ unsaved }: { readonly unsaved: string | undefined }) {
  const dirty = unsaved !== undefined;
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && !isSameGraph(current, next),
    enableBeforeUnload: () => dirty,
    withResolver: true,
  });
  return (
    <DiscardDialog
      opened={leaving.status === 'blocked'}
      onKeep={() => leaving.reset?.()}
      onDiscard={() => leaving.proceed?.()}
    >
      {leaving.status === 'blocked' && leaving.next.pathname === leaving.current.pathname ? SWITCH : unsaved}
    </DiscardDialog>
  );
});

interface Place {
  readonly pathname: string;
  readonly search: object;
}

/** Whether two addresses are of the same graph: changes stay when others of their parameters differ. */
function isSameGraph(current: Place, next: Place): boolean {
  const parameter = ({ search }: Place, name: string): unknown =>
    new Map<string, unknown>(Object.entries(search)).get(name);
  return (
    current.pathname === next.pathname &&
    ['workspace_id', 'graph_name'].every((name) => parameter(current, name) === parameter(next, name))
  );
}
