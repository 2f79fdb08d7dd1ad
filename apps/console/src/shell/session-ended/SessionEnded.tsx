import { lazy, Suspense, useSyncExternalStore } from 'react';
import { useServices } from '../../services/services.ts';

const SessionEndedDialog = lazy(() => import('./SessionEndedDialog.tsx'));

/** Renders nothing until the session has ended on an open page. */
export function SessionEnded() {
  const { session } = useServices();
  const ended = useSyncExternalStore(session.onEnd, session.hasEnded);
  return ended ? (
    <Suspense fallback={null}>
      <SessionEndedDialog />
    </Suspense>
  ) : null;
}
