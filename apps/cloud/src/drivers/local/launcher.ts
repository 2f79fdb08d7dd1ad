/** Starts processes of workspaces so that each is found after a crash and takes what it may. */
import { availableParallelism } from 'node:os';
import { mkdir, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { MemoryPlan } from './memory.ts';
import type { MemoryWatch } from './memory-watch.ts';
import { preferAsVictim } from './out-of-memory.ts';
import { removeProcessFile, writeProcessFile } from './process-file.ts';
import { identify } from './process-identity.ts';
import type { ProcessIdentity } from './process-identity.ts';
import { startProcess } from './workspace-process.ts';
import type { Stream, WorkspaceProcess } from './workspace-process.ts';

interface LauncherOptions {
  /** The `node` that runs workspaces. */
  readonly nodePath: string;
  /** Main file of the workspace server, when it is not this repository's. */
  readonly entry: string | undefined;
  /** Days for which tokens and secrets may be valid; undefined: the workspace server's own choice. */
  readonly credentialDays: number | undefined;
  readonly compileCache: string;
  readonly controlPlane: ProcessIdentity;
  readonly memoryWatch: MemoryWatch;
  /** Milliseconds. */
  readonly stopWithin: number;
  /** Variables that every workspace gets; see `sourceEnvironment`. */
  readonly environment: Readonly<Record<string, string>>;
}

interface Launch {
  readonly socket: string;
  readonly folder: string;
  readonly readOnly: boolean;
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

const ENTRY = fileURLToPath(new URL('../../../../workspace/src/main.ts', import.meta.url));

/** Variables of our own environment that a workspace may see; secrets of the control plane are not. */
const PASSED_ON = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG', 'LC_ALL', 'NODE_EXTRA_CA_CERTS'];

/** Processors that a workspace of a size may use on this machine. */
export function coresOf(cpus: number): number {
  return Math.max(1, Math.min(Math.floor(cpus), availableParallelism()));
}

export function createLauncher(options: LauncherOptions): Launcher {
  function environment(key: string): NodeJS.ProcessEnv {
    const env: NodeJS.ProcessEnv = {
      ...options.environment,
      ACACIA_GATEWAY_KEY: key,
      ACACIA_LOG: 'json',
      NODE_COMPILE_CACHE: options.compileCache,
    };
    for (const name of PASSED_ON) if (process.env[name] !== undefined) env[name] = process.env[name];
    return env;
  }

  function flagsOf(launch: Launch): string[] {
    const flags = ['--socket', launch.socket, '--data', launch.folder];
    flags.push('--memory-mb', String(launch.memory.engineMb), '--workers', String(coresOf(launch.cpus)));
    flags.push('--tg-version', launch.version);
    if (options.credentialDays !== undefined) flags.push('--credential-days', String(options.credentialDays));
    if (launch.readOnly) flags.push('--read-only');
    if (launch.standby) flags.push('--standby');
    return flags;
  }

  return async (launch) => {
    await mkdir(launch.folder, { recursive: true });
    // One that stands by will listen where another one listens still.
    if (!launch.standby) await rm(launch.socket, { force: true });
    const child = startProcess(
      {
        nodePath: options.nodePath,
        nodeFlags: [`--max-old-space-size=${launch.memory.heapMb}`, `--v8-pool-size=${coresOf(launch.cpus)}`],
        entry: options.entry ?? ENTRY,
        flags: flagsOf(launch),
        env: environment(launch.key),
      },
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
