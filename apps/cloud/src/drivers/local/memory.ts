/** How much memory a workspace's processes get on this machine. All sizes in bytes unless named. */
import { totalmem } from 'node:os';

export const MIB = 1024 * 1024;
const GIB = 1024 * MIB;
/** What is left to the operating system, the control plane and PostgreSQL. */
const RESERVE = 1.5 * GIB;
/** Below this an engine cannot open its store. */
const LEAST = 256 * MIB;
/** What a process takes that stands by and has opened nothing. */
const STANDBY = 192 * MIB;
/** A process may take so much more than its plan: the runtime itself, code, and what is freed a little later. */
const MARGIN = 512 * MIB;

export interface MemoryPlan {
  /** `--memory-mb`: what the engine may take altogether. */
  readonly engineMb: number;
  /** `--max-old-space-size`: V8's heap alone; buffers and shared memory are outside of it. */
  readonly heapMb: number;
  /** A process that takes more of the machine's memory is ended, however much there is. */
  readonly mostBytes: number;
  /** A sentence when it is less than the size asks for. */
  readonly note?: string;
}

export interface MemoryBudget {
  /** What workspaces may take altogether. */
  readonly wholeBytes: number;
  /**
   * Plans for somebody, who keeps it until it is released: at most half of what is left, for those that come
   * later, and never less than an engine needs.
   * @param standby whether a second process stands by
   */
  claim(by: string, wantedBytes: number, standby: boolean): MemoryPlan;
  release(by: string): void;
}

/** Memory of the machine, or of the container that it runs in. */
export function machineMemory(): number {
  const total = totalmem();
  const constrained = process.constrainedMemory();
  // 0 or a huge number: no limit is set.
  return constrained > 0 && constrained < total ? constrained : total;
}

/** Shares out what the machine has after its reserve. */
export function createMemoryBudget(machineBytes: number): MemoryBudget {
  const wholeBytes = machineBytes - Math.min(RESERVE, machineBytes / 2);
  const claims = new Map<string, number>();
  return {
    wholeBytes,
    claim(by, wantedBytes, standby) {
      claims.delete(by);
      const given = [...claims.values()].reduce((sum, bytes) => sum + bytes, standby ? STANDBY : 0);
      const bytes = Math.max(LEAST, Math.min(wantedBytes, (wholeBytes - given) / 2));
      claims.set(by, bytes + (standby ? STANDBY : 0));
      return planOf(bytes, wantedBytes, machineBytes, claims.size - 1);
    },
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
