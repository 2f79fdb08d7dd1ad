/** Ports for servers that a test starts as processes of their own. */
import { createServer } from 'node:net';

/**
 * Outside of the range from which systems take ports for outgoing connections (32768 and more on Linux): such a port
 * could be taken by any connection of a test nearby before the server listens, or while it is restarted.
 */
const FIRST = 27_000;
const LAST = 31_999;
const given = new Set<number>();

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    // All interfaces: a server on one of them alone is seen too.
    probe.listen(port, () => probe.close(() => resolve(true)));
  });

/** A port on which nothing listens, another one at each call of this process. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST + 1));
    if (given.has(port)) continue;
    given.add(port);
    if (await isFree(port)) return port;
  }
}
