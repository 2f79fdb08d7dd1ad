/** Connections that are held open by those who send nothing, slowly, or too many of them. */
import type { Server } from 'node:http';
import { networkOf } from '../network/addresses.ts';

/** Milliseconds: whoever is slower is cut off. */
export const PATIENCE = {
  /** For the head of a request, from the connection on. */
  headers: 10_000,
  /** For a whole request. */
  request: 30_000,
  /** For anything to move on a connection. */
  silence: 120_000,
  /** Between looks at slow ones. */
  look: 2_000,
} as const;

const MOST = 4000;
const MOST_OF_NETWORK = 1000;

/** @param isProxy whether an address brings the requests of many */
export function limitConnections(server: Server, isProxy: (address: string) => boolean): void {
  const open = new Map<string, number>();
  server.maxConnections = MOST;
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    if (isProxy(address)) return;
    const network = networkOf(address);
    const count = (open.get(network) ?? 0) + 1;
    open.set(network, count);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    });
    if (count > MOST_OF_NETWORK) socket.destroy();
  });
}
