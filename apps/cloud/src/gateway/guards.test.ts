/** The gateway's guards: malformed requests, guessed credentials, and floods of requests. */
import { createServer, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { once } from 'node:events';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { endIdleBody } from './idle-body.ts';
import { createRates } from './rates.ts';
import { CONSOLE, createTestCloud, ourToken } from './testing/cloud.ts';
import type { TestCloud } from './testing/cloud.ts';
import { couldBeGood } from './waking-credentials.ts';

let cloud: TestCloud;
let lines: string[];
beforeEach(async () => {
  lines = [];
  const into = new PassThrough().on('data', (chunk: Buffer) =>
    lines.push(...chunk.toString().trim().split('\n')),
  );
  cloud = await createTestCloud({ log: pino({ level: 'info' }, into) });
  cloud.callers.set(ourToken('ann'), {
    allowed: true,
    userId: 'ann',
    email: 'ann@acacia.local',
    databaseRole: 'superuser',
  });
});
afterEach(() => cloud.close());

const get = (path: string, headers: Record<string, string> = {}) => fetch(cloud.url + path, { headers });
const ANN = { authorization: `Bearer ${ourToken('ann')}` };
const basic = (password: string) => ({ authorization: `Basic ${btoa(`tigergraph:${password}`)}` });

/** Sends raw bytes; resolves with all bytes of the response when the connection was closed. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(cloud.url).port), '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

it('says of every answer that it is what its type says, is not kept, and not what made it', async () => {
  await cloud.startWorkspace();
  for (const path of ['/echo', '/internal/status', '/die-not']) {
    const { headers } = await get(path, { origin: CONSOLE });
    expect(headers.get('x-content-type-options'), path).toBe('nosniff');
    expect(headers.get('cache-control'), path).toBe('no-store');
    expect(headers.get('server'), path).toBeNull();
    expect(headers.get('access-control-allow-credentials'), path).toBeNull();
  }
});

describe('requests that could be read in two ways', () => {
  const end = 'Connection: close\r\n\r\n';
  it.each([
    [
      'two lengths',
      `POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n${end}ab`,
      400,
    ],
    [
      'a length and chunks',
      `POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n${end}0\r\n\r\n`,
      400,
    ],
    [
      'another coding',
      `POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n${end}0\r\n\r\n`,
      501,
    ],
    [
      'a coding of none',
      `POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n${end}0\r\n\r\n`,
      null,
    ],
    [
      'chunks in HTTP/1.0',
      `POST /echo HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n${end}0\r\n\r\n`,
      400,
    ],
    ['two hosts', `GET /echo HTTP/1.1\r\nHost: a\r\nHost: b\r\n${end}`, 400],
    ['no host', `GET /echo HTTP/1.1\r\n${end}`, 400],
    [
      'two callers',
      `GET /echo HTTP/1.1\r\nHost: a\r\nAuthorization: Basic YTpi\r\nAuthorization: Basic Yzpk\r\n${end}`,
      400,
    ],
    ['a target that is no path', `OPTIONS * HTTP/1.1\r\nHost: a\r\n${end}`, 400],
    ['an absolute target of the inside', `GET http://a/internal/status HTTP/1.1\r\nHost: a\r\n${end}`, 404],
    ['a method that is none', `TRACE /echo HTTP/1.1\r\nHost: a\r\n${end}`, 405],
    ['an expectation that is none', `GET /echo HTTP/1.1\r\nHost: a\r\nExpect: wonders\r\n${end}`, 417],
    ['too many headers', `GET /echo HTTP/1.1\r\nHost: a\r\n${'X-A: b\r\n'.repeat(150)}${end}`, 431],
    ['headers too large', `GET /echo HTTP/1.1\r\nHost: a\r\nX-A: ${'b'.repeat(70_000)}\r\n${end}`, 431],
  ])('are refused: %s', async (_what, text, status) => {
    // Null: the connection may be cut without a response.
    expect(await raw(text)).toMatch(
      status === null ? /^$|^HTTP.1.1 400 / : new RegExp(`^HTTP/1.1 ${status} `),
    );
  });

  it('that are none are told so in the envelope of the API', async () => {
    for (const text of ['nonsense\r\n\r\n', `GET /${'x'.repeat(70_000)} HTTP/1.1\r\nHost: a\r\n\r\n`]) {
      const [head = '', body = ''] = (await raw(text)).split('\r\n\r\n');
      expect(head).toMatch(/^HTTP.1.1 4(00|31) [^]*Connection: close/);
      expect(JSON.parse(body)).toMatchObject({
        error: true,
        code: 'ACACIA-REQUEST',
        message: expect.stringMatching(/not HTTP as it should be|larger than 64 KB/) as string,
      });
    }
  });

  it('that are sent too slowly are cut off in seconds', async () => {
    const answers = await Promise.all([raw('GET /echo HTTP/1.1\r\nHost: a\r\nX-Slow: '), raw('')]);
    for (const answer of answers) expect(answer).toContain('408');
  });
});

it('ends a body that nobody goes on sending, or a byte now and then, and none that nobody takes', async () => {
  const server = createServer((request, response) => {
    endIdleBody(request, { patience: 50, leastBytes: 100 });
    if (request.url === '/untaken') {
      setTimeout(() => {
        request.resume();
        request.once('end', () => response.end('taken'));
      }, 400);
    } else request.resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const send = (path: string) => {
    const sent = httpRequest({
      port,
      host: '127.0.0.1',
      path,
      method: 'POST',
      headers: { 'transfer-encoding': 'chunked' },
    });
    const outcome = new Promise<string>((resolve) => {
      sent.on('error', () => resolve('cut'));
      sent.on('response', () => resolve('answered'));
    });
    sent.write('12345');
    return { sent, outcome };
  };
  expect(await send('/idle').outcome).toBe('cut');
  const trickle = send('/trickle');
  const bytes = setInterval(() => trickle.sent.write('6'), 20);
  expect(await trickle.outcome).toBe('cut');
  clearInterval(bytes);
  const untaken = send('/untaken');
  setTimeout(() => untaken.sent.end('67890'), 300);
  expect(await untaken.outcome).toBe('answered');
  server.close();
});

describe('strangers', () => {
  it('who guess are held up, and those who are in are not', async () => {
    await cloud.startWorkspace();
    expect((await get('/echo', ANN)).status).toBe(200);
    const statusesOf = async (requests: number, guess: (n: number) => string) => {
      const headers = Array.from({ length: requests }, (_, n) => ({ authorization: guess(n) }));
      const answers = await Promise.all(headers.map((each) => get('/judge?secret=1', each)));
      return Map.groupBy(answers, ({ status }) => status);
    };
    const passwords = await statusesOf(150, (n) => basic(`guess ${n}`).authorization);
    expect(passwords.get(429)?.length).toBeGreaterThan(0);
    // A new token of the identity provider is admitted all the same.
    cloud.callers.set(ourToken('bob'), {
      allowed: true,
      userId: 'bob',
      email: 'bob@x.y',
      databaseRole: 'superuser',
    });
    expect((await get('/echo', { authorization: `Bearer ${ourToken('bob')}` })).status).toBe(200);
    expect((await get('/echo', ANN)).status).toBe(200);
    // Each refusal has its line in the log, without secrets.
    const first = JSON.parse(lines.find((line) => line.includes('request refused')) ?? '{}') as object;
    expect(first).toMatchObject({
      user: null,
      address: '127.0.0.1',
      method: 'GET',
      path: '/judge',
      status: 429,
    });
    expect(lines.join('')).not.toContain('secret=1');
  });

  it('wake nothing by what cannot be good, and little by what cannot be judged', async () => {
    await cloud.startWorkspace();
    const sleep = () => {
      cloud.row.status = 'Idle';
      cloud.gateway.changed(cloud.workspaceId);
    };
    for (const authorization of ['anything', 'Bearer x', 'GSQL-Secret short', `Basic ${btoa('nobody')}`]) {
      sleep();
      expect((await get('/echo', { authorization })).status, authorization).toBe(401);
    }
    expect(cloud.wakes).toEqual([]);
    for (let n = 0; n < 5; n++) {
      sleep();
      expect((await get('/die-not', basic(`guess ${n}`))).status).toBe(200);
    }
    sleep();
    const refused = await get('/echo', basic('another guess'));
    expect([refused.status, Number(refused.headers.get('retry-after')) > 60]).toEqual([429, true]);
    expect((await get('/echo', ANN)).status).toBe(200);
    sleep();
    // It was accepted a moment ago.
    expect((await get('/echo', basic('guess 0'))).status).toBe(200);
  });
});

describe('rates', () => {
  it('count each guess of a network once, give back what was right, and forget with time', () => {
    let now = 0;
    const rates = createRates(() => now);
    for (let n = 0; n < 60; n++) rates.enter(`2001:db8::${n}`, `guess ${n}`)(false);
    expect(() => rates.enter('2001:db8::99', 'guess')).toThrow('Try again in 1 s.');
    expect(() => rates.enter('2001:db8:0:1::1', 'guess')).not.toThrow();
    now += 2_000;
    const enter = () => rates.enter('2001:db8::1', 'right');
    // Many requests of one client at once count as one.
    const many = Array.from({ length: 50 }, enter);
    for (const judged of many) judged(true);
    for (let n = 0; n < 100; n++) enter()(true);
    now += 16 * 60_000;
    for (let n = 0; n < 60; n++) rates.enter('2001:db8::1', `later ${n}`)(false);
    expect(enter).toThrow('Too many requests');
  });

  it('have more room for tokens that are judged here, and hold those up too who guess them', () => {
    const rates = createRates(() => 0);
    for (let n = 0; n < 60; n++) rates.enter('192.0.2.1', `password ${n}`)(false);
    for (let n = 0; n < 500; n++) rates.enter('192.0.2.1', `token ${n}`, true)(false);
    expect(() => rates.enter('192.0.2.1', 'token', true)).toThrow('Too many requests');
  });

  it('hold up those without credentials too', () => {
    const rates = createRates(() => 0);
    for (let n = 0; n < 200; n++) rates.enter('192.0.2.1', undefined)();
    expect(() => rates.enter('192.0.2.1', undefined)).toThrow('without credentials');
  });
});

it('knows what credentials of a workspace look like', () => {
  const token = (claims: object) => `Bearer x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;
  const good = { iss: 'acacia-workspace', exp: 2_000 };
  const judge = (authorization: string) => couldBeGood({ authorization }, 1_000_000);
  expect([token(good), `GSQL-Secret ${'a'.repeat(32)}`, `Basic ${btoa('a:b')}`].map(judge)).toEqual([
    true,
    true,
    true,
  ]);
  const bad = [
    token({ ...good, exp: 999 }),
    token({ ...good, iss: 'x' }),
    `Basic ${btoa('__GSQL__secret:weak')}`,
  ];
  expect([...bad, `Basic ${btoa('ann@x.y:z')}`, 'Digest x'].map(judge)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});
