/** Downloads a file that a run wrote. */
import type { WorkspaceClient } from '@acacia/api-client';
import type { RunFile } from '@acacia/contract';
import { download } from '@acacia/ui';

export async function saveOutput(
  client: WorkspaceClient,
  run: string,
  { file, name }: RunFile,
): Promise<void> {
  download(name, await client.runOutput(run, file));
}
