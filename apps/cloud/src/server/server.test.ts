/** The server apart from the calls: files, documentation, health, refusals of malformed requests. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { cloudApi, ErrorEnvelope } from '@acacia/contract';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sealAudit } from '../audit/seal.ts';
import { auditEntries } from '../database/schema.ts';
import { startTestPostgres, type TestPostgres } from '../testing/postgres.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

let postgres: TestPostgres;
let server: TestServer;
const consoleFolder = mkdtempSync(path.join(tmpdir(), 'acacia-test-'));
const SCRIPT = `console.log(${JSON.stringify('x'.repeat(5000))})`;
const VIDEO = Buffer.from(Array.from({ length: 5000 }, (_, at) => at % 251));

/** Warnings of Node since the first test, such as of an emitter with more than ten listeners of a kind. */
const warnings: string[] = [];
const note = (warning: Error) => void warnings.push(warning.message);

beforeAll(async () => {
  process.on('warning', note);
  mkdirSync(path.join(consoleFolder, 'assets'));
  writeFileSync(path.join(consoleFolder, 'index.html'), '<!doctype html><title>Console</title>');
  writeFileSync(path.join(consoleFolder, 'assets', 'app-1a2b3c.js'), SCRIPT);
  writeFileSync(path.join(consoleFolder, 'assets', 'app-1a2b3c.js.gz'), gzipSync(SCRIPT));
  writeFileSync(path.join(consoleFolder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  mkdirSync(path.join(consoleFolder, 'tutorials'));
  writeFileSync(path.join(consoleFolder, 'tutorials', '11.webm'), VIDEO);
  writeFileSync(path.join(consoleFolder, 'tutorials', '11.vtt'), `WEBVTT\n\n${'x'.repeat(2000)}`);
  postgres = await startTestPostgres();
  server = await startTestServer(postgres, { environment: { ACACIA_CONSOLE: consoleFolder } });
});
afterAll(async () => {
  process.off('warning', note);
  await server.stop();
  await postgres.stop();
  rmSync(consoleFolder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) =>
  server.plane.app.inject({ method: 'GET', url, headers });
const PAGE = { accept: 'text/html,application/xhtml+xml' };

describe('console files', () => {
  test.each(['/', '/groups', '/groups/1?tab=workspaces', '/editor?workspace_id=a.b'])(
    '%s gives the one page, never kept',
    async (url) => {
      const answer = await get(url, PAGE);
      expect([answer.statusCode, answer.body]).toEqual([200, '<!doctype html><title>Console</title>']);
      expect(answer.headers['cache-control']).toBe('no-cache');
    },
  );

  test('hashed files are kept for good, and sent compressed', async () => {
    const answer = await get('/assets/app-1a2b3c.js', { 'accept-encoding': 'gzip' });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(answer.headers['content-type']).toContain('javascript');
    expect(answer.rawPayload.length).toBeLessThan(1000);
    expect((await get('/favicon.svg')).headers['cache-control']).toBe('no-cache');
  });

  test.each([
    '/assets/gone.js',
    '/../package.json',
    '/%2e%2e/package.json',
    '/assets/%2e%2e%2f%2e%2e%2fetc.txt',
  ])('%s is not there', async (url) => {
    expect((await get(url)).statusCode).toBe(404);
  });

  test('this machine by its number leads to the name under which sign-in works', async () => {
    const answer = await get('/groups', { ...PAGE, host: '127.0.0.1:4100' });
    expect([answer.statusCode, answer.headers['location']]).toEqual([302, 'http://localhost:4100/groups']);
  });

  test('the policy lets no third party in, but the ports of the workspaces', async () => {
    const policy = String((await get('/', PAGE)).headers['content-security-policy']);
    expect(policy).toContain("connect-src 'self' http://localhost:* ws://localhost:*");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('https:');
  });

  test('a console that is not built says how to build it', async () => {
    const bare = await startTestServer(postgres, { environment: { ACACIA_CONSOLE: '/nowhere' } });
    const answer = await bare.plane.app.inject({ method: 'GET', url: '/', headers: PAGE });
    expect([answer.statusCode, answer.body]).toEqual([
      503,
      'The console is not built. Start Acacia with npm start, which builds it.',
    ]);
    await bare.stop();
  });
});

describe('videos', () => {
  const video = (headers: Record<string, string> = {}) => get('/tutorials/11.webm', headers);

  test('are sent whole to who asks for all, and say that parts can be asked for', async () => {
    const answer = await video({ 'accept-encoding': 'gzip' });
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.equals(VIDEO)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'video/webm',
      'content-length': '5000',
      'accept-ranges': 'bytes',
      'cache-control': 'no-cache',
    });
    expect(answer.headers['content-encoding']).toBeUndefined();
  });

  test.each([
    ['bytes=0-', 0, 4999],
    ['bytes=100-199', 100, 199],
    ['bytes=4900-', 4900, 4999],
    ['bytes=-100', 4900, 4999],
    ['bytes=4990-9999', 4990, 4999],
  ])('are sent in part: %s', async (range, first, last) => {
    const answer = await video({ range, 'accept-encoding': 'gzip' });
    expect(answer.statusCode).toBe(206);
    expect(answer.headers['content-range']).toBe(`bytes ${first}-${last}/5000`);
    expect(answer.rawPayload.equals(VIDEO.subarray(first, last + 1))).toBe(true);
  });

  test.each(['bytes=5000-', 'bytes=9000-9999', 'bytes=', 'bytes=a-b'])(
    'have no part of that kind: %s',
    async (range) => {
      const answer = await video({ range });
      expect(answer.statusCode).toBe(416);
      expect(answer.headers['content-range']).toBe('bytes */5000');
    },
  );

  test.each(['lines=1-2', 'bytes=0-9,20-29'])(
    'are sent whole where no one part is named: %s',
    async (range) => {
      const answer = await video({ range });
      expect([answer.statusCode, answer.rawPayload.length]).toEqual([200, 5000]);
    },
  );

  test('have captions, of which a part is never compressed', async () => {
    const whole = await get('/tutorials/11.vtt', { 'accept-encoding': 'gzip' });
    expect(whole.headers['content-type']).toContain('text/vtt');
    expect(whole.headers['content-encoding']).toBe('gzip');
    const part = await get('/tutorials/11.vtt', { range: 'bytes=0-1999', 'accept-encoding': 'gzip' });
    expect([part.statusCode, part.headers['content-encoding']]).toEqual([206, undefined]);
    expect(part.body).toMatch(/^WEBVTT/);
  });

  test('leave Node nothing to warn of, such as a dozen waits for one response', () => {
    expect(warnings).toEqual([]);
  });
});

describe('the OpenAPI document', () => {
  test('has every call, its permission and its error envelope', async () => {
    const document = (await get('/api/openapi.json')).json<{
      openapi: string;
      paths: Record<string, Record<string, { operationId: string; responses: Record<string, unknown> }>>;
      components: { schemas: Record<string, unknown>; securitySchemes: Record<string, unknown> };
    }>();
    expect(document.openapi).toBe('3.1.0');
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    const ids = operations.map(({ operationId }) => operationId);
    expect(ids).toEqual(expect.arrayContaining(Object.keys(cloudApi)));
    expect(new Set(ids).size).toBe(ids.length);
    expect(document.components.schemas).toHaveProperty('Workspace');
    expect(document.components.schemas).toHaveProperty('ErrorEnvelope');
    expect(document.components.securitySchemes).toHaveProperty('accessToken');
    expect(document.paths['/v2/workgroups/{workgroup_id}']?.['get']?.responses).toHaveProperty('404');
  });

  test('refers only to what it has', async () => {
    const text = (await get('/api/openapi.json')).body;
    const { components } = JSON.parse(text) as { components: { schemas: Record<string, unknown> } };
    const names = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(names.length).toBeGreaterThan(10);
    for (const name of names) {
      expect(name.startsWith('#/components/schemas/')).toBe(true);
      expect(components.schemas).toHaveProperty([name.split('/').at(-1) ?? '']);
    }
  });

  test('has a page to read it, from this server alone', async () => {
    expect((await get('/api/docs/json')).json()).toEqual((await get('/api/openapi.json')).json());
    expect((await get('/api/docs/yaml')).body).toMatch(/^openapi: 3\.1\.0\n/);
    const page = await get('/api/docs/', PAGE);
    expect(page.statusCode).toBe(200);
    expect(page.body).not.toMatch(/(src|href)="https?:/);
    const policy = String(page.headers['content-security-policy']);
    expect(policy).not.toContain('https:');
    expect(policy).not.toContain('validator');
    expect((await get('/api/docs/static/swagger-ui-bundle.js')).statusCode).toBe(200);
  });
});

describe('requests that are malformed', () => {
  const post = (payload: string, contentType: string) =>
    server.plane.app.inject({
      method: 'POST',
      url: '/api/v2/workgroups',
      headers: { authorization: `Bearer ${server.admin}`, 'content-type': contentType },
      payload,
    });

  test.each([
    ['broken JSON', '{"name":', 'application/json', 'is not valid JSON'],
    ['another type', 'name=x', 'text/plain', 'must be JSON'],
    ['no body', '', 'application/json', 'invalid name'],
    ['an array', '[]', 'application/json', 'The input must be an object'],
    ['two megabytes', JSON.stringify({ name: 'x'.repeat(2_000_000) }), 'application/json', 'too large'],
  ])('%s is refused in the envelope', async (_what, payload, type, message) => {
    const answer = await post(payload, type);
    expect(answer.statusCode).toBe(400);
    const body = ErrorEnvelope.parse(answer.json());
    expect(body.Message).toContain(message);
    expect(body.RequestID).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('an unknown call is one, also for a browser', async () => {
    const answer = await get('/api/v2/nothing', PAGE);
    expect([answer.statusCode, ErrorEnvelope.parse(answer.json()).Message]).toEqual([
      404,
      'There is no such call.',
    ]);
  });

  test('a fault of ours tells nothing of the inside', async () => {
    const broken = await startTestServer(postgres);
    await broken.database.pool.query('drop table organizations cascade');
    const answer = await broken.call('getMyOrganization');
    expect(answer.status).toBe(500);
    expect(answer.body.Message).toMatch(/^Something went wrong in the server\./);
    expect(JSON.stringify(answer.body)).not.toContain('organizations');
    await broken.stop();
  });
});

test('with an outside issuer the console is led there, and nobody signs in here', async () => {
  const outside = await startTestServer(postgres, {
    environment: {
      OIDC_ISSUER: 'https://id.example/',
      OIDC_CLIENT_ID: 'console',
      OIDC_AUDIENCE: 'https://acacia.example',
    },
  });
  expect((await outside.call('getClientConfig', { token: null })).result).toMatchObject({
    issuer: 'https://id.example',
    client_id: 'console',
    audience: 'https://acacia.example',
    mode: 'managed',
  });
  const { app } = outside.plane;
  const discovery = '/oidc/.well-known/openid-configuration';
  expect((await app.inject({ method: 'GET', url: discovery })).statusCode).toBe(404);
  const token = await outside.plane.control.inject({ method: 'POST', url: '/token', payload: {} });
  expect([token.statusCode, token.body]).toEqual([409, expect.stringContaining('OIDC_ISSUER')]);
  await outside.stop();
});

describe('health', () => {
  test('is good only while it can be used', async () => {
    const idle = await startTestServer(postgres, { start: false });
    const health = async () => (await idle.plane.app.inject({ method: 'GET', url: '/healthz' })).statusCode;
    expect(await health()).toBe(503);
    await idle.plane.start();
    expect(await health()).toBe(200);
    await idle.plane.stop();
    expect(await health()).toBe(503);
    await idle.plane.app.close();
  });
});

describe("this machine's command line", () => {
  const ask = (payload: object) => server.plane.control.inject({ method: 'POST', url: '/token', payload });

  test('gets a short token that says who took it, and the audit log says it too', async () => {
    const { token } = (await ask({})).json<{ token: string }>();
    expect((await server.call('getMe', { token })).result['email']).toBe('admin@acacia.local');
    const claims = decodeJwt(token);
    expect(claims).toMatchObject({ act: { sub: 'operator' } });
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(3600);
    const entries = (await server.call('listAuditEntries', { token })).result as unknown as object[];
    expect(entries[0]).toMatchObject({
      actor: 'operator of this machine',
      action: 'issueToken',
      after: { email: 'admin@acacia.local' },
      outcome: 'ok',
    });
  });

  test('verifies the audit log', async () => {
    await sealAudit(server.database.db);
    const whole = await server.plane.control.inject({
      method: 'POST',
      url: '/audit',
      payload: { noted: null },
    });
    const report = whole.json<{ whole: number }>();
    expect(report).toMatchObject({ unsealed: 0, findings: [] });
    expect(report.whole).toBe(await server.database.db.$count(auditEntries));
  });

  test.each([
    '/audit',
    '/token',
    '/internal/token',
    '/backups',
    '/internal/backups',
    '/internal/backups/proof',
  ])('has its calls on the control socket alone: %s', async (url) => {
    const headers = { 'x-acacia-control': 'control-key' };
    const answer = await server.plane.app.inject({ method: 'POST', url, headers, payload: {} });
    expect(answer.statusCode).toBe(404);
  });

  test('is not the gateway: what comes through it is answered nothing', async () => {
    const headers = { 'x-acacia-key': 'of a workspace' };
    const answer = await server.plane.control.inject({ method: 'POST', url: '/token', headers, payload: {} });
    expect(answer.statusCode).toBe(404);
  });

  test('is told when there is no such person', async () => {
    const answer = await ask({ email: 'nobody@acacia.local' });
    expect(answer.json()).toMatchObject({ Message: 'There is no user with the e-mail nobody@acacia.local.' });
    expect((await ask({ email: 'nobody' })).json()).toMatchObject({
      Message: 'That is not an e-mail address.',
    });
  });
});
