import { createServer } from 'node:net';

interface PortRange {
  /** Address that the gateway listens on. */
  readonly host: string;
  /** Lowest port to give; 14240 is TigerGraph's own. */
  readonly first?: number;
}

const FIRST = 14_240;
const LAST = 65_535;

/** The next public port that no workspace has and that can be bound on this machine now. */
export async function allocatePort(taken: Iterable<number>, range: PortRange): Promise<number> {
  const first = range.first ?? FIRST;
  const used = new Set(taken);
  for (let port = first; port <= LAST; port++) {
    if (!used.has(port) && (await canBind(port, range.host))) return port;
  }
  throw new Error(`No port from ${first} to ${LAST} is free for another workspace.`);
}

function canBind(port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false);
      else reject(error);
    });
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}
