/** Readings of a running workspace: its own status, and its processes and volume as the system reports them. */
import { statfs } from 'node:fs/promises';
import { InternalStatus } from '@acacia/contract';
import type { Activity, Reading } from '../driver.ts';
import type { WorkspaceCall } from '../workspace-call.ts';
import { folderSize } from './folder-size.ts';
import { residentBytes } from './process-memory.ts';

type Call = (call: WorkspaceCall) => Promise<string>;

interface Measured {
  /** Ids of all its processes. */
  readonly pids: readonly number[];
  readonly folder: string;
  readonly cpus: number;
  readonly memoryLimitBytes: number;
}

/** Milliseconds: a workspace answers this from memory. */
const DEADLINE = 5_000;
/** Milliseconds for which the size of a folder is cached. */
const SIZE_KEPT = 10_000;

/** Rejects when the workspace does not answer. */
export async function readActivity(call: Call): Promise<Activity> {
  const { activity } = await statusOf(call);
  return { ...activity, lastActivityAt: new Date(activity.lastActivityAt) };
}

/** Makes the function that takes readings; it caches the sizes of folders for ten seconds. */
export function createReader(): (call: Call, measured: Measured) => Promise<Reading> {
  const sizes = new Map<string, { readonly until: number; readonly bytes: Promise<number> }>();

  function sizeOf(folder: string): Promise<number> {
    const now = performance.now();
    for (const [path, { until }] of sizes) if (until < now) sizes.delete(path);
    const known = sizes.get(folder);
    if (known !== undefined) return known.bytes;
    const bytes = folderSize(folder);
    sizes.set(folder, { until: now + SIZE_KEPT, bytes });
    bytes.catch(() => sizes.delete(folder));
    return bytes;
  }

  return async (call, { pids, folder, cpus, memoryLimitBytes }) => {
    const status = await statusOf(call);
    const [taken, storageBytes, volume] = await Promise.all([
      residentBytes(pids),
      sizeOf(folder),
      statfs(folder),
    ]);
    return {
      startedAt: new Date(status.startedAt),
      counters: status.counters,
      runningQueries: status.activity.runningQueries,
      runningLoads: status.activity.runningLoads,
      cpus,
      memoryBytes: [...taken.values()].reduce((sum, bytes) => sum + bytes, 0),
      memoryLimitBytes,
      graphBytes: status.memory.graphBytes,
      graphLimitBytes: status.memory.limitBytes,
      storageBytes,
      volumeBytes: volume.blocks * volume.bsize,
      volumeUsedBytes: (volume.blocks - volume.bfree) * volume.bsize,
      vertexCount: status.vertexCount,
      edgeCount: status.edgeCount,
      loads: status.loads,
    };
  };
}

async function statusOf(call: Call): Promise<InternalStatus> {
  return InternalStatus.parse(JSON.parse(await call({ path: '/internal/status', timeout: DEADLINE })));
}
