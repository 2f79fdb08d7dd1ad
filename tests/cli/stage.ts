/** A control plane that listens, and a folder of settings for the command line. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../apps/cloud/src/testing/free-port.ts';
import { startTestPostgres } from '../../apps/cloud/src/testing/postgres.ts';
import { startTestServer, type TestServer } from '../../apps/cloud/src/testing/server.ts';

export interface Stage {
  readonly server: TestServer;
  readonly origin: string;
  /** Folder of the credentials and of files. */
  readonly folder: string;
  /** Without a credential. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** @param prepare called before the server listens */
export async function startStage(prepare: (server: TestServer) => void = () => undefined): Promise<Stage> {
  const postgres = await startTestPostgres();
  const port = await freePort();
  const server = await startTestServer(postgres, { environment: { PORT: String(port) } });
  prepare(server);
  await server.plane.app.listen({ port, host: 'localhost' });
  const folder = mkdtempSync(path.join(tmpdir(), 'acacia-cli-'));
  const origin = `http://localhost:${port}`;
  return {
    server,
    origin,
    folder,
    env: { ACACIA_URL: origin, ACACIA_CONFIG: folder },
    async stop() {
      await server.stop();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
