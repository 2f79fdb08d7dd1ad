/** A server on the loopback for the test servers of stores. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Reply {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
}

export interface Served {
  readonly endpoint: string;
  stop(): Promise<void>;
}

/** @param answer gets a request, its address and its body */
export async function serve(
  answer: (request: IncomingMessage, url: URL, body: string) => Reply,
): Promise<Served> {
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const reply = answer(request, new URL(request.url ?? '/', 'http://server'), body);
      response.writeHead(reply.status ?? 200, reply.headers ?? {});
      response.end(reply.body ?? '');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The content that a request's range asks for. */
export function ranged(request: IncomingMessage, content: Buffer): Reply {
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
  return from === 0 ? { body: content } : { status: 206, body: content.subarray(from) };
}
