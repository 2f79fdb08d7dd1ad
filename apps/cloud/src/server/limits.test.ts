/** The server's limits for strangers, and for a person's program that calls too often. */
import { connect, type Socket } from 'node:net';
import { ErrorEnvelope } from '@acacia/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startTestPostgres, type TestPostgres } from '../testing/postgres.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { PATIENCE } from './connections.ts';

let postgres: TestPostgres;
let server: TestServer;
let port: number;

beforeAll(async () => {
  postgres = await startTestPostgres();
  server = await startTestServer(postgres);
  port = Number(new URL(await server.plane.app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(async () => {
  await server.stop();
  await postgres.stop();
});

/** Sends a text and nothing more; resolves with the response when the server has closed the connection. */
function slowly(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

test('who sends the head of a request too slowly is cut off within seconds', async () => {
  const answers = await Promise.all([slowly('GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: '), slowly('GET')]);
  for (const answer of answers) expect(answer).toContain('408');
});

test.each([
  [400, 'nonsense\r\n\r\n', 'The request is not HTTP as it should be.'],
  [
    431,
    `GET /?${'x'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    'The address and the headers of the request are larger than 16 KB together.',
  ],
])(
  'what is no request is refused with %i in the envelope of the API, and the connection ends',
  async (status, text, sentence) => {
    const [head = '', body = ''] = (await slowly(text)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toContain('Connection: close');
    expect(ErrorEnvelope.parse(JSON.parse(body)).Message).toBe(sentence);
  },
);

test('who never ends a body is cut off as well', () => {
  const { server: http } = server.plane.app;
  expect(http.requestTimeout).toBe(PATIENCE.request);
  expect(http.maxConnections).toBeLessThanOrEqual(4000);
});

describe('too many calls', () => {
  // On a busy machine the calls would take so long that the buckets refill meanwhile.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  test('of one person are refused with the time to wait, those of another are not', async () => {
    const wild = await server.person();
    const calm = await server.person();
    let refused;
    for (let n = 0; n < 60 && refused?.status !== 429; n++) {
      refused = await server.call('changeMyPassword', {
        body: { current_password: 'x', new_password: 'short' },
        token: wild,
      });
    }
    expect([refused?.status, Number(refused?.headers['retry-after']) > 0]).toEqual([429, true]);
    expect(ErrorEnvelope.parse(refused?.body).ErrorDetails[0]?.Type).toBe('Too-Many-Requests');
    expect((await server.call('getMe', { token: calm })).status).toBe(200);
  });

  test('of one network are refused, those of another are not', async () => {
    const begin = (remoteAddress: string) =>
      server.plane.app.inject({ method: 'GET', url: '/oidc/auth?client_id=none', remoteAddress });
    const statuses = [];
    for (let n = 0; n < 120; n++) statuses.push((await begin(`2001:db8::${n.toString(16)}`)).statusCode);
    expect(statuses.slice(0, 100)).not.toContain(429);
    expect(statuses).toContain(429);
    expect((await begin('203.0.113.5')).statusCode).not.toBe(429);
  });
});

test('what the identity provider answers has the headers of all answers', async () => {
  const answer = await fetch(`http://127.0.0.1:${port}/oidc/.well-known/openid-configuration`);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('cross-origin-opener-policy')).toBe('same-origin');
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
});
