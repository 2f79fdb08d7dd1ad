/** Raw bytes on a socket against a real server: the answers, and those that a client could take for another answer. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { unreadableRequests } from './unreadable-requests.ts';

let end: () => void = () => undefined;
afterEach(() => end());

/** Sends raw bytes to a server; resolves to all that it answered until the connection closed. */
async function ask(text: string, handle: RequestListener): Promise<string> {
  const unreadable = unreadableRequests({ headerBytes: 1024, envelope: (message) => ({ message }) });
  const server = createServer({ maxHeaderSize: 1024, requestTimeout: 200, connectionsCheckingInterval: 20 });
  server.on('clientError', unreadable.answer);
  server.on('request', unreadable.note);
  server.on('request', handle);
  end = () => void server.close();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const socket = connect(port, '127.0.0.1', () => socket.write(text));
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  await once(socket, 'close');
  return answer;
}

const never: RequestListener = () => undefined;
const HEAD = 'POST / HTTP/1.1\r\nHost: a\r\n';

test.each([
  [
    'nonsense',
    'nonsense\r\n\r\n',
    /^HTTP\/1.1 400 Bad Request[^]*"The request is not HTTP as it should be."/,
  ],
  ['a head too large', `GET /${'x'.repeat(2000)} HTTP/1.1\r\n`, /^HTTP\/1.1 431 [^]*larger than 1 KB/],
  ['a head that does not end', HEAD, /^HTTP\/1.1 408 Request Timeout[^]*too long in coming/],
  ['a body that does not end', `${HEAD}Content-Length: 9\r\n\r\nx`, /^HTTP\/1.1 408 [^]*too long in coming/],
  ['a chunk that is none', `${HEAD}Transfer-Encoding: chunked\r\n\r\nno\r\n`, /^HTTP\/1.1 400 /],
])('answers %s once, and ends the connection', async (_what, text, expected) => {
  const answer = await ask(text, never);
  expect(answer).toMatch(expected);
  expect(answer).toContain('\r\nConnection: close\r\n');
  expect(answer.match(/HTTP\/1.1/g)).toHaveLength(1);
});

test('says nothing that would be taken for the answer to a request before it', async () => {
  expect(await ask(`GET / HTTP/1.1\r\nHost: a\r\n\r\nnonsense\r\n\r\n`, never)).toBe('');
});

test('says nothing in the midst of an answer', async () => {
  const begin: RequestListener = (_request, response) => void response.write('begun');
  const answer = await ask(`${HEAD}Content-Length: 9\r\n\r\nx`, begin);
  expect(answer).toContain('begun');
  expect(answer).not.toContain('too long');
});
