/** Limits connections: those that send nothing or slowly, and their number. */
import type { Server } from 'node:http';
import { networkOf } from '../network/addresses.ts';

/** Timeouts in milliseconds; a slower client is disconnected. */
export const PATIENCE = {
  /** For the headers of a request, from the connection on. */
  headers: 10_000,
  /** For a whole request. */
  request: 30_000,
  /** Without any bytes on a connection. */
  silence: 120_000,
  /** Between two checks for slow connections. */
  look: 2_000,
} as const;

const MOST = 4000;
const MOST_OF_NETWORK = 1000;

/** @param isProxy whether an address is a proxy, which sends the requests of many clients */
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
