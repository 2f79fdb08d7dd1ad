/** Loads uploaded files by a loading job that is there for this load alone. */
import type { WorkspaceClient } from '@acacia/api-client';
import type { WireLoadStatus } from '@acacia/contract';
import type { Run } from './loader-state.ts';
import type { UploadedFile } from './source-file.ts';

const POLL_MS = 250;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export interface Load {
  readonly graph: string;
  /** Name of the loading job; not used before. */
  readonly job: string;
  /** Text of the loading job. */
  readonly text: string;
  /** Uploaded files by their variable in the text. */
  readonly files: ReadonlyMap<string, UploadedFile>;
}

/**
 * Resolves with the status at the end. Aborting the signal stops the load in the workspace.
 * @throws WorkspaceError with the workspace's answer
 */
export async function runLoad(
  client: WorkspaceClient,
  { graph, job, text, files }: Load,
  signal: AbortSignal,
  onProgress: (run: Run & { readonly phase: 'loading' }) => void,
): Promise<WireLoadStatus> {
  const paths = Object.fromEntries([...files].map(([variable, { path }]) => [variable, path]));
  await client.createLoadingJob(graph, text);
  try {
    const id = await client.runLoadingJob(graph, job, paths);
    return await untilEnded(client, graph, id, signal, onProgress);
  } finally {
    // Every load would leave a job behind. The outcome of the load counts more than a job that could not be dropped.
    await client.deleteLoadingJob(graph, job).catch(() => undefined);
  }
}

async function untilEnded(
  client: WorkspaceClient,
  graph: string,
  id: string,
  signal: AbortSignal,
  onProgress: (run: Run & { readonly phase: 'loading' }) => void,
): Promise<WireLoadStatus> {
  let told = false;
  for (;;) {
    if (signal.aborted && !told) {
      told = true;
      await client.abortLoad(graph, id);
    }
    const status = await client.loadStatus(graph, id);
    if (status.overall.status !== 'running') return status;
    onProgress({ phase: 'loading', status });
    await pause(POLL_MS);
  }
}
