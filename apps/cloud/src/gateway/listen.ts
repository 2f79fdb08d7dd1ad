/** Listens on all addresses of a host name: `localhost` has two on most machines, and clients try either. */
import { lookup } from 'node:dns/promises';
import type { Server } from 'node:net';

export async function addressesOf(host: string): Promise<readonly string[]> {
  const found = await lookup(host, { all: true });
  return [...new Set(found.map(({ address }) => address))];
}

/**
 * Starts one server for each address, all on one port. Addresses that the machine does not have (::1 where IPv6 is
 * off) are left out as long as one remains. Rejects with the error of `listen`, after closing all servers.
 */
export async function listenOn<S extends Server>(
  addresses: readonly string[],
  port: number,
  make: () => S,
): Promise<readonly S[]> {
  const servers: S[] = [];
  let missing: Error | undefined;
  for (const host of addresses) {
    const server = make();
    try {
      await listen(server, port, host);
      servers.push(server);
    } catch (error) {
      if (isMissing(error)) {
        missing = error;
        continue;
      }
      for (const open of servers) open.close();
      throw error;
    }
  }
  if (servers.length === 0) throw missing ?? new Error('There is no address to listen on.');
  return servers;
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, exclusive: true }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function isMissing(error: unknown): error is Error {
  return (
    error instanceof Error &&
    'code' in error &&
    ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(String(error.code))
  );
}
