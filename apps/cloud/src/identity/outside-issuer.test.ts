/** Sign-in at an outside issuer: a small real one, with discovery, keys and userinfo over HTTP. */
import { createServer, type Server } from 'node:http';
import { forgedTokens } from '@acacia/base/testing';
import { eq } from 'drizzle-orm';
import * as jose from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { accounts } from '../database/schema.ts';
import { seed } from '../database/seed.ts';
import { startTestPostgres, type TestPostgres } from '../testing/postgres.ts';
import type { Database } from '../database/database.ts';
import { createAuthenticate, type Authenticate } from './actor.ts';
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

beforeAll(async () => {
  postgres = await startTestPostgres();
  const pair = await jose.generateKeyPair('RS256');
  privateKey = pair.privateKey;
  publicKey = { ...(await jose.exportJWK(pair.publicKey)), kid: 'k1', alg: 'RS256' };
  issuer = createServer((request, response) => {
    asked.push(request.url);
    const answers: Record<string, unknown> = {
      '/.well-known/openid-configuration': { jwks_uri: `${url}/keys`, userinfo_endpoint: `${url}/me` },
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
  database = await postgres.migrated();
  await seed(database.db, 'admin@acacia.local', PLAN);
  const verifier = outsideVerifier({ issuer: url, clientId: 'console', audience: AUDIENCE }, stateOf);
  authenticate = createAuthenticate(database.db, verifier, () => undefined);
});
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

test('someone new becomes a member without roles, their e-mail asked of the issuer', async () => {
  profile = { sub: 'new', email: 'new@example.org', email_verified: true, name: 'New' };
  const made = await authenticate(await token({ sub: 'new' }));
  expect(made).toMatchObject({ email: 'new@example.org', name: 'New', grants: [] });
  const rows = await database.db.select().from(accounts).where(eq(accounts.subject, 'new'));
  expect(rows).toHaveLength(1);
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
