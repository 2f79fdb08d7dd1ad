/** Sends the files and loads them by a loading job. */
import type { WorkspaceClient } from '@acacia/api-client';
import type { WireLoadStatus } from '@acacia/contract';
import type { Run } from './loader-state.ts';

const POLL_MS = 250;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export interface Load {
  readonly graph: string;
  /** Name of the loading job; not used before. */
  readonly job: string;
  /** Text of the loading job. */
  readonly text: string;
  /** Files by their variable in the text. */
  readonly files: ReadonlyMap<string, File>;
}

/**
 * Resolves with the status at the end. Aborting the signal stops the sending, or the load in the workspace.
 * @throws DOMException `AbortError` when the signal aborted before the load began; WorkspaceError with the workspace's answer
 */
export async function runLoad(
  client: WorkspaceClient,
  { graph, job, text, files }: Load,
  signal: AbortSignal,
  onProgress: (run: Run & { readonly phase: 'uploading' | 'loading' }) => void,
): Promise<WireLoadStatus> {
  const paths: Record<string, string> = {};
  for (const [variable, file] of files) {
    const sending = (sent: number, total: number): void =>
      onProgress({ phase: 'uploading', file: file.name, sent, total });
    sending(0, file.size);
    const uploaded = await client.uploadFile(file.name, file, { signal, onProgress: sending });
    paths[variable] = uploaded.path;
  }
  onProgress({ phase: 'loading', status: null });
  await client.createLoadingJob(graph, text);
  const id = await client.runLoadingJob(graph, job, paths);
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
