import { createServer } from 'node:net';
import { addressesOf, listenOn } from './listen.ts';

interface PortRange {
  /** Address or name that the gateway listens on. */
  readonly host: string;
  /** Lowest port to allocate; default: 14240, TigerGraph's own. */
  readonly first?: number;
}

const FIRST = 14_240;
const LAST = 65_535;

/**
 * The lowest public port that no workspace has and that can be bound on this machine now.
 * @throws Error when there is none
 */
export async function allocatePort(taken: Iterable<number>, range: PortRange): Promise<number> {
  const first = range.first ?? FIRST;
  const used = new Set(taken);
  const addresses = await addressesOf(range.host);
  for (let port = first; port <= LAST; port++) {
    if (!used.has(port) && (await canBind(port, addresses))) return port;
  }
  throw new Error(`No port from ${first} to ${LAST} is free for another workspace.`);
}

async function canBind(port: number, addresses: readonly string[]): Promise<boolean> {
  try {
    const probes = await listenOn(addresses, port, () => createServer());
    await Promise.all(probes.map((probe) => new Promise((resolve) => probe.close(resolve))));
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE' || code === 'EACCES') return false;
    throw error;
  }
}
