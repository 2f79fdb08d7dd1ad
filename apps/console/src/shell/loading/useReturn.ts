/** Tries again by itself once the control plane answers. */
import { CloudError } from '@acacia/api-client';
import { useEffect, useEffectEvent } from 'react';
import { pause } from '../../services/pause.ts';
import { useServices } from '../../services/services.ts';

/** Milliseconds between two attempts to reach the control plane. */
const AGAIN_MS = 2_000;

/** @param retry called once for each error that says that the control plane was not reached */
export function useReturn(error: unknown, retry: () => void): void {
  const { cloud } = useServices();
  const onReturn = useEffectEvent(retry);
  useEffect(() => {
    if (!(error instanceof CloudError) || error.status !== 0) return undefined;
    const leave = new AbortController();
    const { signal } = leave;
    const answers = (): Promise<boolean> =>
      cloud.getClientConfig({ signal }).then(
        () => true,
        () => false,
      );
    const wait = async (): Promise<void> => {
      do await pause(AGAIN_MS, signal);
      while (!signal.aborted && !(await answers()));
      if (!signal.aborted) onReturn();
    };
    void wait();
    return () => leave.abort();
  }, [cloud, error]);
}
