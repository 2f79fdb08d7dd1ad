/** Names and logo of an organisation, with pictures of a web server of its own. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { INVALID_ORG_NAME, LOGO_BYTES, SUBSCRIPTIONS_MOST, type AuditEntry } from '@acacia/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { organizationLogos } from '../../database/organization-tables.ts';
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { aJpeg, aPng, aWebp } from './picture.fixture.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const NOT_FETCHED = 'There is no picture of at most 256 KB at this address, or it cannot be reached.';
const NO_PICTURE = 'The logo must be a PNG, JPEG or WebP picture, or a web address of one.';

let postgres: TestPostgres;
let server: TestServer;
let web: Server;
let port: number;
let orgId: string;
const asked: string[] = [];

/** The answers of the web server by path. */
const PAGES: Record<string, { readonly body: Buffer | string; readonly headers?: Record<string, string> }> = {
  '/logo.png': { body: aPng(40, 30), headers: { 'content-type': 'text/html' } },
  '/page.png': { body: '<html>', headers: { 'content-type': 'image/png' } },
  '/large.png': { body: Buffer.concat([aPng(1, 1), Buffer.alloc(LOGO_BYTES)]) },
};

beforeAll(async () => {
  postgres = await startTestPostgres();
  web = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    if (path === '/to-logo') return response.writeHead(302, { location: '/logo.png' }).end();
    if (path === '/to-inside') {
      return response.writeHead(302, { location: `http://127.0.0.2:${port}/logo.png` }).end();
    }
    const page = PAGES[path];
    return response.writeHead(page === undefined ? 404 : 200, page?.headers).end(page?.body);
  });
  await new Promise<void>((resolve) => web.listen(0, resolve));
  ({ port } = web.address() as AddressInfo);
  server = await startTestServer(postgres, { environment: { ACACIA_ALLOWED_SOURCES: `127.0.0.1:${port}` } });
  orgId = String((await server.call('getMe')).result['org_id']);
});
afterAll(async () => {
  await server.stop();
  await postgres.stop();
  web.close();
});

const at = (path: string, host = '127.0.0.1') => `http://${host}:${port}${path}`;
const dataOf = (content: Buffer | string, type = 'image/png') =>
  `data:${type};base64,${Buffer.from(content).toString('base64')}`;
const NAMES = { orgName: 'acacia', orgDisplayName: 'Acacia' };
const put = (body: object, token = server.admin) =>
  server.call('updateOrganization', { body: { ...NAMES, ...body }, token });
async function logoOf(body: object) {
  const answer = await put(body);
  expect([answer.status, answer.body.Message]).toEqual([200, '']);
  return answer.result['logo_url'] as string | null;
}
const fetched = (path: string | null) => server.plane.app.inject({ method: 'GET', url: path ?? '' });
const fault = ({ status, body }: Awaited<ReturnType<typeof put>>) => [
  status,
  body.ErrorDetails?.[0]?.FieldName,
  body.Message,
];

describe('the names', () => {
  it('are changed by an organization admin, seen at once and written into the audit log', async () => {
    const answer = await put({ orgName: 'graph-lab_2', orgDisplayName: ' Graph Lab ' });
    expect(answer.result).toMatchObject({ org_name: 'graph-lab_2', org_display_name: 'Graph Lab' });
    expect((await server.call('getMyOrganization')).result).toMatchObject({ org_name: 'graph-lab_2' });
    const [entry] = (await server.call('listAuditEntries', { query: { limit: '1' } }))
      .result as unknown as AuditEntry[];
    expect(entry).toMatchObject({
      action: 'updateOrganization',
      resource: `organization/${orgId}`,
      before: { name: 'acacia' },
      after: { name: 'graph-lab_2', display_name: 'Graph Lab' },
    });
    await put({});
  });

  it.each([
    ['orgName', '', 'required'],
    ['orgName', 'ab', 'minimum length is 3'],
    ['orgName', 'a'.repeat(51), 'maximum length is 50'],
    ['orgName', '-abc', INVALID_ORG_NAME],
    ['orgName', 'Acacia', INVALID_ORG_NAME],
    ['orgName', 'aca cia', INVALID_ORG_NAME],
    ['orgName', 'acaciа', INVALID_ORG_NAME],
    ['orgDisplayName', '  ', 'required'],
    ['orgDisplayName', ' ab ', 'minimum length is 3'],
    ['orgDisplayName', 'a'.repeat(51), 'maximum length is 50'],
    ['orgDisplayName', 'Lab\r\nBcc: eve@example.org', 'orgDisplayName: must be one line'],
  ])('are refused: %s %j', async (field, value, message) => {
    expect(fault(await put({ [field]: value }))).toEqual([400, field, message]);
  });

  it('are no other organisation’s', async () => {
    const other = await server.organization();
    const token = await server.person([{ name: 'org-admins' }], other);
    expect(fault(await put({ orgName: 'acacia' }, token))).toEqual([
      409,
      'orgName',
      "'acacia' is exist, please use another name",
    ]);
  });

  it('are not for others to change', async () => {
    const token = await server.person([{ name: 'billing-admins' }]);
    expect((await put({ orgDisplayName: 'Mine now' }, token)).status).toBe(403);
    expect((await server.call('getMyOrganization')).result).toMatchObject({ org_display_name: 'Acacia' });
  });
});

describe('a logo', () => {
  it.each([
    ['image/png', aPng(64, 32)],
    ['image/jpeg', aJpeg(64, 32)],
    ['image/webp', aWebp(64, 32)],
  ])('of the type %s is kept, and served as such whatever it was called', async (type, content) => {
    const path = await logoOf({ logoUrl: dataOf(content, 'text/html') });
    expect(path).toMatch(/^\/api\/logos\/[0-9a-f]{64}$/);
    const answer = await fetched(path);
    expect(answer.rawPayload.equals(content)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'same-origin',
    });
  });

  it('stays where none is named or the present one, and goes with null or nothing', async () => {
    const path = await logoOf({ logoUrl: dataOf(aPng(9, 9)) });
    expect(await logoOf({})).toBe(path);
    expect(await logoOf({ logoUrl: path })).toBe(path);
    expect(await logoOf({ logoUrl: '' })).toBeNull();
    expect((await fetched(path)).statusCode).toBe(404);
    expect(await logoOf({ logoUrl: null })).toBeNull();
  });

  it('that is replaced is deleted', async () => {
    const first = await logoOf({ logoUrl: dataOf(aPng(10, 10)) });
    const second = await logoOf({ logoUrl: dataOf(aPng(11, 11)) });
    expect((await fetched(first)).statusCode).toBe(404);
    expect((await fetched(second)).statusCode).toBe(200);
    const rows = await server.database.db
      .select()
      .from(organizationLogos)
      .where(eq(organizationLogos.orgId, orgId));
    expect(rows).toHaveLength(1);
  });

  it.each([
    ['a script in SVG', SVG],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a GIF', 'GIF89a\u0001\u0000\u0001\u0000'],
    ['the head of a PNG alone', aPng(4, 4).subarray(0, 20)],
    ['nothing', ''],
  ])('is not %s, however it is called', async (_name, content) => {
    expect(fault(await put({ logoUrl: dataOf(content) }))).toEqual([400, 'logoUrl', NO_PICTURE]);
  });

  it('has limits of size and pixels', async () => {
    const large = Buffer.concat([aPng(4, 4), Buffer.alloc(LOGO_BYTES)]);
    expect(fault(await put({ logoUrl: dataOf(large) }))[2]).toMatch(/has 257 KB; it may have 256/);
    expect(fault(await put({ logoUrl: dataOf(aPng(30_000, 1)) }))[2]).toMatch(/has 30000 × 1 pixels/);
    expect(fault(await put({ logoUrl: dataOf(aPng(0, 5)) }))[2]).toMatch(/has 0 × 5 pixels/);
  });

  it('at an address is read once and copied, over a redirect too', async () => {
    asked.length = 0;
    const path = await logoOf({ logoUrl: at('/to-logo') });
    expect(asked).toEqual(['/to-logo', '/logo.png']);
    expect((await fetched(path)).rawPayload.equals(aPng(40, 30))).toBe(true);
    expect(asked).toHaveLength(2);
  });

  it.each([
    ['a server inside', () => at('/logo.png', '127.0.0.2')],
    ['a redirect to a server inside', () => at('/to-inside')],
    ['the metadata of a cloud', () => 'http://169.254.169.254/latest/meta-data/'],
    ['the control plane', () => 'http://localhost:4100/api/config/client'],
    ['a file that is too large', () => at('/large.png')],
    ['a file that is not there', () => at('/nothing.png')],
  ])('is not read from %s', async (_name, address) => {
    expect(fault(await put({ logoUrl: address() }))).toEqual([400, 'logoUrl', NOT_FETCHED]);
  });

  it.each([
    ['a page that says it is a picture', () => at('/page.png')],
    ['a file of this machine', () => 'file:///etc/passwd'],
    ['a script', () => 'javascript:alert(1)'],
    ['another logo by its path', () => `/api/logos/${'0'.repeat(64)}`],
    ['data that are no base64 picture', () => 'data:image/png,abc'],
  ])('is not %s', async (_name, address) => {
    expect(fault(await put({ logoUrl: address() }))).toEqual([400, 'logoUrl', NO_PICTURE]);
  });

  it('is at no other path', async () => {
    for (const path of ['x', '..%2f..%2fetc%2fpasswd', "' or 1=1", 'A'.repeat(64)]) {
      expect((await fetched(`/api/logos/${encodeURIComponent(path)}`)).statusCode, path).toBe(404);
    }
  });
});

describe('a subscription of a marketplace', () => {
  const form = (name: string, token: string) => ({
    method: 'POST' as const,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ [name]: token, 'x-amzn-marketplace-agreement-id': 'a' }).toString(),
  });
  const arrive = (provider: string, how: object) =>
    server.plane.app.inject({ url: `/marketplace/arrive/${provider}`, ...how });

  it.each([
    ['aws', form('x-amzn-marketplace-token', 'a+b/c&d=')],
    ['gcp', form('x-gcp-marketplace-token', 'a+b/c&d=')],
    ['azure', { url: `/marketplace/arrive/azure?token=${encodeURIComponent('a+b/c&d=')}` }],
  ])('of %s leads its person to the console, which no server is told the token of', async (provider, how) => {
    const { statusCode, headers } = await arrive(provider, how);
    expect([statusCode, headers['cache-control']]).toEqual([303, 'no-store']);
    const { pathname, search, hash } = new URL(String(headers.location), 'http://console');
    expect([pathname, search]).toEqual(['/marketplace/association', '']);
    expect(Object.fromEntries(new URLSearchParams(hash.slice(1)))).toEqual({ provider, token: 'a+b/c&d=' });
  });

  it.each([
    ['aws', form('x-gcp-marketplace-token', 'a'), 'x-amzn-marketplace-token'],
    ['aws', form('x-amzn-marketplace-token', 'x'.repeat(4097)), 'x-amzn-marketplace-token'],
    ['gcp', form('x-gcp-marketplace-token', 'a\r\nset-cookie: b'), 'x-gcp-marketplace-token'],
    ['azure', {}, 'token'],
    ['azure', { url: '/marketplace/arrive/azure?token=a&token=b' }, 'token'],
  ])('of %s without a token names the field: %#', async (provider, how, field) => {
    const answer = await arrive(provider, how);
    expect(answer.statusCode).toBe(400);
    expect(answer.json<{ ErrorDetails: { FieldName: string }[] }>().ErrorDetails[0]?.FieldName).toBe(field);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  const associate = (token: string, by = server.admin, provider = 'aws') =>
    server.call('associateMarketplace', { params: { provider }, body: { token }, token: by });
  const listed = async (by = server.admin) =>
    (await server.call('listMarketplaceSubscriptions', { token: by })).result as unknown as object[];

  it('is recorded once, as pending, for one organization, and its token is kept nowhere', async () => {
    const answers = await Promise.all([associate('secret-token'), associate('secret-token')]);
    expect(answers.map(({ status, result }) => [status, result['status']])).toEqual([
      [200, 'pending'],
      [200, 'pending'],
    ]);
    expect(await listed()).toMatchObject([
      { provider: 'aws', status: 'pending', creator: 'admin@acacia.local' },
    ]);
    const log = (await server.call('listAuditEntries', { query: { action: 'associateMarketplace' } }))
      .result as unknown as AuditEntry[];
    expect(log.map(({ after }) => after)).toEqual([{ marketplace: 'aws', status: 'pending' }]);
    const { rows } = await server.database.pool.query('select * from marketplace_subscriptions');
    expect(JSON.stringify([rows, log])).not.toContain('secret-token');

    const other = await server.organization();
    const theirs = await server.person([{ name: 'billing-admins' }], other);
    const taken = await associate('secret-token', theirs);
    expect([taken.status, taken.body.ErrorDetails?.[0]?.FieldName]).toEqual([409, 'token']);
    // The same text is another subscription elsewhere.
    expect((await associate('secret-token', theirs, 'gcp')).status).toBe(200);
    expect(await listed(theirs)).toHaveLength(1);
  });

  it('is for those who administer the organization or its bills, twenty of them at most', async () => {
    const other = await server.organization();
    const viewer = await server.person([{ name: 'billing-viewers' }], other);
    expect((await associate('t', viewer)).status).toBe(403);
    expect((await associate('t', await server.person([], other))).status).toBe(403);
    const admin = await server.person([{ name: 'org-admins' }], other);
    for (let n = 0; n < SUBSCRIPTIONS_MOST; n++) await associate(`t${n}`, admin);
    const more = await associate('one more', admin);
    expect(more.body.ErrorDetails?.[0]?.FieldName).toBe('token');
    expect((await associate('one-more', admin)).body.Message).toContain('which is the most');
    expect((await associate('t0', admin)).status).toBe(200);
    expect(await listed(viewer)).toHaveLength(SUBSCRIPTIONS_MOST);
    expect((await associate('t', admin, 'ibm')).status).toBe(404);
  });
});
