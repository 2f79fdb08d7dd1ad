/** Second factors and passkeys, over HTTP on a listening server, with an authenticator in software. */
import { createHash, scryptSync } from 'node:crypto';
import { RECOVERY_CODES, type CloudCall } from '@acacia/contract';
import { eq } from 'drizzle-orm';
import * as jose from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { authenticatorApps, recoveryCodes } from '../../database/factor-tables.ts';
import { accounts, mails, memberships } from '../../database/schema.ts';
import { signInAttempts } from '../../database/sign-in-tables.ts';
import { Authenticator } from '../../testing/authenticator.ts';
import { authorization, Browser } from '../../testing/browser.ts';
import { freePort } from '../../testing/free-port.ts';
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { issueAccessToken } from '../embedded/issue.ts';
import { loadKeys } from '../embedded/keys.ts';
import { sweepEnrolments } from './enrolments.ts';
import { stepOf, totpCode } from './totp.ts';

const PASSWORD = 'correct horse battery';
/** Of little cost: the password is compared often here, and is not what is tested. */
const HASH = `scrypt$16$8$1$c2FsdA$${scryptSync(PASSWORD, 'salt', 32, { N: 16, r: 8, p: 1 }).toString('base64url')}`;

let postgres: TestPostgres;
let server: TestServer;
let origin: string;

beforeAll(async () => {
  postgres = await startTestPostgres();
  const port = await freePort();
  origin = `http://localhost:${port}`;
  server = await startTestServer(postgres, { environment: { PORT: String(port) } });
  await server.plane.app.listen({ port, host: 'localhost' });
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
});
afterEach(async () => {
  vi.useRealTimers();
  await server.database.db.delete(signInAttempts);
});
afterAll(async () => {
  await server.stop();
  await postgres.stop();
});

/** A person with a password, and calls in their name. */
async function person() {
  return withPassword(await server.person());
}

async function withPassword(token: string) {
  const id = jose.decodeJwt(token).sub ?? '';
  const [row] = await server.database.db
    .update(accounts)
    .set({ passwordHash: HASH, passwordSetAt: new Date() })
    .where(eq(accounts.id, id))
    .returning();
  const call = (name: CloudCall, body?: unknown, params: Record<string, string> = {}) =>
    server.call(name, { token, params, ...(body === undefined ? {} : { body }) });
  return { id, email: row?.email ?? '', token, call };
}
type Person = Awaited<ReturnType<typeof person>>;

const AGAIN = { current_password: PASSWORD };

/** The code of the next time step, to which the clock is put. */
function nextCode(secret: Buffer): string {
  vi.setSystemTime(Date.now() + 30_000);
  return totpCode(secret, stepOf(Date.now()));
}

function bytesOf(base32: string): Buffer {
  const bits = [...base32.replaceAll(' ', '')]
    .map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}

async function withApp({ call }: Person) {
  const begun = await call('beginAuthenticatorApp', AGAIN);
  const secret = bytesOf(String(begun.result['secret']));
  const set = await call('confirmAuthenticatorApp', { code: nextCode(secret) });
  return { secret, codes: set.result['recovery_codes'] as string[] };
}

async function withPasskey({ call }: Person, name = 'Laptop') {
  const passkey = new Authenticator(origin);
  const begun = await call('beginPasskey', AGAIN);
  const set = await call('addPasskey', { name, credential: passkey.create(begun.result['options']) });
  return { passkey, set };
}

const unescape = (html: string) => html.replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** A browser at the sign-in page. */
async function begin() {
  const browser = new Browser(origin);
  const attempt = authorization(origin);
  const { response } = await browser.follow(await browser.open(attempt.url));
  const page = await response.text();
  const path = /action="([^"]+)"/.exec(page)?.[1] ?? '';
  return { browser, attempt, path, page };
}
type Begun = Awaited<ReturnType<typeof begin>>;

const optionsOf = (page: string): unknown =>
  JSON.parse(unescape(/data-options="([^"]+)"/.exec(page)?.[1] ?? 'null'));

/** A browser after the password; the page that it shows then. */
async function afterPassword(email: string) {
  const begun = await begin();
  const { browser, path } = begun;
  const { response, url } = await browser.follow(await browser.open(path, { email, password: PASSWORD }));
  return { ...begun, url, page: url.pathname === path ? await response.text() : '' };
}

const sendCode = ({ browser, path }: Begun, code: string, kind = 'app') =>
  browser.open(`${path}/code`, { kind, code });
const sendPasskey = ({ browser, path }: Begun, credential: unknown, alone = '') =>
  browser.open(`${path}/passkey${alone}`, { credential: JSON.stringify(credential) });

async function redeem(form: Record<string, string>) {
  const answer = await fetch(`${origin}/oidc/token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'acacia-console', resource: 'urn:acacia:cloud', ...form }),
  });
  return (await answer.json()) as Record<string, string>;
}

/** The tokens at the end of a sign-in; null when it has not ended. */
async function tokensOf({ browser, attempt }: Begun, answer: Response) {
  if (answer.status !== 303) return null;
  const { url } = await browser.follow(answer);
  const code = url.searchParams.get('code');
  if (code === null) return null;
  return redeem({
    grant_type: 'authorization_code',
    code,
    redirect_uri: `${origin}/callback`,
    code_verifier: attempt.verifier,
  });
}
const claimsOf = (tokens: Record<string, string> | null, name = 'access_token') =>
  jose.decodeJwt(tokens?.[name] ?? '');

async function mailsTo(email: string): Promise<string[]> {
  const rows = await server.database.db.select().from(mails).orderBy(mails.createdAt);
  return rows.filter(({ recipients }) => recipients.includes(email)).map(({ subject }) => subject);
}

async function signInsOf(email: string) {
  const answer = await server.call('listAuditEntries', { query: { limit: '500' } });
  return (answer.result as unknown as Record<string, string>[])
    .filter(({ actor, action }) => actor === email && action === 'signIn')
    .map(({ outcome, message }) => [outcome, message]);
}

describe('an authenticator app', () => {
  test('is set up with the password and a code; its secret and the recovery codes are not readable here', async () => {
    const one = await person();
    const wrong = await one.call('beginAuthenticatorApp', { current_password: 'wrong' });
    expect([wrong.status, wrong.body.ErrorDetails]).toEqual([
      400,
      [expect.objectContaining({ FieldName: 'current_password' })],
    ]);
    expect((await one.call('confirmAuthenticatorApp', { code: '000000' })).status).toBe(409);

    const begun = await one.call('beginAuthenticatorApp', AGAIN);
    const secret = bytesOf(String(begun.result['secret']));
    expect(String(begun.result['uri'])).toContain(
      `secret=${String(begun.result['secret']).replaceAll(' ', '')}`,
    );
    const code = nextCode(secret);
    const off = await one.call('confirmAuthenticatorApp', {
      code: String((Number(code) + 1) % 1e6).padStart(6, '0'),
    });
    expect([off.status, off.body.ErrorDetails]).toEqual([
      400,
      [expect.objectContaining({ FieldName: 'code' })],
    ]);
    const set = await one.call('confirmAuthenticatorApp', { code: `${code.slice(0, 3)} ${code.slice(3)}` });
    const codes = set.result['recovery_codes'] as string[];
    expect(new Set(codes).size).toBe(RECOVERY_CODES);
    expect(codes[0]).toMatch(/^([a-z2-7]{4}-){5}[a-z2-7]{4}$/);

    const { db } = server.database;
    const [row] = await db.select().from(authenticatorApps).where(eq(authenticatorApps.accountId, one.id));
    const kept = Buffer.from(row?.sealed ?? '', 'base64');
    expect(kept.includes(secret)).toBe(false);
    const hashes = await db.select().from(recoveryCodes).where(eq(recoveryCodes.accountId, one.id));
    expect(JSON.stringify(hashes)).not.toContain(codes[0]?.slice(0, 9).toUpperCase().replace('-', ''));
    expect((await one.call('getMySignInMethods')).result).toMatchObject({
      authenticator_app_since: expect.any(String) as string,
      recovery_codes_left: RECOVERY_CODES,
      passkeys: [],
      passkeys_refused: null,
    });
    expect(await mailsTo(one.email)).toEqual(['[Acacia] An authenticator app was set up']);
  });

  test('is asked for after the password, which signs nobody in any more', async () => {
    const one = await person();
    const { secret } = await withApp(one);
    const begun = await afterPassword(one.email);
    expect(begun.url.pathname).toBe(begun.path);
    expect(begun.page).toContain('Code of your authenticator app');
    expect(await signInsOf(one.email)).toEqual([]);
    // The way around: the address at which the provider goes on after its pages.
    const around = await begun.browser.follow(
      await begun.browser.open(begun.path.replace('/interaction/', '/auth/')),
    );
    expect(around.url.searchParams.get('code')).toBeNull();
    expect(around.url.pathname).toMatch(/^\/oidc\/interaction\//);

    const again = await afterPassword(one.email);
    const wrong = await sendCode(again, '000000');
    expect([wrong.status, await wrong.text()]).toEqual([401, expect.stringContaining('role="alert"')]);
    const tokens = await tokensOf(again, await sendCode(again, nextCode(secret)));
    const how = { amr: ['pwd', 'otp', 'mfa'], acr: 'urn:acacia:acr:two-factors' };
    expect(claimsOf(tokens)).toMatchObject({ sub: one.id, ...how, auth_time: expect.any(Number) as number });
    expect(claimsOf(tokens, 'id_token')).toMatchObject(how);
    const renewed = await redeem({
      grant_type: 'refresh_token',
      refresh_token: tokens?.['refresh_token'] ?? '',
    });
    expect(claimsOf(renewed)).toMatchObject(how);
    expect(await signInsOf(one.email)).toEqual([
      ['ok', ''],
      ['failed', 'Wrong code of the authenticator app.'],
    ]);
  });

  test('says the same code for one sign-in alone, also of several at once', async () => {
    const one = await person();
    const { secret } = await withApp(one);
    const tabs = await Promise.all([1, 2, 3].map(() => afterPassword(one.email)));
    const code = nextCode(secret);
    const answers = await Promise.all(tabs.map((tab) => sendCode(tab, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 401, 401]);
    const later = await afterPassword(one.email);
    expect((await sendCode(later, code)).status).toBe(401);
    // A code of a step before the last one is good no longer either.
    const early = totpCode(secret, stepOf(Date.now()) - 1);
    expect((await sendCode(later, early)).status).toBe(401);
    expect((await sendCode(later, nextCode(secret))).status).toBe(303);
  });

  test('is not guessed: ten attempts an hour, counted in the database, and a mail', async () => {
    const one = await person();
    const { secret } = await withApp(one);
    const begun = await afterPassword(one.email);
    await sendCode(begun, '000000');
    await server.database.db.update(signInAttempts).set({ count: 9 });
    expect((await sendCode(begun, '000000')).status).toBe(401);
    const held = await sendCode(begun, nextCode(secret));
    expect([held.status, await held.text()]).toEqual([
      429,
      expect.stringContaining('Try again in 60 minutes'),
    ]);
    expect(await mailsTo(one.email)).toContain('[Acacia] Sign-in was refused too often');
  });

  test('is asked for by the browser that has given the password, for ten minutes, and of that password', async () => {
    const one = await person();
    const { secret } = await withApp(one);
    const begun = await afterPassword(one.email);
    const stranger = { ...(await begin()), path: begun.path };
    expect((await sendCode(stranger, nextCode(secret))).status).toBe(400);
    const [{ passwordSetAt } = { passwordSetAt: null }] = await server.database.db
      .update(accounts)
      .set({ passwordSetAt: new Date(Date.now() + 1) })
      .where(eq(accounts.id, one.id))
      .returning();
    expect(passwordSetAt).not.toBeNull();
    expect((await sendCode(begun, nextCode(secret))).status).toBe(400);

    const late = await afterPassword(one.email);
    vi.setSystemTime(Date.now() + 10 * 60_000);
    expect((await sendCode(late, nextCode(secret))).status).toBe(400);
  });

  test('is removed with the password; then the password alone is enough, and the recovery codes are gone', async () => {
    const one = await person();
    const { codes } = await withApp(one);
    expect((await one.call('removeAuthenticatorApp', { current_password: 'wrong' })).status).toBe(400);
    expect((await one.call('removeAuthenticatorApp', AGAIN)).status).toBe(200);
    expect((await one.call('removeAuthenticatorApp', AGAIN)).status).toBe(404);
    expect((await one.call('renewRecoveryCodes', AGAIN)).status).toBe(409);
    expect((await one.call('getMySignInMethods')).result).toMatchObject({
      authenticator_app_since: null,
      recovery_codes_left: 0,
    });
    const begun = await afterPassword(one.email);
    expect(begun.url.searchParams.get('code')).not.toBeNull();
    expect(codes).toHaveLength(RECOVERY_CODES);
    expect(await mailsTo(one.email)).toContain('[Acacia] The authenticator app was removed');
  });

  test('that was begun more than ten minutes ago must be begun again', async () => {
    const one = await person();
    const begun = await one.call('beginAuthenticatorApp', AGAIN);
    await server.database.pool.query("update enrolments set expires_at = now() - interval '1 second'");
    const code = nextCode(bytesOf(String(begun.result['secret'])));
    expect((await one.call('confirmAuthenticatorApp', { code })).status).toBe(409);
    await sweepEnrolments(server.database.db);
    expect((await server.database.pool.query('select 1 from enrolments')).rows).toEqual([]);
  });
});

describe('an organization that demands a second factor', () => {
  /** One with an admin and a member, each with a password. */
  async function organization() {
    const orgId = await server.organization();
    const of = async (grants: Parameters<typeof server.person>[0]) =>
      withPassword(await server.person(grants, orgId));
    return { orgId, admin: await of([{ name: 'org-admins' }]), member: await of([]) };
  }
  const demand = (by: Person, wanted = true) =>
    by.call('updateOrganizationSecurity', { require_second_factor: wanted });
  const refusal = { Message: 'This organization wants a second factor of its people, and you have none.' };

  test('answers people who have none nothing, until they set one up; an admin without one cannot demand it', async () => {
    const { orgId, admin, member } = await organization();
    const early = await demand(admin);
    expect([early.status, early.body.ErrorDetails?.[0]?.FieldName]).toEqual([409, 'require_second_factor']);
    expect((await demand(member)).status).toBe(403);
    await withApp(admin);
    expect((await demand(admin)).result['require_second_factor']).toBe(true);

    // Calls within the organisation, reading and writing; others go on.
    for (const name of ['listWorkgroups', 'getMyOrganization', 'getQuota'] as const) {
      expect(await member.call(name)).toMatchObject({ status: 403, body: refusal });
    }
    expect(await member.call('answerSurvey', {})).toMatchObject({ status: 403, body: refusal });
    expect((await member.call('getMe')).result).toMatchObject({ lacks_second_factor: true, org_id: orgId });
    expect((await member.call('listMyOrganizations')).status).toBe(200);
    expect((await admin.call('listWorkgroups')).status).toBe(200);

    const { codes } = await withApp(member);
    expect(codes).toHaveLength(RECOVERY_CODES);
    expect((await member.call('listWorkgroups')).status).toBe(200);
    expect((await member.call('getMe')).result).toMatchObject({ lacks_second_factor: false });
    // Removed again, it is needed again.
    await member.call('removeAuthenticatorApp', AGAIN);
    expect((await member.call('listWorkgroups')).status).toBe(403);
    expect((await demand(admin, false)).status).toBe(200);
    expect((await member.call('listWorkgroups')).status).toBe(200);
    const log = await admin.call('listAuditEntries');
    expect(
      (log.result as unknown as Record<string, unknown>[])
        .filter(({ action, outcome }) => action === 'updateOrganizationSecurity' && outcome === 'ok')
        .map(({ after }) => after),
    ).toEqual([{ require_second_factor: false }, { require_second_factor: true }]);
  });

  test('answers API keys as before, and leaves the other organizations of its people alone', async () => {
    const { orgId, admin } = await organization();
    await withApp(admin);
    const made = await admin.call('createApiKey', { description: 'Nightly', life_time_in_seconds: null });
    const apiKey = String(made.result['plaintext_key']);
    const other = await server.organization();
    const both = await withPassword(
      await server.personIn([
        { orgId: other, grants: [] },
        { orgId, grants: [] },
      ]),
    );
    await demand(admin);
    expect((await server.call('listWorkgroups', { apiKey })).status).toBe(200);
    const byKey = await server.call('updateOrganizationSecurity', {
      apiKey,
      body: { require_second_factor: false },
    });
    expect(byKey.status).toBe(403);
    // The token names no organisation but the one of the sign-in.
    expect((await both.call('listWorkgroups')).status).toBe(200);
  });
});

test('a first second factor ends the sessions elsewhere that a password alone may have begun', async () => {
  const one = await person();
  const { db } = server.database;
  const elsewhere = await issueAccessToken(
    db,
    await loadKeys(db),
    `${server.settings.publicUrl}/oidc`,
    one.id,
  );
  expect((await server.call('getMe', { token: elsewhere })).status).toBe(200);
  await withApp(one);
  expect((await server.call('getMe', { token: elsewhere })).status).toBe(401);
  expect((await one.call('getMe')).status).toBe(200);
});

describe('recovery codes', () => {
  test('have at least 112 bits; those of 80 bits, of earlier versions, go on', async () => {
    const one = await person();
    const { codes } = await withApp(one);
    for (const code of codes) expect(code).toMatch(/^([a-z2-7]{4}-){5}[a-z2-7]{4}$/);
    const hash = createHash('sha256').update('ABCDEFGHIJKLMNOP').digest('base64url');
    await server.database.db.insert(recoveryCodes).values({ accountId: one.id, hash });
    const page = await afterPassword(one.email);
    expect((await sendCode(page, 'abcd-efgh-ijkl-mnop', 'recovery')).status).toBe(303);
  });

  test('replace the second factor once each, however they are typed', async () => {
    const one = await person();
    const { codes } = await withApp(one);
    const [code = '', other = ''] = codes;
    const page = await afterPassword(one.email);
    const asked = await page.browser.open(`${page.path}?with=recovery`);
    expect(await asked.text()).toContain('Recovery code');
    expect((await sendCode(page, '', 'recovery')).status).toBe(401);
    const typed = ` ${code.toUpperCase().replaceAll('-', ' ')}`;
    const both = await Promise.all(
      [page, await afterPassword(one.email)].map((tab) => sendCode(tab, typed, 'recovery')),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([303, 401]);
    expect((await one.call('getMySignInMethods')).result['recovery_codes_left']).toBe(RECOVERY_CODES - 1);
    expect(await mailsTo(one.email)).toContain('[Acacia] A recovery code was used');

    const renewed = await one.call('renewRecoveryCodes', AGAIN);
    const [fresh = ''] = renewed.result['recovery_codes'] as string[];
    const last = await afterPassword(one.email);
    expect((await sendCode(last, other, 'recovery')).status).toBe(401);
    expect((await sendCode(last, fresh, 'recovery')).status).toBe(303);
  });

  test('of one person are none of another', async () => {
    const [one, two] = [await person(), await person()];
    const { codes } = await withApp(one);
    await withApp(two);
    expect((await sendCode(await afterPassword(two.email), codes[0] ?? '', 'recovery')).status).toBe(401);
  });
});

describe('a passkey', () => {
  test('signs in without a password', async () => {
    const one = await person();
    const { passkey, set } = await withPasskey(one);
    expect(set.result['recovery_codes']).toHaveLength(RECOVERY_CODES);
    const begun = await begin();
    const signed = passkey.get(optionsOf(begun.page));
    const tokens = await tokensOf(begun, await sendPasskey(begun, signed, '?alone'));
    expect(claimsOf(tokens)).toMatchObject({
      sub: one.id,
      amr: ['pop', 'mfa'],
      acr: 'urn:acacia:acr:two-factors',
    });
    // The signature was for that sign-in.
    const other = await begin();
    expect((await sendPasskey(other, signed, '?alone')).status).toBe(401);
    expect((await one.call('getMySignInMethods')).result['passkeys']).toMatchObject([
      { name: 'Laptop', synced: true, last_used_at: expect.any(String) as string },
    ]);
    expect(await signInsOf(one.email)).toEqual([
      ['failed', 'Wrong passkey.'],
      ['ok', ''],
    ]);
  });

  test('is a second factor: the password alone is not enough, and nobody else’s passkey is', async () => {
    const [one, two] = [await person(), await person()];
    const { passkey } = await withPasskey(one);
    const { passkey: foreign } = await withPasskey(two);
    const begun = await afterPassword(one.email);
    expect(begun.page).not.toContain('Code of your authenticator app');
    const options = optionsOf(begun.page);
    expect(options).toMatchObject({ allowCredentials: [{ id: passkey.id }], userVerification: 'required' });
    expect((await sendPasskey(begun, foreign.get(options))).status).toBe(401);
    const tokens = await tokensOf(begun, await sendPasskey(begun, passkey.get(options)));
    expect(claimsOf(tokens)).toMatchObject({ sub: one.id, amr: ['pwd', 'pop', 'mfa'] });
  });

  test('is refused for another origin or host, without the person verified, and as any other text', async () => {
    const one = await person();
    const { passkey } = await withPasskey(one);
    const begun = await begin();
    const options = optionsOf(begun.page);
    const { challenge } = options as { challenge: string };
    for (const bad of [
      passkey.get(options, { origin: 'https://evil.example' }),
      passkey.get(options, { rpId: 'evil.example' }),
      passkey.get(options, { unverified: true }),
      passkey.get({ ...(options as object), challenge: challenge.split('').reverse().join('') }),
      new Authenticator(origin).get(options),
      { ...passkey.get(options), id: new Authenticator(origin).id },
    ]) {
      expect((await sendPasskey(begun, bad, '?alone')).status).toBe(401);
    }
    for (const bad of ['', null, [], { id: '"' }, { id: 'a', response: {} }]) {
      expect((await sendPasskey(begun, bad, '?alone')).status).toBe(400);
    }
    expect((await begun.browser.open(`${begun.path}/passkey`, { credential: '{' })).status).toBe(400);
    expect((await sendPasskey(begun, passkey.get(options), '?alone')).status).toBe(303);
  });

  test('that has counted less than before may be a copy: it is refused, and the person told', async () => {
    const one = await person();
    const { passkey } = await withPasskey(one);
    const begun = await begin();
    passkey.counter = 50;
    expect((await sendPasskey(begun, passkey.get(optionsOf(begun.page)), '?alone')).status).toBe(303);
    const next = await begin();
    passkey.counter = 50;
    expect((await sendPasskey(next, passkey.get(optionsOf(next.page)), '?alone')).status).toBe(401);
    expect(await mailsTo(one.email)).toContain('[Acacia] A passkey may have been copied');
    expect((await signInsOf(one.email))[0]?.[1]).toContain('may have been copied');
  });

  test('that does not count is used again and again', async () => {
    const one = await person();
    const { passkey } = await withPasskey(one);
    await server.database.pool.query('update passkeys set counter = 0 where account_id = $1', [one.id]);
    passkey.counter = -1;
    for (let time = 0; time < 2; time++) {
      const begun = await begin();
      expect((await sendPasskey(begun, passkey.get(optionsOf(begun.page)), '?alone')).status).toBe(303);
    }
  });

  test('is not added for another challenge or origin, unverified, with a certificate, or twice', async () => {
    const one = await person();
    const add = async (passkey: Authenticator, odd: Parameters<Authenticator['create']>[1] = {}) => {
      const begun = await one.call('beginPasskey', AGAIN);
      return one.call('addPasskey', {
        name: 'Key',
        credential: passkey.create(begun.result['options'], odd),
      });
    };
    for (const odd of [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { unverified: true },
      { certificate: true },
    ]) {
      const refused = await add(new Authenticator(origin), odd);
      expect([refused.status, refused.body.ErrorDetails?.[0]?.FieldName]).toEqual([400, 'credential']);
    }
    const begun = await one.call('beginPasskey', AGAIN);
    const made = new Authenticator(origin).create(begun.result['options']);
    await one.call('beginPasskey', AGAIN);
    expect((await one.call('addPasskey', { name: 'Key', credential: made })).status).toBe(400);
    for (const name of ['', ' ', 'x'.repeat(51), 'a\nb']) {
      const refused = await one.call('addPasskey', { name, credential: made });
      expect([refused.status, refused.body.ErrorDetails?.[0]?.FieldName]).toEqual([400, 'name']);
    }
    const passkey = new Authenticator(origin);
    expect((await add(passkey)).status).toBe(200);
    expect((await add(passkey)).status).toBe(409);
    expect((await one.call('getMySignInMethods')).result['passkeys']).toHaveLength(1);
  });

  test('is renamed and removed by its person alone', async () => {
    const [one, two] = [await person(), await person()];
    await withPasskey(one);
    const [{ passkey_id } = { passkey_id: '' }] = (await one.call('getMySignInMethods')).result[
      'passkeys'
    ] as { passkey_id: string }[];
    const params = { passkey_id };
    expect((await two.call('renamePasskey', { name: 'Mine' }, params)).status).toBe(404);
    expect((await two.call('removePasskey', AGAIN, params)).status).toBe(404);
    const renamed = await one.call('renamePasskey', { name: ' Phone ' }, params);
    expect(renamed.result).toMatchObject({ passkey_id, name: 'Phone' });
    expect((await one.call('removePasskey', { current_password: '' }, params)).status).toBe(400);
    expect((await one.call('removePasskey', AGAIN, params)).status).toBe(200);
    expect((await one.call('getMySignInMethods')).result).toMatchObject({
      passkeys: [],
      recovery_codes_left: 0,
    });
    const answer = await server.call('listAuditEntries', { query: { limit: '500' } });
    const actions = (answer.result as unknown as { actor: string; action: string }[])
      .filter(({ actor }) => actor === one.email)
      .map(({ action }) => action);
    expect(actions).toEqual([
      'removePasskey',
      'removePasskey',
      'renamePasskey',
      'addPasskey',
      'beginPasskey',
    ]);
  });

  test('is shown where there is one, under a policy that allows its script alone', async () => {
    const { page, browser, path } = await begin();
    expect(page).toContain('Use a passkey');
    const policy = (await browser.open(path)).headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/script-src 'sha256-[\w+/=]+'(;|$)/);
    expect(policy).not.toContain('unsafe');
  });
});

describe('a token', () => {
  test('of a page says how the person signed in, and so do those of the provider', async () => {
    const ann = await person();
    const { secret } = await withApp(ann);
    const browser = new Browser(origin);
    const { response } = await browser.follow(await browser.open('/session/sign-in?return_to=/'));
    const path = /action="([^"]+)"/.exec(await response.text())?.[1] ?? '';
    await browser.follow(await browser.open(path, { email: ann.email, password: PASSWORD }));
    const at = Math.floor(Date.now() / 1000) + 30;
    const answer = await browser.open(`${path}/code`, { kind: 'app', code: nextCode(secret) });
    const { url } = await browser.follow(answer);
    await browser.open(url.href);
    const given = await browser.post('/session/token', { origin });
    const claims = claimsOf((await given.json()) as Record<string, string>);
    expect(claims).toMatchObject({
      sub: ann.id,
      amr: ['pwd', 'otp', 'mfa'],
      acr: 'urn:acacia:acr:two-factors',
    });
    expect(Math.abs(Number(claims['auth_time']) - at)).toBeLessThan(60);
    const query = { action: 'signIn', actor: ann.email };
    expect((await server.call('listAuditEntries', { query })).result).toMatchObject([
      { outcome: 'ok', after: { amr: ['pwd', 'otp', 'mfa'] } },
    ]);
  });
});

test('a person without an organisation has second factors too', async () => {
  const ann = await person();
  await server.database.db.delete(memberships).where(eq(memberships.accountId, ann.id));
  await withApp(ann);
  const { passkey } = await withPasskey(ann);
  expect(passkey).toBeDefined();
  expect((await ann.call('renewRecoveryCodes', AGAIN)).status).toBe(200);
  expect((await ann.call('getMySignInMethods')).result).toMatchObject({
    authenticator_app_since: expect.any(String) as string,
    recovery_codes_left: RECOVERY_CODES,
  });
  expect((await ann.call('removeAuthenticatorApp', AGAIN)).status).toBe(200);
});

describe('an admin who resets second factors', () => {
  const reset = (user_id: string, token = server.admin) =>
    server.call('resetUserFactors', { params: { user_id }, token });

  test('removes all of them: the person is signed out, told by mail, and signs in by the password', async () => {
    const ann = await person();
    await withApp(ann);
    await withPasskey(ann);
    expect((await reset(ann.id)).status).toBe(200);
    expect((await ann.call('getMySignInMethods')).status).toBe(401);
    expect(await mailsTo(ann.email)).toContain('[Acacia] Your second factors were removed');
    expect((await afterPassword(ann.email)).page).toBe('');
    const [entry] = (await server.call('listAuditEntries', { query: { action: 'resetUserFactors' } }))
      .result as unknown as object[];
    expect(entry).toMatchObject({ before: { app: true, passkeys: 1 }, outcome: 'ok' });
    expect((await reset(ann.id)).status).toBe(409);
  });

  test('does so never for themselves, other organisations’ people, or those who are in several', async () => {
    const me = jose.decodeJwt(server.admin).sub ?? '';
    expect((await reset(me)).body.Message).toContain('your own second factors');
    const there = await server.organization();
    const admin = await server.person([{ name: 'org-admins' }], there);
    const ann = await person();
    await withApp(ann);
    expect((await reset(ann.id, admin)).status).toBe(404);
    const other = { id: crypto.randomUUID(), orgId: there, accountId: ann.id };
    await server.database.db.insert(memberships).values(other);
    expect((await reset(ann.id, admin)).status).toBe(409);
    const joined = { joinedAt: new Date() };
    await server.database.db.update(memberships).set(joined).where(eq(memberships.id, other.id));
    expect((await reset(ann.id)).status).toBe(409);
    expect((await ann.call('getMySignInMethods')).result['authenticator_app_since']).not.toBeNull();
    const token = await server.person();
    expect((await reset(ann.id, token)).status).toBe(403);
  });
});
