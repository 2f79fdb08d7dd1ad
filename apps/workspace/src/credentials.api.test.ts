/** Credentials end with their person, their role or their lifetime; guesses are counted before they are compared. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createHmac, scryptSync } from 'node:crypto';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gatewayHeaders, SOCIAL_SCHEMA, startTestWorkspace, type TestWorkspace } from './test-support.ts';

let workspace: TestWorkspace;
beforeAll(async () => {
  workspace = await startTestWorkspace();
  await workspace.gsql(SOCIAL_SCHEMA);
});
afterAll(() => workspace.close());

type As = { readonly as: { readonly authorization: string } };
const bySecret = (value: unknown): As => ({ as: { authorization: `GSQL-Secret ${String(value)}` } });
const byToken = (value: unknown): As => ({ as: { authorization: `Bearer ${String(value)}` } });
const byPassword = (user: string, password: string): As => ({
  as: { authorization: `Basic ${btoa(`${user}:${password}`)}` },
});
async function who(as: As, of = workspace) {
  const { status, json } = await of.call('GET', '/gsql/v1/auth/simple', as);
  if (status !== 200) return status;
  return json['isSuperUser'] === true ? 'superuser' : 'other';
}
const inOrganisation = (email: string, role: string) => ({
  as: 'nobody' as const,
  headers: gatewayHeaders(email, role),
});
/** A secret of a person and a token by it. */
async function credentialsOf(email: string, role: 'superuser' | 'globalobserver') {
  const made = await workspace.call('POST', '/gsql/v1/secrets', inOrganisation(email, role));
  const { value } = made.json['results'] as { value: string };
  const issued = await workspace.call('POST', '/gsql/v1/tokens', {
    as: 'nobody',
    body: { secret: value, lifetime: '600000' },
  });
  return { secret: bySecret(value), token: byToken(issued.json['token']) };
}
const ADMIN = { 'boss@x.y': 'superuser' } as const;

describe('credentials of a person', () => {
  it('end with the person at once, and do not come back with them', async () => {
    await workspace.people({ ...ADMIN, 'ann@x.y': 'superuser' });
    const ann = await credentialsOf('ann@x.y', 'superuser');
    expect([await who(ann.secret), await who(ann.token)]).toEqual(['superuser', 'superuser']);
    await workspace.people(ADMIN);
    expect([await who(ann.secret), await who(ann.token)]).toEqual([401, 401]);
    await workspace.people({ ...ADMIN, 'ann@x.y': 'superuser' });
    expect([await who(ann.secret), await who(ann.token)]).toEqual([401, 401]);
    const again = await credentialsOf('ann@x.y', 'superuser');
    expect(await who(again.secret)).toBe('superuser');
  });

  it('are worth no more than the person is now, nor than they were made for', async () => {
    await workspace.people({ ...ADMIN, 'bob@x.y': 'superuser', 'cat@x.y': 'globalobserver' });
    const [bob, cat] = [
      await credentialsOf('bob@x.y', 'superuser'),
      await credentialsOf('cat@x.y', 'globalobserver'),
    ];
    await workspace.people({ ...ADMIN, 'bob@x.y': 'globalobserver', 'cat@x.y': 'superuser' });
    for (const as of [bob.secret, bob.token, cat.secret, cat.token]) expect(await who(as)).toBe('other');
    await workspace.people({ ...ADMIN, 'bob@x.y': 'superuser', 'cat@x.y': 'superuser' });
    for (const as of [bob.secret, bob.token]) expect(await who(as)).toBe('superuser');
    for (const as of [cat.secret, cat.token]) expect(await who(as)).toBe('other');
  });

  it('end also of one who left while the workspace was down', async () => {
    await workspace.people({ ...ADMIN, 'dan@x.y': 'superuser' });
    const dan = await credentialsOf('dan@x.y', 'superuser');
    await workspace.restart();
    expect(await who(dan.token)).toBe('superuser');
    await workspace.people(ADMIN);
    await workspace.restart();
    expect([await who(dan.secret), await who(dan.token)]).toEqual([401, 401]);
  });

  const grant = (name: string) =>
    workspace.call('POST', '/gsql/v1/statements', { body: `GRANT ROLE superuser TO "${name}"` });
  const whoInOrganisation = async (email: string, role: string) => {
    const { json } = await workspace.call('GET', '/gsql/v1/auth/simple', inOrganisation(email, role));
    return json['isSuperUser'];
  };

  it('bring nothing that an administrator was granted here, once they are none', async () => {
    await workspace.people({ ...ADMIN, 'fay@x.y': 'superuser' });
    const fay = await credentialsOf('fay@x.y', 'superuser');
    await grant('fay@x.y');
    await workspace.people({ ...ADMIN, 'fay@x.y': 'globalobserver' });
    expect([await who(fay.secret), await who(fay.token)]).toEqual(['other', 'other']);
    expect(await whoInOrganisation('fay@x.y', 'globalobserver')).toBe(false);
    // A member is granted it for good, by an administrator.
    await grant('fay@x.y');
    await workspace.people({ ...ADMIN, 'fay@x.y': 'globalobserver', 'new@x.y': 'globalobserver' });
    expect(await whoInOrganisation('fay@x.y', 'globalobserver')).toBe(true);
    await workspace.people(ADMIN);
    await workspace.people({ ...ADMIN, 'fay@x.y': 'globalobserver' });
    expect(await whoInOrganisation('fay@x.y', 'globalobserver')).toBe(false);
  });

  it('bring nothing of it either when the role was lowered while the workspace slept', async () => {
    await workspace.people({ ...ADMIN, 'gil@x.y': 'superuser' });
    const gil = await credentialsOf('gil@x.y', 'superuser');
    await grant('gil@x.y');
    await workspace.restart({ ...ADMIN, 'gil@x.y': 'globalobserver' });
    expect([await who(gil.secret), await who(gil.token)]).toEqual(['other', 'other']);
    expect(await whoInOrganisation('gil@x.y', 'globalobserver')).toBe(false);
  });

  it('rest while the person lacks a second factor that the organisation demands, also after a restart', async () => {
    const people = { ...ADMIN, 'jan@x.y': 'superuser' } as const;
    await workspace.people(people);
    const jan = await credentialsOf('jan@x.y', 'superuser');
    const refused = async (as: As) => {
      const { status, json } = await workspace.call('GET', '/gsql/v1/auth/simple', as);
      return [status, json['message']];
    };
    const words = 'The organization demands a second factor, and "jan@x.y" has none.';
    await workspace.people(people, ['jan@x.y']);
    expect([await refused(jan.secret), await refused(jan.token)]).toEqual([
      [403, words],
      [403, words],
    ]);
    const basic = byPassword('__GSQL__secret', jan.secret.as.authorization.split(' ')[1] ?? '');
    expect(await refused(basic)).toEqual([403, words]);
    const body = { secret: jan.secret.as.authorization.split(' ')[1] };
    expect((await workspace.call('POST', '/gsql/v1/tokens', { as: 'nobody', body })).status).toBe(403);
    await workspace.restart();
    expect(await refused(jan.token)).toEqual([403, words]);
    await workspace.people(people);
    expect([await who(jan.secret), await who(jan.token)]).toEqual(['superuser', 'superuser']);
  });

  it('end a request that is under way', async () => {
    const begin = async (headers: Readonly<Record<string, string>>, name: string) => {
      const text = `CREATE USER -u ${name} -p "longer than twelve"`;
      const target = `${workspace.origin}/gsql/v1/statements`;
      const sent = request(target, {
        method: 'POST',
        headers: { ...headers, 'content-length': text.length },
      });
      const answered = new Promise<number | undefined>((resolve) => {
        sent.on('response', ({ statusCode }) => resolve(statusCode));
        sent.on('error', () => resolve(undefined));
      });
      await new Promise((resolve) => sent.write(text.slice(0, 10), resolve));
      return { answered, finish: () => sent.end(text.slice(10)) };
    };
    const usersOf = async () => (await workspace.gsql('SHOW USER')).match(/door_\w+/g);
    await workspace.people({ ...ADMIN, 'hal@x.y': 'superuser', 'ida@x.y': 'superuser' });
    const hal = await credentialsOf('hal@x.y', 'superuser');
    const begun = [
      await begin(gatewayHeaders('hal@x.y', 'superuser'), 'door_a'),
      await begin(hal.secret.as, 'door_b'),
      await begin(gatewayHeaders('ida@x.y', 'superuser'), 'door_c'),
      await begin(gatewayHeaders('boss@x.y', 'superuser'), 'door_d'),
    ];
    // Another request shows that the heads of these have been read.
    await who(hal.token);
    await workspace.people({ ...ADMIN, 'ida@x.y': 'globalobserver' });
    for (const { finish } of begun) finish();
    expect(await Promise.all(begun.map(({ answered }) => answered))).toEqual([
      undefined,
      undefined,
      undefined,
      200,
    ]);
    expect(await usersOf()).toEqual(['door_d']);
  });

  it('are not taken before it is known who has access', async () => {
    const untold = await startTestWorkspace({ tellPeople: false });
    try {
      const headers = gatewayHeaders('ann@x.y', 'superuser');
      expect((await untold.call('GET', '/gsql/v1/auth/simple', { as: 'nobody', headers })).status).toBe(200);
      expect(await who(byPassword('tigergraph', 'tigergraph'), untold)).toBe('superuser');
      const waiting = who(bySecret('x'.repeat(32)), untold);
      await untold.people(ADMIN);
      expect(await waiting).toBe(401);
    } finally {
      await untold.close();
    }
  });

  it('are listed by the control plane alone', async () => {
    const put = (headers: Record<string, string>) =>
      workspace.call('PUT', '/internal/people', { as: 'nobody', headers, body: { people: [] } });
    expect((await put({})).status).toBe(403);
    // With the key, but for a client: a path that slipped through the gateway.
    const client = { ...gatewayHeaders('boss@x.y', 'superuser'), 'x-acacia-address': '192.0.2.1' };
    expect((await put(client)).status).toBe(403);
    expect((await workspace.call('GET', '/internal/status', { as: 'nobody', headers: client })).status).toBe(
      403,
    );
  });
});

describe('lifetimes', () => {
  it('are 90 days at most, and longer ones are shortened with a word', async () => {
    const days = async (lifetime?: number, by: As | object = {}) => {
      const { json } = await workspace.call('POST', '/restpp/requesttoken', { ...by, body: { lifetime } });
      return { days: Math.round((Number(json['expiration']) - Date.now() / 1000) / 86_400), json };
    };
    expect((await days()).days).toBe(7);
    const long = await days(315_360_000);
    expect(long.days).toBe(90);
    expect(long.json['message']).toContain('Its lifetime is shorter than asked for');
    expect((await workspace.call('POST', '/gsql/v1/tokens', { body: { lifetime: -5 } })).status).toBe(400);
    const made = await workspace.call('POST', '/gsql/v1/secrets?alias=ninety');
    const { expiration } = made.json['results'] as { expiration: string };
    expect(Math.round((Date.parse(expiration) - Date.now()) / 86_400_000)).toBe(90);
  });

  it('cannot be prolonged by a token that makes another, or a secret', async () => {
    const short = await workspace.call('POST', '/gsql/v1/tokens', { body: { lifetime: 600_000 } });
    const as = byToken(short.json['token']);
    const next = await workspace.call('POST', '/restpp/requesttoken', { ...as, body: { lifetime: 86_400 } });
    expect(Number(next.json['expiration']) - Date.now() / 1000).toBeLessThanOrEqual(600);
    const secret = await workspace.call('POST', '/gsql/v1/secrets', as);
    const { expiration } = secret.json['results'] as { expiration: string };
    expect(Date.parse(expiration) - Date.now()).toBeLessThanOrEqual(600_000);
  });

  it('that have ended leave nothing to remove, which each may ask of their own', async () => {
    await workspace.people({ ...ADMIN, 'eve@x.y': 'globalobserver' });
    const eve = await credentialsOf('eve@x.y', 'globalobserver');
    const boss = await credentialsOf('boss@x.y', 'superuser');
    const wordOf = ({ as }: As) => as.authorization.replace('GSQL-Secret ', '');
    const clean = async (by: As, body?: object) => {
      const { status, json } = await workspace.call('DELETE', '/restpp/expiredtoken', { ...by, body });
      return [status, json['message']];
    };
    const NONE = [200, expect.stringContaining('There are no expired tokens')];
    const own = { user: ['eve@x.y'], secret: [wordOf(eve.secret)] };
    expect(await clean(eve.token, own)).toEqual(NONE);
    const refused = [403, expect.stringContaining('WRITE_USER')];
    expect(await clean(eve.token)).toEqual(refused);
    expect(await clean(eve.token, { user: ['eve@x.y', 'boss@x.y'] })).toEqual(refused);
    // Whether there is somebody, or a secret of another, is not told.
    expect(await clean(eve.token, { user: ['nobody@x.y'] })).toEqual(refused);
    const unknown = [404, expect.stringContaining('does not exist')];
    expect(await clean(eve.token, { secret: [wordOf(boss.secret)] })).toEqual(unknown);
    expect(await clean(boss.token, { user: ['eve@x.y'], secret: own.secret })).toEqual(NONE);
    expect(await clean(boss.token)).toEqual(NONE);
  });

  it('are a matter of the command line', async () => {
    const strict = await startTestWorkspace({ credentialDays: 1 });
    try {
      const { json } = await strict.call('POST', '/restpp/requesttoken', { body: {} });
      expect(Math.round((Number(json['expiration']) - Date.now() / 1000) / 3600)).toBe(24);
    } finally {
      await strict.close();
    }
  });
});

describe('a copy of a database', () => {
  it('has a key of its own: a token of the original is refused there', async () => {
    const original = await mkdtemp(join(tmpdir(), 'acacia-original-'));
    const copy = await mkdtemp(join(tmpdir(), 'acacia-copy-'));
    const tokenOf = async (database: string, dataDir: string, token?: As) => {
      const opened = await startTestWorkspace({ dataDir, database });
      try {
        const standing = token === undefined ? undefined : await who(token, opened);
        const { json } = await opened.call('POST', '/restpp/requesttoken', { body: {} });
        return { standing, token: byToken(json['token']) };
      } finally {
        await opened.close();
      }
    };
    try {
      const { token } = await tokenOf('a', original);
      await cp(original, copy, { recursive: true });
      const there = await tokenOf('b', copy, token);
      expect(there.standing).toBe(401);
      expect((await tokenOf('b', copy, there.token)).standing).toBe('superuser');
      expect((await tokenOf('a', original, there.token)).standing).toBe(401);
      expect((await tokenOf('a', original, token)).standing).toBe('superuser');
    } finally {
      await Promise.all([original, copy].map((folder) => rm(folder, { recursive: true, force: true })));
    }
  });
});

describe('a data folder of before', () => {
  const KEY = Buffer.alloc(32, 7);
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  function oldToken(sub: string, issued: number): string {
    const years = 10 * 365 * 86_400;
    const claims = { iss: 'acacia-workspace', sub, jti: `${sub}${issued}`, iat: issued, exp: issued + years };
    const text = `${part({ alg: 'HS256' })}.${part(claims)}`;
    return `${text}.${createHmac('sha256', KEY).update(text).digest('base64url')}`;
  }
  const now = Math.floor(Date.now() / 1000);
  const [strong, unknown, weak] = ['s'.repeat(32), 'u'.repeat(32), 'letmein'];
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'acacia-old-'));
    await (await startTestWorkspace({ dataDir: folder })).close();
    const salt = Buffer.alloc(16, 1);
    const hash = scryptSync('tigergraph', salt, 32, { N: 1024, r: 8, p: 1 });
    const password = { salt: salt.toString('base64'), hash: hash.toString('base64'), cost: 1024 };
    const old = {
      password,
      signingKey: KEY.toString('base64'),
      secrets: [
        { alias: 'a', value: strong, owner: 'boss@x.y' },
        { alias: 'b', value: unknown, owner: 'gone@x.y' },
        { alias: 'c', value: weak, owner: 'tigergraph' },
      ],
      roles: { 'boss@x.y': 'superuser', 'gone@x.y': 'superuser' },
      droppedTokens: {},
      droppedBefore: {},
    };
    await writeFile(join(folder, 'server', 'credentials.json'), JSON.stringify(old), { mode: 0o600 });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('keeps what is good, with an end, and nothing of those who are unknown', async () => {
    const old = await startTestWorkspace({ dataDir: folder, tellPeople: false });
    try {
      await old.people(ADMIN);
      expect(await who(byPassword('tigergraph', 'tigergraph'), old)).toBe('superuser');
      expect(await who(bySecret(strong), old)).toBe('superuser');
      expect(await who(bySecret(unknown), old)).toBe(401);
      expect(await who(bySecret(weak), old)).toBe(401);
      expect(await who(byToken(oldToken('boss@x.y', now - 86_400)), old)).toBe('superuser');
      expect(await who(byToken(oldToken('gone@x.y', now - 86_400)), old)).toBe(401);
      const file = join(folder, 'server', 'credentials.json');
      const stored = JSON.parse(await readFile(file, 'utf8')) as {
        limitedSince: number;
        secrets: { expires: number }[];
      };
      expect(JSON.stringify(stored)).not.toContain(strong);
      expect(stored.secrets.map(({ expires }) => Math.round((expires - now) / 86_400))).toEqual([90]);
      // The same folder a hundred days later.
      await old.close();
      const aged = {
        ...stored,
        limitedSince: now - 100 * 86_400,
        secrets: [{ ...stored.secrets[0], expires: now - 1 }],
      };
      await writeFile(file, JSON.stringify(aged));
      const later = await startTestWorkspace({ dataDir: folder, tellPeople: false });
      await later.people(ADMIN);
      expect(await who(bySecret(strong), later)).toBe(401);
      expect(await who(byToken(oldToken('boss@x.y', now - 101 * 86_400)), later)).toBe(401);
      await later.close();
    } finally {
      await old.close();
    }
  });

  it('with a damaged file of credentials is not opened, and the cause is said', async () => {
    await writeFile(join(folder, 'server', 'credentials.json'), '{"password": ');
    await expect(startTestWorkspace({ dataDir: folder })).rejects.toThrow(
      "The file server/credentials.json of this workspace's data is damaged: it is no JSON.",
    );
  });
});

describe('secrets', () => {
  it('have values that the workspace makes, and aliases of each person alone', async () => {
    const chosen = await workspace.call('POST', '/gsql/v1/secrets?alias=weak&value=a');
    expect([chosen.status, chosen.json['message']]).toEqual([
      400,
      'value: the workspace makes the values of secrets. Leave it out.',
    ]);
    await workspace.people({ ...ADMIN, 'eve@x.y': 'globalobserver' });
    const made = await workspace.call('POST', '/gsql/v1/secrets?alias=mine');
    const { value } = made.json['results'] as { value: string };
    const eve = inOrganisation('eve@x.y', 'globalobserver');
    // The value of another is refused like any other.
    expect((await workspace.call('POST', `/gsql/v1/secrets?value=${value}`, eve)).status).toBe(400);
    expect((await workspace.call('POST', '/gsql/v1/secrets?alias=mine', eve)).status).toBe(200);
    expect(
      (await workspace.call('DELETE', '/gsql/v1/secrets', { ...eve, body: { secrets: [value] } })).status,
    ).toBe(404);
    expect((await workspace.call('DELETE', '/gsql/v1/secrets', { body: { secrets: [value] } })).status).toBe(
      200,
    );
  });
});

// Each that is looked at is hashed, in threads that yield to all others.
describe('guesses', { timeout: 60_000 }, () => {
  /** Headers of a sign-in that the gateway passes on, from an address. */
  const from = (address: string, user: string, password: string, of: TestWorkspace) =>
    of.call('GET', '/gsql/v1/auth/simple', {
      ...byPassword(user, password),
      headers: { 'x-acacia-key': 'key-of-the-gateway', 'x-acacia-address': address },
    });
  let guarded: TestWorkspace;
  beforeAll(async () => {
    guarded = await startTestWorkspace();
  });
  afterAll(() => guarded.close());

  it('are counted before they are looked at, and keep nobody out who comes from elsewhere', async () => {
    const answers = await Promise.all(
      Array.from({ length: 150 }, (_, n) => from('192.0.2.1', 'tigergraph', `guess ${n}`, guarded)),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(139);
    const refused = await from('192.0.2.1', 'tigergraph', 'tigergraph', guarded);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);
    expect((await from('192.0.2.2', 'tigergraph', 'tigergraph', guarded)).status).toBe(200);
  });

  it('are counted over a restart', async () => {
    await guarded.restart();
    expect((await from('192.0.2.1', 'tigergraph', 'tigergraph', guarded)).status).toBe(429);
    expect((await from('192.0.2.2', 'tigergraph', 'tigergraph', guarded)).status).toBe(200);
  });

  it('are the same for users that are none', async () => {
    for (let n = 0; n < 10; n++) {
      const { status, json } = await from('192.0.2.3', 'nobody', `guess ${n}`, guarded);
      expect([status, json['message']]).toEqual([
        401,
        'The username or password is incorrect, please try again!',
      ]);
    }
    expect((await from('192.0.2.3', 'nobody', 'guess', guarded)).status).toBe(429);
  });

  it('from an address that lies about itself count for the connection', async () => {
    const forged = (n: number) =>
      guarded.call('GET', '/gsql/v1/auth/simple', {
        ...byPassword('tigergraph', `guess ${n}`),
        headers: { 'x-acacia-address': `203.0.113.${n}`, 'x-forwarded-for': `203.0.113.${n}` },
      });
    const statuses: number[] = [];
    for (let n = 0; n < 12; n++) statuses.push((await forged(n)).status);
    expect(statuses.at(-1)).toBe(429);
  });
});

it('answers with what browsers must not guess or keep', async () => {
  for (const path of ['/api/ping', '/gsql/v1/secrets', '/nowhere', '/%']) {
    const { headers } = await workspace.call('GET', path);
    expect(headers.get('x-content-type-options'), path).toBe('nosniff');
    expect(headers.get('cache-control'), path).toBe('no-store');
    expect(headers.get('server') ?? headers.get('x-powered-by'), path).toBeNull();
  }
});
