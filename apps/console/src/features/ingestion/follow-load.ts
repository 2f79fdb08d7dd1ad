/** Follows a load of the workspace to its end. The load itself needs nobody who watches. */
import { t } from '@acacia/texts';
import { WorkspaceError, type WorkspaceClient } from '@acacia/api-client';
import type { WireLoadStatus } from '@acacia/contract';

const POLL_MS = 250;
/** Milliseconds between attempts to reach a workspace that does not answer. */
const RETRY_MS = 2000;

/** Statuses of an answer that does not come from the load: nobody was reached, or the gateway waits for the workspace. */
const ELSEWHERE = new Set([0, 429, 502, 503, 504]);

export interface Followed {
  /** The status as it was last read; null before. */
  readonly status: WireLoadStatus | null;
  /** Whether the workspace did not answer just now. */
  readonly lost: boolean;
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(new DOMException(t`No longer followed.`, 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  });

/**
 * Resolves with the status at the end of a load. A line that is cut, and a workspace that restarts, are waited for.
 * @param signal ends following, not the load
 * @throws WorkspaceError with another refusal of the workspace, such as that it does not know the load
 */
export async function followLoad(
  client: WorkspaceClient,
  graph: string,
  id: string,
  signal: AbortSignal,
  onProgress: (followed: Followed) => void,
): Promise<WireLoadStatus> {
  let status: WireLoadStatus | null = null;
  for (;;) {
    try {
      status = await client.loadStatus(graph, id, { signal });
      if (status.overall.status !== 'running') return status;
      onProgress({ status, lost: false });
      await pause(POLL_MS, signal);
    } catch (error) {
      if (!(error instanceof WorkspaceError) || !ELSEWHERE.has(error.status)) throw error;
      onProgress({ status, lost: true });
      await pause(RETRY_MS, signal);
    }
  }
}
