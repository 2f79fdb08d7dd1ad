/** Memory limits of workspaces' processes on this machine. Sizes in bytes unless their name says otherwise. */
import { totalmem } from 'node:os';

export const MIB = 1024 * 1024;
const GIB = 1024 * MIB;
/** Reserved for the operating system, the control plane and PostgreSQL. */
const RESERVE = 1.5 * GIB;
/** Below this an engine cannot open its store. */
const LEAST = 256 * MIB;
/** Memory of a standby process, which has opened no database yet. */
const STANDBY = 192 * MIB;
/** Allowance above a process's plan: the runtime itself, code, and memory that is freed a little later. */
const MARGIN = 512 * MIB;

export interface MemoryPlan {
  /** `--memory-mb`: the engine's limit, in MiB. */
  readonly engineMb: number;
  /** `--max-old-space-size`, in MiB: V8's heap alone; buffers and shared memory are outside of it. */
  readonly heapMb: number;
  /** A process that takes more than this is killed, even when the machine has memory left. */
  readonly mostBytes: number;
  /** A sentence when the plan is less than the size asks for. */
  readonly note?: string;
}

export interface MemoryBudget {
  /** Limit of all workspaces together. */
  readonly wholeBytes: number;
  /**
   * Plans the memory of a workspace and reserves it until `release`: at most half of the free memory, so that later
   * workspaces get some, and never less than an engine needs.
   * @param by the workspace's id; its earlier claim is replaced
   * @param standby whether a second process stands by
   */
  claim(by: string, wantedBytes: number, standby: boolean): MemoryPlan;
  /** The plan that one more workspace would get now; reserves nothing. */
  offer(wantedBytes: number, standby: boolean): MemoryPlan;
  release(by: string): void;
}

/** Memory of the machine, or the limit of the container in which the control plane runs. */
export function machineMemory(): number {
  const total = totalmem();
  const constrained = process.constrainedMemory();
  // 0 or a huge number: no limit is set.
  return constrained > 0 && constrained < total ? constrained : total;
}

/** Shares the machine's memory, less its reserve, among workspaces. */
export function createMemoryBudget(machineBytes: number): MemoryBudget {
  const wholeBytes = machineBytes - Math.min(RESERVE, machineBytes / 2);
  const claims = new Map<string, number>();
  const free = (wantedBytes: number, standby: boolean): number => {
    const given = [...claims.values()].reduce((sum, bytes) => sum + bytes, standby ? STANDBY : 0);
    return Math.max(LEAST, Math.min(wantedBytes, (wholeBytes - given) / 2));
  };
  return {
    wholeBytes,
    claim(by, wantedBytes, standby) {
      claims.delete(by);
      const bytes = free(wantedBytes, standby);
      claims.set(by, bytes + (standby ? STANDBY : 0));
      return planOf(bytes, wantedBytes, machineBytes, claims.size - 1);
    },
    offer: (wantedBytes, standby) =>
      planOf(free(wantedBytes, standby), wantedBytes, machineBytes, claims.size),
    release: (by) => void claims.delete(by),
  };
}

function planOf(bytes: number, wantedBytes: number, machineBytes: number, others: number): MemoryPlan {
  const engineMb = Math.floor(bytes / MIB);
  // Graph, columns and the store's buffers live outside of V8's heap; results and text inside. Below
  // 512 MB of heap the compiler and a single large answer would already be too much for it.
  const heapMb = Math.max(512, Math.floor(engineMb * 0.75));
  const mostBytes = Math.max(engineMb, heapMb) * MIB + MARGIN;
  if (bytes >= wantedBytes) return { engineMb, heapMb, mostBytes };
  const shared =
    others === 0
      ? ''
      : `, which ${others === 1 ? 'another workspace uses' : `${others} other workspaces use`} too`;
  return {
    engineMb,
    heapMb,
    mostBytes,
    note: `Runs with ${gigabytes(bytes)} of memory instead of ${gigabytes(wantedBytes)}: this machine has ${gigabytes(machineBytes)}${shared}.`,
  };
}

export function gigabytes(bytes: number): string {
  return `${Number((bytes / GIB).toFixed(1))} GB`;
}
