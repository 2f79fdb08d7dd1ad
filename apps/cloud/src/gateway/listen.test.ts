import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { addressesOf, listenOn } from './listen.ts';

const open: Server[] = [];
function make() {
  const server = createServer();
  open.push(server);
  return server;
}
afterEach(async () => {
  const closing = open.splice(0).filter((server) => server.listening);
  await Promise.all(closing.map((server) => new Promise((resolve) => server.close(resolve))));
});
function portOf(server: Server | undefined) {
  const address = server?.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

it('knows the addresses of a name, each once', async () => {
  expect(await addressesOf('127.0.0.1')).toEqual(['127.0.0.1']);
  const local = await addressesOf('localhost');
  expect(local.length).toBeGreaterThan(0);
  expect(new Set(local).size).toBe(local.length);
});

it('leaves out addresses that the machine does not have', async () => {
  const servers = await listenOn(['203.0.113.7', '127.0.0.1'], 0, make);
  expect(servers).toHaveLength(1);
  await expect(listenOn(['203.0.113.7'], 0, make)).rejects.toThrow('EADDRNOTAVAIL');
});

it('opens all addresses or none', async () => {
  const [taken] = await listenOn(['127.0.0.2'], 0, make);
  const port = portOf(taken);
  await expect(listenOn(['127.0.0.1', '127.0.0.2'], port, make)).rejects.toThrow('EADDRINUSE');
  expect(await listenOn(['127.0.0.1'], port, make)).toHaveLength(1);
});
