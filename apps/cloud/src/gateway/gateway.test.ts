import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:net';
import { Agent, createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { allocatePort } from './port.ts';
import { begin, nextChunk, text } from './testing/client.ts';
import { CONSOLE, createTestCloud, ourToken } from './testing/cloud.ts';
import type { TestCloud } from './testing/cloud.ts';

interface Echo {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly bytes: number;
  readonly pid: number;
}
const until = { timeout: 50_000, interval: 10 };
const BASIC = { authorization: 'Basic dGlnZXJncmFwaDp0aWdlcmdyYXBo' };
const body = async (response: Response) =>
  (await response.json()) as { message: string; code: string; error: boolean };

let cloud: TestCloud;
const get = (path: string, init: RequestInit = {}) => fetch(cloud.url + path, init);
const echo = async (path = '/echo', init: RequestInit = {}) => (await (await get(path, init)).json()) as Echo;
const bearer = (name: string) => ({ authorization: `Bearer ${ourToken(name)}` });

beforeEach(async () => {
  cloud = await createTestCloud();
  cloud.callers.set(ourToken('ann'), {
    allowed: true,
    userId: 'ann',
    email: 'ann@acacia.local',
    databaseRole: 'superuser',
  });
});
afterEach(() => cloud.close());

describe('an API key', () => {
  const KEY = `ak_${'k'.repeat(43)}`;
  beforeEach(async () => {
    await cloud.startWorkspace();
    cloud.callers.set(KEY, {
      allowed: true,
      userId: 'k',
      email: 'k@api-keys.invalid',
      databaseRole: 'superuser',
    });
  });

  it('is judged here by either header, and no workspace sees it', async () => {
    const ways: Record<string, string>[] = [{ 'x-api-key': KEY }, { authorization: `Bearer ${KEY}` }];
    for (const headers of ways) {
      const { headers: passed } = await echo('/echo', { headers });
      expect(passed).toMatchObject({ 'x-acacia-user': 'k@api-keys.invalid', 'x-acacia-role': 'superuser' });
      expect(JSON.stringify(passed)).not.toContain(KEY);
    }
  });

  it('is refused where it is wrong, beside a token and more than once, and is not looked for in the address', async () => {
    expect((await get('/echo', { headers: { 'x-api-key': `${KEY}x` } })).status).toBe(401);
    expect((await get('/echo', { headers: { 'x-api-key': 'x'.repeat(5000) } })).status).toBe(401);
    cloud.identified.length = 0;
    for (const headers of [
      { 'x-api-key': KEY, ...BASIC },
      [
        ['x-api-key', KEY],
        ['x-api-key', KEY],
      ] as [string, string][],
    ]) {
      expect((await get('/echo', { headers })).status).not.toBe(200);
    }
    const { headers } = await echo(`/echo?x-api-key=${KEY}`);
    expect(headers['x-acacia-user']).toBeUndefined();
    // A token has no business in the header of keys.
    expect((await get('/echo', { headers: { 'x-api-key': ourToken('ann') } })).status).toBe(401);
    expect(cloud.identified).not.toContain(KEY);
    expect(cloud.identified).not.toContain(ourToken('ann'));
  });
});

describe('what passes through', () => {
  beforeEach(() => cloud.startWorkspace());

  it('passes method, target, headers, body and answer', async () => {
    const response = await get('/restpp/query/g/q?a=1&b=%20', {
      method: 'POST',
      body: 'x'.repeat(100_000),
      headers: { ...BASIC, 'gsql-timeout': '5', origin: CONSOLE },
    });
    const seen = (await response.json()) as Echo;
    expect(seen).toMatchObject({ method: 'POST', url: '/restpp/query/g/q?a=1&b=%20', bytes: 100_000 });
    expect(seen.headers).toMatchObject({ ...BASIC, 'gsql-timeout': '5', 'x-forwarded-for': '127.0.0.1' });
    expect(seen.headers['x-forwarded-host']).toBe(new URL(cloud.url).host);
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(response.headers.get('keep-alive')).not.toContain('77');
    expect(response.headers.get('access-control-allow-origin')).toBe(CONSOLE);
    expect(response.headers.get('access-control-expose-headers')).toBe('*');
  });

  it.each([
    '/restpp/graph/g/vertices/T/%2e%2E',
    '/restpp/graph/g/vertices/T/..',
    '/restpp/graph/g/edges/T//E',
  ])('passes %s as it was sent: an id is no step between folders', async (path) => {
    const { response, request } = begin(cloud.url, { path, headers: BASIC });
    request.end();
    expect((JSON.parse(await text(await response)) as Echo).url).toBe(path);
  });

  it('lets no page but the console read an answer, whatever the workspace says', async () => {
    const response = await get('/echo', { headers: { origin: 'https://evil.example' } });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(response.headers.get('vary')).toBe('Origin');
  });

  it('takes away what a client may not say, and tells who calls', async () => {
    const forged = {
      'x-acacia-user': 'root',
      'x-acacia-key': 'guess',
      'x-acacia-address': '192.0.2.7',
      'X-Forwarded-For': '1.2.3.4',
      connection: 'x-a',
      'x-a': '1',
    };
    const { response, request } = begin(`${cloud.url}/echo`, { headers: { ...forged, ...bearer('ann') } });
    request.end();
    const seen = JSON.parse(await text(await response)) as Echo;
    expect(seen.headers).toMatchObject({
      'x-acacia-user': 'ann@acacia.local',
      'x-acacia-role': 'superuser',
      'x-acacia-key': cloud.driver.trust(cloud.workspaceId)['x-acacia-key'],
      'x-forwarded-for': '127.0.0.1',
    });
    expect(seen.headers).not.toHaveProperty('authorization');
    expect(seen.headers).not.toHaveProperty('x-a');
    const passed = await echo('/echo', {
      headers: { ...BASIC, 'x-acacia-user': 'root', 'x-acacia-key': 'guess' },
    });
    const ours = Object.entries(passed.headers).filter(([name]) => name.startsWith('x-acacia'));
    expect(Object.fromEntries(ours)).toEqual({
      ...cloud.driver.trust(cloud.workspaceId),
      'x-acacia-address': '127.0.0.1',
    });
  });

  it("passes the workspace's own cookie on, not those of the console on another port", async () => {
    const seen = await echo('/echo', { headers: { cookie: '_session=secret; TigerGraphApp=abc; x=1' } });
    expect(seen.headers.cookie).toBe('TigerGraphApp=abc');
    cloud.row.status = 'Idle';
    cloud.gateway.changed(cloud.workspaceId);
    expect((await get('/restpp/graph/g', { headers: { cookie: '_session=secret' } })).status).toBe(401);
    expect((await get('/echo', { headers: { cookie: 'TigerGraphApp=abc' } })).status).toBe(200);
  });

  it('passes a token on that the workspace itself issued', async () => {
    const seen = await echo('/echo', { headers: { authorization: 'Bearer abc.def.ghi' } });
    expect(seen.headers.authorization).toBe('Bearer abc.def.ghi');
    expect(cloud.identified).toEqual([]);
  });

  it('asks who a token is once for many requests', async () => {
    await echo('/echo', { headers: bearer('ann') });
    await Promise.all([1, 2, 3].map(() => echo('/echo', { headers: bearer('ann') })));
    expect(cloud.identified).toHaveLength(1);
  });

  it('refuses a bad token and a person without a role, and logs neither in', async () => {
    const bad = await get('/echo', { headers: bearer('nobody') });
    expect(bad.status).toBe(401);
    expect(await body(bad)).toMatchObject({
      error: true,
      code: 'REST-10016',
      message: 'The token is not valid.',
    });
    cloud.callers.set(ourToken('eve'), { allowed: false, status: 403, message: 'You have no role there.' });
    const forbidden = await get('/echo', { headers: { ...bearer('eve'), origin: CONSOLE } });
    expect(forbidden.status).toBe(403);
    expect(forbidden.headers.get('access-control-allow-origin')).toBe(CONSOLE);
  });

  it.each([
    '/internal/status',
    '//internal/status',
    '/%69nternal/status',
    '/x/../internal/status',
    '/INTERNAL',
  ])('hides %s', async (path) => {
    const { response, request } = begin(cloud.url, { path, headers: bearer('ann') });
    request.end();
    expect((await response).statusCode).toBe(404);
  });

  it('passes events on as they come', async () => {
    const { response, request } = begin(`${cloud.url}/events`);
    request.end();
    const events = await response;
    expect(await nextChunk(events)).toBe('data: first\n\n');
    await get('/release');
    expect(await nextChunk(events)).toBe('data: second\n\n');
  });

  it('passes the head of an answer on before there is a body', async () => {
    const { response, request } = begin(`${cloud.url}/headers-only`);
    request.end();
    expect((await response).headers['content-type']).toBe('text/event-stream');
    request.destroy();
  });

  it('holds an upload back as long as the workspace does not read it, and loses nothing', async () => {
    const size = 64 * 1024 * 1024;
    const { request, response } = begin(`${cloud.url}/upload`, {
      method: 'POST',
      headers: { ...BASIC, 'content-length': size },
    });
    const chunk = Buffer.alloc(1024 * 1024);
    let taken = 0;
    const heldBack = Promise.withResolvers<void>();
    const pump = () => {
      while (taken < size) {
        taken += chunk.length;
        if (!request.write(chunk)) {
          request.once('drain', pump);
          break;
        }
      }
      if (taken >= size) request.end();
    };
    // No 'drain' for a while although there is more: everything on the way is full.
    let last = -1;
    const watch = setInterval(() => {
      if (taken === last && taken > 0) heldBack.resolve();
      last = taken;
    }, 150);
    pump();
    await heldBack.promise;
    clearInterval(watch);
    expect(taken).toBeLessThan(size / 2);
    await get('/release');
    expect(JSON.parse(await text(await response))).toEqual({ received: size });
  });

  it('takes the next request of a connection after an answer that came before the body was read', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const early = begin(`${cloud.url}/early`, { method: 'POST', headers: BASIC, agent });
    early.request.end(Buffer.alloc(16 * 1024 * 1024));
    const refused = await early.response;
    expect(refused.statusCode).toBe(507);
    await text(refused);
    const next = begin(`${cloud.url}/echo`, { agent });
    next.request.end();
    expect((await next.response).statusCode).toBe(200);
    agent.destroy();
  });

  it('asks for the body only when it can be taken (Expect: 100-continue)', async () => {
    const { request, response } = begin(`${cloud.url}/echo`, {
      method: 'POST',
      headers: { ...BASIC, expect: '100-continue', 'content-length': 4 },
    });
    request.flushHeaders();
    await new Promise((resolve) => request.once('continue', resolve));
    request.end('body');
    const seen = JSON.parse(await text(await response)) as Echo;
    expect(seen.bytes).toBe(4);
    cloud.row.status = 'Stopped';
    cloud.gateway.changed(cloud.workspaceId);
    const refused = begin(`${cloud.url}/echo`, {
      method: 'POST',
      headers: { expect: '100-continue', 'content-length': 4 },
    });
    refused.request.flushHeaders();
    expect((await refused.response).statusCode).toBe(409);
    refused.request.destroy();
  });

  it('tells the workspace at once when the client has gone', async () => {
    const { request } = begin(`${cloud.url}/hang`);
    request.end();
    await new Promise((resolve) => request.once('finish', resolve));
    const aborted = async () => ((await (await get('/aborted')).json()) as { aborted: number }).aborted;
    expect(await aborted()).toBe(0);
    request.destroy();
    await vi.waitFor(async () => expect(await aborted()).toBe(1), until);
  });

  it('breaks the client off when the workspace breaks off', async () => {
    const { request, response } = begin(`${cloud.url}/cut`);
    request.end();
    await expect(response.then(text)).rejects.toThrow('aborted');
    const chunked = begin(`${cloud.url}/die-in-answer`);
    chunked.request.end();
    await expect(chunked.response.then(text)).rejects.toThrow('aborted');
  });

  it('passes websockets through with who calls, both ways', async () => {
    const talk = (path: string, send: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(Number(new URL(cloud.url).port), '127.0.0.1');
        let seen = '';
        socket.on('data', (chunk) => {
          seen += chunk.toString();
          if (seen.includes('bye')) socket.end();
        });
        socket.on('error', reject);
        socket.on('close', () => resolve(seen));
        socket.write(
          `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nX-Acacia-User: root\r\nAuthorization: Bearer ${ourToken('ann')}\r\n\r\n${send}`,
        );
      });
    const seen = await talk('/socket', 'hello bye');
    expect(seen).toMatch(/^HTTP\/1.1 101 /);
    expect(seen).toContain('user=ann@acacia.local\nhello bye');
    expect(await talk('/refused', '')).toMatch(/^HTTP\/1.1 403 Forbidden[^]*no$/);
    cloud.callers.clear();
    cloud.row.status = 'Stopped';
    cloud.gateway.changed(cloud.workspaceId);
    expect(await talk('/internal/status', '')).toMatch(/^HTTP\/1.1 404 /);
    const later = { allowed: true, userId: 'a', email: 'a@b.c', databaseRole: 'superuser' } as const;
    cloud.callers.set(ourToken('ann'), later);
    expect(await talk('/socket', '')).toMatch(/^HTTP\/1.1 409 [^]*The workspace is Stopped/);
  });
});

describe('pages ask before they call', () => {
  const preflight = (origin: string) =>
    get('/restpp/graph/g', {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'DELETE',
        'access-control-request-headers': 'authorization,x-b',
      },
    });

  it('answers the console by itself and wakes nothing', async () => {
    cloud.row.status = 'Idle';
    const response = await preflight(CONSOLE);
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-methods')).toContain('DELETE');
    expect(response.headers.get('access-control-allow-headers')).toBe('authorization,x-b');
    expect(cloud.wakes).toEqual([]);
  });

  it('refuses other pages', async () => {
    const response = await preflight('https://evil.example');
    expect(response.status).toBe(403);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('the path of the admin portal', () => {
  it.each(['/admin', '/admin/', '/Admin?x=1'])('%s leads to the console and wakes nothing', async (path) => {
    cloud.row.status = 'Idle';
    const response = await fetch(cloud.url + path, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      `${CONSOLE}/admin-portal?workspace_id=ws-1`,
    ]);
    expect(cloud.wakes).toEqual([]);
  });

  it('is no redirect for what changes something, nor below it', async () => {
    for (const [method, path] of [
      ['POST', '/admin'],
      ['GET', '/admin/users'],
    ] as const) {
      const response = await fetch(cloud.url + path, { method, redirect: 'manual', headers: bearer('ann') });
      expect(response.headers.get('location')).toBeNull();
    }
  });
});

describe('an idle workspace', () => {
  beforeEach(() => {
    cloud.row.status = 'Idle';
  });

  it('wakes for the first request, which succeeds with its body', async () => {
    const seen = await echo('/restpp/query/g/q?x=1', { method: 'POST', body: 'abc', headers: bearer('ann') });
    expect(seen).toMatchObject({ method: 'POST', url: '/restpp/query/g/q?x=1', bytes: 3 });
    expect(cloud.wakes).toEqual([
      {
        caller: { userId: 'ann', email: 'ann@acacia.local' },
        request: 'POST /restpp/query/g/q',
        remoteAddress: '127.0.0.1',
      },
    ]);
  });

  it('wakes once for all who come meanwhile', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => echo('/echo', { headers: BASIC })));
    expect(new Set(all.map((seen) => seen.pid)).size).toBe(1);
    expect(cloud.wakes).toHaveLength(1);
  });

  it('holds an upload back until it is up', async () => {
    const gate = Promise.withResolvers<void>();
    cloud.gate = gate.promise;
    const size = 32 * 1024 * 1024;
    const { request, response } = begin(`${cloud.url}/echo`, {
      method: 'POST',
      headers: { ...BASIC, 'content-length': size },
    });
    request.end(Buffer.alloc(size));
    await vi.waitFor(() => expect(cloud.wakes).toHaveLength(1), until);
    expect(request.socket?.writableLength).toBeGreaterThan(size / 2);
    gate.resolve();
    expect((JSON.parse(await text(await response)) as Echo).bytes).toBe(size);
  });

  it('judges a caller again when it is up: whoever was removed meanwhile does not get in', async () => {
    const gate = Promise.withResolvers<void>();
    cloud.gate = gate.promise;
    const waiting = get('/echo', { headers: bearer('ann') });
    await vi.waitFor(() => expect(cloud.wakes).toHaveLength(1), until);
    cloud.callers.set(ourToken('ann'), { allowed: false, status: 403, message: 'You have no role there.' });
    cloud.gateway.forgetCallers();
    gate.resolve();
    const answer = await waiting;
    expect([answer.status, (await body(answer)).message]).toEqual([403, 'You have no role there.']);
  });

  it('does not wake for a bad token, for nobody, or for a probe without credentials', async () => {
    expect((await get('/restpp/echo', { headers: bearer('nobody') })).status).toBe(401);
    const nobody = await get('/restpp/graph/g/vertices/T');
    expect(nobody.status).toBe(401);
    expect((await body(nobody)).message).toContain('wakes for requests with credentials');
    expect((await get('/api/ping')).status).toBe(503);
    expect((await get('/internal/status', { headers: BASIC })).status).toBe(404);
    expect(cloud.wakes).toEqual([]);
  });

  it.each(['/restpp/requesttoken', '/gsql/v1/tokens', '/api/auth/login'])(
    'wakes for %s, whose credentials are in its body',
    async (path) => {
      expect((await echo(path, { method: 'POST', body: '{}' })).url).toBe(path);
    },
  );

  it('says why it could not be woken, and tries again for the next', async () => {
    cloud.failWake = new Error('The store is damaged.');
    const failed = await get('/echo', { method: 'POST', body: 'x', headers: { ...BASIC, origin: CONSOLE } });
    expect(failed.status).toBe(503);
    expect(failed.headers.get('access-control-allow-origin')).toBe(CONSOLE);
    expect(await body(failed)).toMatchObject({
      error: true,
      code: 'ACACIA-WAKE-FAILED',
      message: 'The workspace could not be woken. The store is damaged.',
    });
    cloud.failWake = undefined;
    expect((await get('/echo', { headers: BASIC })).status).toBe(200);
  });

  it('does not hold a request for ever', async () => {
    await cloud.close();
    cloud = await createTestCloud({ patience: { wake: 30 } });
    const gate = Promise.withResolvers<void>();
    cloud.gate = gate.promise;
    cloud.row.status = 'Idle';
    const response = await get('/echo', { headers: BASIC });
    expect(response.status).toBe(503);
    expect((await body(response)).message).toContain('still waking after 0.03 s');
    gate.resolve();
    await vi.waitFor(() => expect(cloud.row.status).toBe('Active'), until);
  });

  it('goes on waking when the one who asked has left', async () => {
    const gate = Promise.withResolvers<void>();
    cloud.gate = gate.promise;
    const { request } = begin(`${cloud.url}/echo`, { headers: BASIC });
    request.end();
    await vi.waitFor(() => expect(cloud.wakes).toHaveLength(1), until);
    request.destroy();
    gate.resolve();
    await vi.waitFor(() => expect(cloud.row.status).toBe('Active'), until);
  });

  it('stays idle when its auto-resume is off', async () => {
    cloud.row.enableAutoStart = false;
    const response = await get('/echo', { headers: BASIC });
    expect(response.status).toBe(409);
    expect((await body(response)).message).toBe(
      'The workspace is Idle. Its auto-resume is off. Resume it in the console, then try again.',
    );
  });
});

describe('other statuses', () => {
  it.each([
    ['Stopped', 409, 'Resume it in the console'],
    ['Stopping', 409, 'Resume it in the console when it has stopped'],
    ['Terminating', 409, 'is being deleted'],
    ['Pending', 503, 'is being created'],
    ['Error', 503, 'Its page in the console says why'],
  ] as const)('refuses while %s', async (status, code, words) => {
    cloud.row.status = status;
    const response = await get('/echo', { headers: BASIC });
    expect(response.status).toBe(code);
    const said = await body(response);
    expect(said.message).toContain(`The workspace is ${status}.`);
    expect(said.message).toContain(words);
    expect(said.code).toBe(`ACACIA-${status.toUpperCase()}`);
  });

  it.each(['Resuming', 'Pausing', 'Updating', 'Upgrading', 'Resizing'] as const)(
    'waits while %s',
    async (status) => {
      await cloud.startWorkspace();
      cloud.row.status = status;
      const waiting = get('/echo', { headers: BASIC });
      setTimeout(() => (cloud.row.status = 'Active'), 50);
      expect((await waiting).status).toBe(200);
    },
  );

  it('refuses when a change takes too long', async () => {
    await cloud.close();
    cloud = await createTestCloud({ patience: { wait: 30, reconnect: 30 } });
    cloud.row.status = 'Resizing';
    const response = await get('/echo', { headers: BASIC });
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    expect((await body(response)).message).toBe('The workspace is Resizing. Try again when that has ended.');
  });

  it('gives the answer to a client that is still sending its body', async () => {
    cloud.row.status = 'Stopped';
    const { request, response } = begin(`${cloud.url}/echo`, { method: 'POST', headers: BASIC });
    request.write(Buffer.alloc(8 * 1024 * 1024));
    const answer = await response;
    expect(answer.statusCode).toBe(409);
    request.end();
    expect(await text(answer)).toContain('Stopped');
  });

  it('survives clients that leave in the middle of anything', async () => {
    cloud.row.status = 'Stopped';
    const refused = begin(`${cloud.url}/echo`, { method: 'POST', headers: BASIC });
    refused.request.write(Buffer.alloc(1024 * 1024));
    (await refused.response).destroy();
    refused.request.destroy();
    await cloud.startWorkspace();
    for (const path of ['/upload', '/events', '/hang']) {
      const { request } = begin(cloud.url + path, { method: 'POST', headers: BASIC });
      await new Promise((resolve) => request.write(Buffer.alloc(1024 * 1024), resolve));
      request.destroy();
    }
    const half = connect(Number(new URL(cloud.url).port), '127.0.0.1');
    await new Promise<void>((resolve) => {
      half.write(
        'GET /events HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
        () => {
          half.resetAndDestroy();
          resolve();
        },
      );
    });
    const seen = await echo('/echo', { headers: BASIC });
    expect(cloud.driver.condition(cloud.workspaceId)).toEqual({ state: 'running', restarts: 0 });
    expect(seen.method).toBe('GET');
  });

  it('answers nonsense with 400 and goes on', async () => {
    await cloud.startWorkspace();
    const socket = connect(Number(new URL(cloud.url).port), '127.0.0.1');
    const answer = await new Promise<string>((resolve) => {
      let seen = '';
      socket.on('data', (chunk) => (seen += chunk.toString()));
      socket.on('close', () => resolve(seen));
      socket.write('nonsense\r\n\r\n');
    });
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect((await echo()).method).toBe('GET');
  });

  it('says when there is no such workspace any more', async () => {
    cloud.row.workspaceId = 'another';
    const response = await get('/echo', { headers: BASIC });
    expect(response.status).toBe(404);
    expect((await body(response)).code).toBe('ACACIA-GONE');
  });
});

describe('a workspace that dies', () => {
  beforeEach(() => cloud.startWorkspace());

  it('is started again, and requests that come meanwhile succeed', async () => {
    const first = await echo();
    process.kill(first.pid, 'SIGKILL');
    const all = await Promise.all([1, 2, 3, 4].map(() => echo('/echo', { headers: BASIC })));
    for (const seen of all) expect(seen.pid).not.toBe(first.pid);
    expect(cloud.driver.condition(cloud.workspaceId)).toMatchObject({ state: 'running', restarts: 1 });
  });

  it('is not waited for without end', async () => {
    await cloud.close();
    cloud = await createTestCloud({ patience: { wait: 60_000, reconnect: 30 } });
    // The row says Active, but the workspace does not run, as after a restart of the control plane.
    cloud.row.status = 'Active';
    const response = await get('/echo', { headers: BASIC });
    expect(response.status).toBe(503);
    expect(await body(response)).toMatchObject({
      code: 'ACACIA-STARTING',
      message: 'The workspace is being started. Try again in a moment.',
    });
  });

  it('loses what was under way, and says so', async () => {
    const response = await get('/die', { method: 'POST', body: 'x', headers: BASIC });
    expect(response.status).toBe(502);
    expect((await body(response)).message).toContain('may or may not have been done');
  });

  it('is given up after too many deaths: the reason is in the answer', async () => {
    writeFileSync(join(cloud.home, 'databases', 'db-1', 'die'), 'the file is damaged');
    process.kill((await echo()).pid, 'SIGKILL');
    const response = await get('/echo', { headers: BASIC });
    expect(response.status).toBe(503);
    expect((await body(response)).message).toContain('the file is damaged');
  });
});

describe('ports', () => {
  it('gives the next port that is neither taken nor bound', async () => {
    const host = '127.0.0.1';
    const first = await allocatePort([], { host, first: 17_000 + (process.pid % 1000) });
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(first, host, resolve));
    const second = await allocatePort([], { host, first });
    expect(second).toBeGreaterThan(first);
    expect(await allocatePort([second], { host, first })).toBeGreaterThan(second);
    await new Promise((resolve) => other.close(resolve));
    expect(await allocatePort([], { host, first })).toBe(first);
  });

  it('opens when asked, moves, closes, and says when a port is taken', async () => {
    await cloud.startWorkspace();
    const host = '127.0.0.1';
    const port = await allocatePort([cloud.row.port], { host, first: cloud.row.port });
    await expect(cloud.gateway.open('other', cloud.row.port)).rejects.toThrow(
      `Port ${cloud.row.port} is taken by another program.`,
    );
    await cloud.gateway.open(cloud.workspaceId, cloud.row.port);
    expect((await get('/echo')).status).toBe(200);
    await cloud.gateway.open(cloud.workspaceId, port);
    expect((await fetch(`http://127.0.0.1:${port}/echo`)).status).toBe(200);
    await expect(get('/echo')).rejects.toThrow('fetch failed');
    await cloud.gateway.close(cloud.workspaceId);
    await expect(fetch(`http://127.0.0.1:${port}/echo`)).rejects.toThrow('fetch failed');
  });
});

describe('an allow-list', () => {
  it('shuts out every path, wakes nothing for it, and works at once', async () => {
    Object.assign(cloud.row, { status: 'Idle', allowList: ['192.0.2.0/24'] });
    for (const path of ['/echo', '/api/ping', '/restpp/requesttoken', '/restpp/query/g/q']) {
      const response = await get(path, { headers: BASIC });
      expect(response.status).toBe(403);
      const { message } = await body(response);
      expect(message).toBe('Your IP 127.0.0.1 is not allowed to access this workspace');
    }
    expect(cloud.wakes).toEqual([]);
    Object.assign(cloud.row, { allowList: ['192.0.2.0/24', '127.0.0.0/8'] });
    expect((await get('/echo', { headers: BASIC })).status).toBe(200);
    Object.assign(cloud.row, { allowList: ['192.0.2.0/24'] });
    cloud.gateway.changed(cloud.workspaceId);
    expect((await get('/echo', { headers: BASIC })).status).toBe(403);
  });

  it('shuts out those who would become websockets', async () => {
    Object.assign(cloud.row, { allowList: [] });
    await cloud.startWorkspace();
    const headers = { ...BASIC, connection: 'Upgrade', upgrade: 'websocket' };
    const call = begin(`${cloud.url}/ws`, { headers });
    call.request.end();
    expect((await call.response).statusCode).toBe(403);
  });

  it('believes a forwarded address from trusted hops alone', async () => {
    const forwarded = { ...BASIC, 'x-forwarded-for': '192.0.2.9' };
    Object.assign(cloud.row, { allowList: ['192.0.2.0/24'] });
    await cloud.startWorkspace();
    expect((await get('/echo', { headers: forwarded })).status).toBe(403);
    await cloud.close();
    cloud = await createTestCloud({ trustedProxies: ['127.0.0.0/8', '::1'] });
    Object.assign(cloud.row, { allowList: ['192.0.2.0/24'] });
    await cloud.startWorkspace();
    expect((await get('/echo', { headers: forwarded })).status).toBe(200);
    expect((await get('/echo', { headers: BASIC })).status).toBe(403);
  });
});
