/** Starts processes of workspaces so that each is found after a crash and takes what it may. */
import { availableParallelism } from 'node:os';
import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MemoryPlan } from './memory.ts';
import type { MemoryWatch } from './memory-watch.ts';
import { preferAsVictim } from './out-of-memory.ts';
import { removeProcessFile, writeProcessFile } from './process-file.ts';
import { identify } from './process-identity.ts';
import type { ProcessIdentity } from './process-identity.ts';
import type { Sandbox } from './sandbox/sandbox.ts';
import { startProcess } from './workspace-process.ts';
import type { Stream, WorkspaceProcess } from './workspace-process.ts';

interface LauncherOptions {
  /** The `node` that runs workspaces. */
  readonly nodePath: string;
  /** Main file of the workspace server. */
  readonly entry: string;
  /** Days for which tokens and secrets may be valid; undefined: the workspace server's own choice. */
  readonly credentialDays: number | undefined;
  readonly compileCache: string;
  readonly controlPlane: ProcessIdentity;
  readonly memoryWatch: MemoryWatch;
  readonly sandbox: () => Promise<Sandbox>;
  /** Milliseconds. */
  readonly stopWithin: number;
  /** Variables that every workspace gets; see `sourceEnvironment`. */
  readonly environment: Readonly<Record<string, string>>;
}

interface Launch {
  readonly socket: string;
  readonly folder: string;
  readonly readOnly: boolean;
  /** Where it puts copies of its database; null: it makes none. */
  readonly copies: string | null;
  /** Waits to be promoted. */
  readonly standby: boolean;
  readonly memory: MemoryPlan;
  readonly cpus: number;
  readonly version: string;
  /** By which the process trusts who calls. */
  readonly key: string;
  /** Names the process on the disk; there may be none of that name now. */
  readonly processFile: string;
  readonly write: (stream: Stream, line: string) => void;
}

export type Launcher = (launch: Launch) => Promise<WorkspaceProcess>;

const PARENT_WATCH = fileURLToPath(import.meta.resolve('./parent-watch.ts'));

/** Variables of our own environment that a workspace may see; secrets of the control plane are not. */
const PASSED_ON = ['PATH', 'HOME', 'TZ', 'LANG', 'LC_ALL', 'NODE_EXTRA_CA_CERTS'];

/** Processors that a workspace of a size may use on this machine. */
export function coresOf(cpus: number): number {
  return Math.max(1, Math.min(Math.floor(cpus), availableParallelism()));
}

export function createLauncher(options: LauncherOptions): Launcher {
  function environment(): NodeJS.ProcessEnv {
    const env: NodeJS.ProcessEnv = {
      ...options.environment,
      ACACIA_LOG: 'json',
      NODE_COMPILE_CACHE: options.compileCache,
    };
    for (const name of PASSED_ON) if (process.env[name] !== undefined) env[name] = process.env[name];
    return env;
  }

  function flagsOf(launch: Launch): string[] {
    const flags = ['--socket', launch.socket, '--data', launch.folder, '--gateway-key-on-stdin'];
    flags.push('--memory-mb', String(launch.memory.engineMb), '--workers', String(coresOf(launch.cpus)));
    flags.push('--tg-version', launch.version);
    if (options.credentialDays !== undefined) flags.push('--credential-days', String(options.credentialDays));
    if (launch.readOnly) flags.push('--read-only');
    if (launch.standby) flags.push('--standby');
    return flags;
  }

  return async (launch) => {
    const folders = [dirname(launch.socket), ...(launch.copies === null ? [] : [launch.copies])];
    for (const folder of [launch.folder, ...folders]) await mkdir(folder, { recursive: true, mode: 0o700 });
    // One that stands by will listen where another one listens still.
    if (!launch.standby) await rm(launch.socket, { force: true });
    const sandbox = await options.sandbox();
    const command = await sandbox.enter(
      { folder: launch.folder, folders, shared: launch.standby },
      {
        program: options.nodePath,
        args: [
          ...[`--max-old-space-size=${launch.memory.heapMb}`, `--v8-pool-size=${coresOf(launch.cpus)}`],
          ...['--import', PARENT_WATCH, options.entry, ...flagsOf(launch)],
        ],
      },
    );
    // On the disk: the temporary folder that it sees is in memory.
    const TMPDIR = dirname(launch.socket);
    const child = startProcess(
      { command, env: { ...environment(), TMPDIR }, input: launch.key },
      launch.write,
    );
    try {
      const identity = child.pid === undefined ? undefined : identify(child.pid);
      if (identity !== undefined) {
        const content = { process: identity, controlPlane: options.controlPlane, socket: launch.socket };
        await writeProcessFile(launch.processFile, content);
        await preferAsVictim(identity.pid);
      }
    } catch (error) {
      // Nobody would find it after a crash: better none than one that cannot be found.
      await child.end(options.stopWithin);
      throw error;
    }
    options.memoryWatch.add(child, launch.memory);
    const exited = child.exited.then(async (exit) => {
      await removeProcessFile(launch.processFile);
      return exit;
    });
    // Whoever waits for its end is told; nobody may.
    exited.catch(() => undefined);
    return { ...child, exited };
  };
}
