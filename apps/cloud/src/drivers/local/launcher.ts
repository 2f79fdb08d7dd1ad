/** Starts processes of workspaces, sandboxed and within their limits, and records each on disk for a crash. */
import { availableParallelism } from 'node:os';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { permissionFlags } from '@acacia/contract';
import type { MemoryPlan } from './memory.ts';
import type { MemoryWatch } from './memory-watch.ts';
import { preferAsVictim } from './out-of-memory.ts';
import { removeProcessFile, writeProcessFile } from './process-file.ts';
import { identify } from './process-identity.ts';
import type { ProcessIdentity } from './process-identity.ts';
import type { Sandbox } from './sandbox/sandbox.ts';
import { openDoor } from './socket-door.ts';
import { demandStore } from './store-record.ts';
import { startProcess } from './workspace-process.ts';
import type { Stream, WorkspaceProcess } from './workspace-process.ts';

interface LauncherOptions {
  /** The `node` that runs workspaces. */
  readonly nodePath: string;
  /** Main file of the workspace server; `programs`: the files and folders of Acacia that it loads. */
  readonly entry: string;
  readonly programs: readonly string[];
  /** Days for which tokens and secrets may be valid; undefined: the workspace server's own choice. */
  readonly credentialDays: number | undefined;
  /** Folder of the compile cache that all workspaces share, where their sandbox makes it read-only. */
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
  /** Null: the folder is looked at once, and is nobody's database. */
  readonly databaseId: string | null;
  readonly readOnly: boolean;
  /** Folder for copies of its database; null: the workspace makes none. */
  readonly copies: string | null;
  /** Whether the process waits to be promoted. */
  readonly standby: boolean;
  readonly memory: MemoryPlan;
  readonly cpus: number;
  readonly version: string;
  /** The gateway key, by which the process trusts its caller. */
  readonly key: string;
  /** Path of the file that records the process (process-file.ts); it must not be in use. */
  readonly processFile: string;
  readonly write: (stream: Stream, line: string) => void;
}

export type Launcher = (launch: Launch) => Promise<WorkspaceProcess>;

const PARENT_WATCH = join(import.meta.dirname, 'parent-watch.ts');

/** Variables of the control plane's environment that a workspace gets; secrets are not among them. */
const PASSED_ON = ['PATH', 'HOME', 'TZ', 'LANG', 'LC_ALL', 'NODE_EXTRA_CA_CERTS'];

/** Processors that a workspace of a size may use on this machine. */
export function coresOf(cpus: number): number {
  return Math.max(1, Math.min(Math.floor(cpus), availableParallelism()));
}

export function createLauncher(options: LauncherOptions): Launcher {
  function environment(compileCache: string): NodeJS.ProcessEnv {
    const env: NodeJS.ProcessEnv = {
      ...options.environment,
      ACACIA_LOG: 'json',
      NODE_COMPILE_CACHE: compileCache,
    };
    for (const name of PASSED_ON) if (process.env[name] !== undefined) env[name] = process.env[name];
    return env;
  }

  function flagsOf(launch: Launch): string[] {
    const flags = ['--socket', launch.socket, '--data', launch.folder, '--gateway-key-on-stdin'];
    flags.push('--memory-mb', String(launch.memory.engineMb), '--workers', String(coresOf(launch.cpus)));
    flags.push('--tg-version', launch.version);
    if (launch.databaseId !== null) flags.push('--database', launch.databaseId);
    if (options.credentialDays !== undefined) flags.push('--credential-days', String(options.credentialDays));
    if (launch.readOnly) flags.push('--read-only');
    if (launch.standby) flags.push('--standby');
    return flags;
  }

  return async (launch) => {
    const folders = [dirname(launch.socket), ...(launch.copies === null ? [] : [launch.copies])];
    await demandStore(launch.folder);
    for (const folder of folders) await mkdir(folder, { recursive: true, mode: 0o700 });
    // A standby will listen on the socket on which the serving process still listens.
    if (!launch.standby) await rm(launch.socket, { force: true });
    const sandbox = await options.sandbox();
    // Node reads a cache only where it may write to it. A process that could change the code that others run gets a
    // cache of its own.
    const compileCache = sandbox.closed ? options.compileCache : join(dirname(launch.socket), 'compiled');
    await mkdir(compileCache, { recursive: true, mode: 0o700 });
    const certificates = process.env['NODE_EXTRA_CA_CERTS'];
    const permissions = permissionFlags({
      read: [
        ...options.programs,
        dirname(options.entry),
        PARENT_WATCH,
        ...(certificates ? [certificates] : []),
      ],
      write: [launch.folder, ...folders, compileCache],
    });
    const command = await sandbox.enter(
      { folder: launch.folder, folders, shared: launch.standby },
      {
        program: options.nodePath,
        args: [
          ...[`--max-old-space-size=${launch.memory.heapMb}`, `--v8-pool-size=${coresOf(launch.cpus)}`],
          ...permissions,
          ...['--import', PARENT_WATCH, options.entry, ...flagsOf(launch)],
        ],
      },
    );
    // On the disk: the /tmp that the process sees is in memory.
    const TMPDIR = dirname(launch.socket);
    const child = startProcess(
      { command, env: { ...environment(compileCache), TMPDIR }, input: launch.key },
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
      // Without its file the process could not be found after a crash, so it is ended.
      await child.end(options.stopWithin);
      throw error;
    }
    options.memoryWatch.add(child, launch.memory);
    const exited = child.exited.then(async (exit) => {
      await removeProcessFile(launch.processFile);
      return exit;
    });
    // Those who wait for it get the failure; perhaps nobody does.
    exited.catch(() => undefined);
    const ready = child.ready.then(async (answers) => {
      if (!answers || (await openDoor(launch.socket))) return answers;
      await child.end(0, { why: 'had something else in the place of its socket and was killed' });
      return false;
    });
    ready.catch(() => undefined);
    return { ...child, ready, exited };
  };
}
