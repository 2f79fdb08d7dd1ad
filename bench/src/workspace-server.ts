/** The process of `workspace-process.ts`: `workspace-server.ts FOLDER` serves the data of a folder over HTTP. */
import path from 'node:path';
import { pino } from 'pino';
import { startWorkspace } from '../../apps/workspace/src/workspace.ts';

const [folder = ''] = process.argv.slice(2);
const MEMORY_MB = 8192;

const workspace = await startWorkspace({
  listen: { kind: 'port', port: 0 },
  dataDir: path.join(folder, 'data'),
  memoryMb: MEMORY_MB,
  readOnly: false,
  firstPassword: 'tigergraph',
  logger: pino({ level: 'silent' }),
});
process.send?.(workspace.address);
process.once('message', () => {
  void workspace.close().then(() => process.exit(0));
});
