/**
 * Starts a workspace server on its own, in a process that may read whatever its account may and write only to its data
 * folder.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { permissionFlags } from '@acacia/contract';
import { parseCommandLine } from './options.ts';

const SERVER = fileURLToPath(import.meta.resolve('./main.ts'));

/** The data folder, created where it is missing; none where the server will report the problem. */
function dataFolder(args: readonly string[]): string[] {
  try {
    const folder = parseCommandLine(args)?.dataDir;
    if (folder === undefined) return [];
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return [folder];
  } catch {
    // The server reports it: it parses the same arguments.
    return [];
  }
}

const given = process.argv.slice(2);
const args = [...permissionFlags({ read: ['*'], write: dataFolder(given) }), SERVER, ...given];
// In its place, so that signals and its end need not be passed on; Windows cannot.
if (process.execve === undefined || process.platform === 'win32') {
  process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
} else process.execve(process.execPath, [process.execPath, ...args]);
