/** How much memory a workspace's process gets on this machine. All sizes in bytes unless named. */
import { totalmem } from 'node:os';

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;
/** What is left to the operating system, the control plane and PostgreSQL. */
const RESERVE = 1.5 * GIB;
/** Below this an engine cannot open its store. */
const LEAST = 256 * MIB;

interface MemoryPlan {
  /** `--memory-mb`: what the engine may take altogether. */
  readonly engineMb: number;
  /** `--max-old-space-size`: V8's heap alone; buffers and shared memory are outside of it. */
  readonly heapMb: number;
  /** A sentence when it is less than the size asks for. */
  readonly note?: string;
}

/** Memory of the machine, or of the container that it runs in. */
export function machineMemory(): number {
  const total = totalmem();
  const constrained = process.constrainedMemory();
  // 0 or a huge number: no limit is set.
  return constrained > 0 && constrained < total ? constrained : total;
}

/** Caps a size at what the machine has after its reserve. */
export function planMemory(wantedBytes: number, machineBytes: number): MemoryPlan {
  const reserve = Math.min(RESERVE, machineBytes / 2);
  const bytes = Math.max(LEAST, Math.min(wantedBytes, machineBytes - reserve));
  const engineMb = Math.floor(bytes / MIB);
  // Graph, columns and the store's buffers live outside of V8's heap; results and text inside. Below
  // 512 MB of heap the compiler and a single large answer would already be too much for it.
  const heapMb = Math.max(512, Math.floor(engineMb * 0.75));
  if (bytes >= wantedBytes) return { engineMb, heapMb };
  return {
    engineMb,
    heapMb,
    note: `Runs with ${gigabytes(bytes)} of memory instead of ${gigabytes(wantedBytes)}: this machine has ${gigabytes(machineBytes)}.`,
  };
}

function gigabytes(bytes: number): string {
  return `${Number((bytes / GIB).toFixed(1))} GB`;
}
