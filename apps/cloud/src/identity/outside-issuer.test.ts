/** Sign-in at an outside issuer: a small real one, with discovery, keys and userinfo over HTTP. */
import { createServer, type Server } from 'node:http';
import { forgedTokens } from '@acacia/base/testing';
import { eq } from 'drizzle-orm';
import * as jose from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { accounts, auditEntries, memberships, organizations, roleGrants } from '../database/schema.ts';
import { seed } from '../database/seed.ts';
import type { Strangers } from '../settings.ts';
import { startTestPostgres, type TestPostgres } from '../testing/postgres.ts';
import type { Database } from '../database/database.ts';
import { createAuthenticate, type Authenticate } from './actor.ts';
import { joinInviting } from './admit.ts';
import { endSession, outsideSession } from './sessions.ts';
import { outsideVerifier } from './verifier.ts';

const PLAN = { tier: 'enterprise', maxWorkspaceMemory: 4096 } as const;

const AUDIENCE = 'https://acacia.example';
const stateOf = (sid: string, until: Date) => outsideSession(database.db, sid, until);

let postgres: TestPostgres;
let database: Database;
let authenticate: Authenticate;
let issuer: Server;
let url: string;
let privateKey: jose.CryptoKey;
let publicKey: jose.JWK;
const asked: (string | undefined)[] = [];
let profile: Record<string, unknown>;
/** The issuer's own name; undefined: its address. */
let named: string | undefined;

beforeAll(async () => {
  postgres = await startTestPostgres();
  const pair = await jose.generateKeyPair('RS256');
  privateKey = pair.privateKey;
  publicKey = { ...(await jose.exportJWK(pair.publicKey)), kid: 'k1', alg: 'RS256' };
  issuer = createServer((request, response) => {
    asked.push(request.url);
    const answers: Record<string, unknown> = {
      '/.well-known/openid-configuration': {
        issuer: named ?? url,
        jwks_uri: `${url}/keys`,
        userinfo_endpoint: `${url}/me`,
      },
      '/keys': { keys: [publicKey] },
      '/me': profile,
    };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answers[request.url ?? '']));
  });
  await new Promise<void>((resolve) => issuer.listen(0, '127.0.0.1', resolve));
  const address = issuer.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
});
beforeEach(async () => {
  named = undefined;
  database = await postgres.migrated();
  await seed(database.db, 'admin@acacia.local', PLAN);
  authenticate = authenticateWith('open');
});
function authenticateWith(strangers: Strangers): Authenticate {
  const keys = { personOf: () => Promise.reject(new Error('no key was shown')) };
  const verifier = outsideVerifier({ issuer: url, clientId: 'console', audience: AUDIENCE }, stateOf);
  return createAuthenticate(database.db, verifier, keys, strangers, [], () => undefined);
}
afterAll(async () => {
  issuer.close();
  await postgres.stop();
});

interface Differently {
  readonly audience?: string;
  readonly issuer?: string;
  /** Unix second in which it expires; null: never. */
  readonly ends?: number | null;
}

function token(claims: Record<string, unknown>, changes: Differently = {}) {
  const { audience = AUDIENCE, issuer: of = url, ends = Math.floor(Date.now() / 1000) + 3600 } = changes;
  const made = new jose.SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
    .setIssuer(of)
    .setAudience(audience)
    .setSubject(typeof claims['sub'] === 'string' ? claims['sub'] : 'someone');
  return (ends === null ? made : made.setExpirationTime(ends)).sign(privateKey);
}

test('the seeded admin is known by the verified e-mail, later by the subject alone', async () => {
  const first = await authenticate(
    await token({ sub: 'admin-sub', email: 'Admin@Acacia.local', email_verified: true }),
  );
  expect(first.grants).toMatchObject([{ name: 'org-admins' }]);
  profile = { sub: 'admin-sub' };
  const later = await authenticate(await token({ sub: 'admin-sub' }));
  expect(later.userId).toBe(first.userId);
});

test('tokens are those of the issuer that the discovery document names, which is the one of the setting', async () => {
  const claims = { sub: 'a', email: 'admin@acacia.local', email_verified: true };
  named = `${url}/`;
  expect(await authenticate(await token(claims, { issuer: `${url}/` }))).toMatchObject({
    orgId: expect.any(String) as string,
  });
  await expect(authenticate(await token(claims))).rejects.toThrow('not valid');
  named = 'https://other.example';
  await expect(authenticateWith('open')(await token(claims))).rejects.toMatchObject({ type: 'Unavailable' });
});

test('a stranger has an account and no organisation, their e-mail asked of the issuer', async () => {
  profile = { sub: 'new', email: 'new@example.org', email_verified: true, name: 'New\u0000 ' };
  const made = await authenticate(await token({ sub: 'new' }));
  expect(made).toMatchObject({ email: 'new@example.org', name: 'New', orgId: null, grants: [] });
  const rows = await database.db.select().from(accounts).where(eq(accounts.subject, 'new'));
  expect(rows).toHaveLength(1);
  expect(rows[0]?.emailVerifiedAt).not.toBeNull();
});

test('where only the invited may come, a stranger is refused and leaves nothing', async () => {
  const invited = authenticateWith('invited');
  const bearer = await token({ sub: 's', email: 'someone@example.org', email_verified: true });
  await expect(invited(bearer)).rejects.toThrow('Nobody has invited someone@example.org');
  expect(await database.db.$count(accounts)).toBe(1);
  // The seeded admin is there already.
  const admin = await token({ sub: 'a', email: 'admin@acacia.local', email_verified: true });
  expect(await invited(admin)).toMatchObject({ grants: [{ name: 'org-admins' }] });
});

test('strangers of a domain have an account and no organisation, others are refused', async () => {
  const domains = authenticateWith(['example.org', 'xn--exmple-cua.org']);
  const sign = async (email: string) => domains(await token({ sub: email, email, email_verified: true }));
  for (const email of ['Ann@Example.org', 'bob@xn--exmple-cua.org']) {
    expect(await sign(email)).toMatchObject({ orgId: null, grants: [] });
  }
  for (const email of [
    'ann@below.example.org',
    'ann@example.org.evil.example',
    'ann@evilexample.org',
    'ann@example.com',
  ]) {
    await expect(sign(email), email).rejects.toThrow('Nobody has invited');
  }
});

/** An account with a pending invitation, and a role, of another organisation. */
async function invite(email: string, accountId = 'invited'): Promise<string> {
  const { db } = database;
  const orgId = 'inviting';
  const org = {
    id: orgId,
    name: orgId,
    displayName: 'Inviting',
    creator: 'someone',
    maxWorkspaceMemory: 256,
  };
  await db.insert(organizations).values(org).onConflictDoNothing();
  await db.insert(accounts).values({ id: accountId, email, name: email }).onConflictDoNothing();
  await db.insert(memberships).values({ id: `m-${accountId}`, orgId, accountId });
  await db.insert(roleGrants).values({ membershipId: `m-${accountId}`, name: 'billing-viewers' });
  return orgId;
}
const joinings = () =>
  database.db.select().from(auditEntries).where(eq(auditEntries.action, 'joinOrganization'));

test('who is invited joins the organisation that invited them, once, in whatever case they sign in', async () => {
  const orgId = await invite('new@example.org');
  const bearer = await token({ sub: 'new', email: ' NEW@Example.org', email_verified: true });
  const invited = authenticateWith('invited');
  const people = await Promise.all([invited(bearer), invited(bearer), invited(bearer)]);
  for (const person of people) {
    expect(person).toMatchObject({ userId: 'invited', orgId, grants: [{ name: 'billing-viewers' }] });
  }
  expect(await joinings()).toMatchObject([{ orgId, actor: 'new@example.org', resource: 'user/invited' }]);
});

test('a stranger who is invited later joins with the next call; who has an organisation stays in it', async () => {
  const bearer = await token({ sub: 'new', email: 'new@example.org', email_verified: true });
  const { userId } = await authenticate(bearer);
  const orgId = await invite('new@example.org', userId);
  expect(await authenticate(bearer)).toMatchObject({ userId, orgId });

  const admin = await token({ sub: 'a', email: 'admin@acacia.local', email_verified: true });
  const before = await authenticate(admin);
  await invite('admin@acacia.local', before.userId);
  expect(await authenticate(admin)).toEqual(before);
  // The next sign-in takes the invitation.
  expect(await joinInviting(database.db, before.userId)).toBe(true);
  expect(await authenticate(admin)).toEqual(before);
  expect(await joinings()).toHaveLength(2);
});

test('a look-alike of an address, or what is none, is not taken for it', async () => {
  for (const email of [
    'ａdmin@acacia.local',
    'admin@ａcacia.local',
    'admin@acacia。local',
    'admin@acacia.local, evil@example.org',
    'admin@acacia.local\r\nBcc: evil@example.org',
    'admin',
    `${'a'.repeat(320)}@acacia.local`,
  ]) {
    const bearer = await token({ sub: `twin ${email.length}`, email, email_verified: true });
    await expect(authenticate(bearer), email).rejects.toThrow('cannot be used here');
  }
  expect(await database.db.$count(accounts)).toBe(1);
});

test('two first calls at once make one account', async () => {
  const bearer = await token({ sub: 'both', email: 'both@example.org', email_verified: true });
  const [a, b] = await Promise.all([authenticate(bearer), authenticate(bearer)]);
  expect(a?.userId).toBe(b?.userId);
});

test.each([
  ['an e-mail that is not verified', { sub: 'x', email: 'admin@acacia.local', email_verified: false }],
  ['an e-mail of which nothing is said', { sub: 'x', email: 'admin@acacia.local' }],
])('%s lets nobody in', async (_what, claims) => {
  await expect(authenticate(await token(claims))).rejects.toThrow('Verify your e-mail address');
});

test('a token that is forged, or for others, is refused, and nobody else is asked for its key', async () => {
  const claims = { email: 'admin@acacia.local', email_verified: true };
  const elsewhere = `${url}/elsewhere`;
  const refused: Readonly<Record<string, string>> = {
    ...forgedTokens(await token(claims), { publicKey, elsewhere }),
    'another audience': await token(claims, { audience: 'other' }),
    'another issuer': await token(claims, { issuer: 'https://evil.example' }),
    'an issuer whose name begins alike': await token(claims, { issuer: `${url}.evil.example` }),
    'no end': await token(claims, { ends: null }),
    'a beginning in the future': await token({ ...claims, nbf: 4_000_000_000 }),
  };
  for (const [name, bearer] of Object.entries(refused)) {
    await expect(authenticate(bearer), name).rejects.toThrow('not valid here');
  }
  const expired = await token(claims, { ends: 1_000_000 });
  await expect(authenticate(expired)).rejects.toThrow('The access token has expired');
  expect(asked).not.toContain('/elsewhere');
});

test('a session that was ended here is refused, though its issuer would take the token and give others', async () => {
  const claims = { email: 'admin@acacia.local', email_verified: true };
  const bearer = await token({ ...claims, sid: 'one' });
  const { sid } = await authenticate(bearer);
  const [longer, other] = [
    await token({ ...claims, sid: 'one', jti: '2' }),
    await token({ ...claims, sid: 'two' }),
  ];
  expect((await authenticate(longer)).sid).toBe(sid);
  await endSession(database.db, sid);
  for (const each of [bearer, longer])
    await expect(authenticate(each)).rejects.toThrow('You are signed out. Sign in again.');
  expect((await authenticate(other)).sid).not.toBe(sid);
});

test('a token without a session of its issuer is a session of its own', async () => {
  const claims = { email: 'admin@acacia.local', email_verified: true };
  const [one, two] = [await token(claims), await token({ ...claims, jti: '2' })];
  const { sid } = await authenticate(one);
  await endSession(database.db, sid);
  await expect(authenticate(one)).rejects.toThrow('You are signed out. Sign in again.');
  expect((await authenticate(two)).sid).not.toBe(sid);
});

test('nobody shares a session with another, whatever the issuer calls it', async () => {
  const of = (sub: string) => token({ sub, sid: 's', email: `${sub}@example.org`, email_verified: true });
  const [one, two] = [await of('one'), await of('two')];
  expect((await authenticate(one)).sid).not.toBe((await authenticate(two)).sid);
});

test('an issuer that cannot be reached is told from a bad token', async () => {
  const verifier = outsideVerifier(
    { issuer: 'http://127.0.0.1:1', clientId: 'c', audience: AUDIENCE },
    stateOf,
  );
  await expect(verifier.verify(await token({}))).rejects.toThrow('cannot be reached');
});

test.each([
  [{}, []],
  [{ permissions: ['read:resource', 'update:org', 'admin'] }, ['read:resource', 'update:org']],
  [{ scope: 'openid read:org read:billing' }, ['read:org', 'read:billing']],
  // Needs the other one.
  [{ permissions: ['read:billing'] }, []],
  [{ permissions: 'read:org', scope: ['read:org'] }, []],
])('a token with %j makes an operator of %j', async (claims, operator) => {
  const given = await token({ sub: 'op', email: 'admin@acacia.local', email_verified: true, ...claims });
  expect((await authenticate(given)).operator).toEqual(operator);
});
