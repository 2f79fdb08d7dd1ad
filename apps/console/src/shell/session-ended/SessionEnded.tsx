import { useSyncExternalStore } from 'react';
import { lazyPart } from '../../services/lazy-part.tsx';
import { useServices } from '../../services/services.ts';
import { Beside } from '../loading/Beside.tsx';

const SessionEndedDialog = lazyPart(async () => (await import('./SessionEndedDialog.tsx')).default);

/** Renders nothing until the session has ended on an open page. */
export function SessionEnded() {
  const { session } = useServices();
  const ended = useSyncExternalStore(session.onEnd, session.hasEnded);
  return ended ? (
    <Beside>
      <SessionEndedDialog />
    </Beside>
  ) : null;
}
