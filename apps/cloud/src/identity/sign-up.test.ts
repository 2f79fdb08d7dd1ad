/** Signing up, forgotten passwords and invitations, with mails that a real SMTP server receives. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accounts, mails, memberships, organizations } from '../database/schema.ts';
import { oneTimeLinks, signInAttempts } from '../database/sign-in-tables.ts';
import { startMailServer, type MailServer } from '../mail/testing/mail-server.ts';
import { authorization, Browser } from '../testing/browser.ts';
import { freePort } from '../testing/free-port.ts';
import { startTestPostgres, type TestPostgres } from '../testing/postgres.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { createInvite } from './invitations.ts';

const CHOSEN = 'correct horse battery';
const OTHER = 'schnürsenkel im regen';
const SOON = { timeout: 50_000, interval: 20 };

let postgres: TestPostgres;
let server: TestServer;
let mailServer: MailServer;
let origin: string;

beforeAll(async () => {
  postgres = await startTestPostgres();
  mailServer = await startMailServer();
  const port = await freePort();
  origin = `http://localhost:${port}`;
  server = await startTestServer(postgres, {
    environment: {
      PORT: String(port),
      ACACIA_TRUSTED_PROXIES: '127.0.0.1',
      ACACIA_STRANGERS: 'open',
      ACACIA_SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
      ACACIA_MAIL_FROM: 'acacia@example.org',
    },
  });
  await server.plane.app.listen({ port, host: '127.0.0.1' });
});
afterAll(async () => {
  await server.stop();
  await mailServer.stop();
  await postgres.stop();
});

let people = 0;
/** An address that nobody else has. */
const fresh = (): string => `person-${++people}@example.org`;

/** Each in a network of its own. */
const ask = (form: 'sign-up' | 'forgotten', email: string, network = ++people) =>
  new Browser(origin).open(`/oidc/${form}`, { email }, { 'x-forwarded-for': `2001:db8:${network}::1` });
const mailsTo = (email: string) => mailServer.received.filter(({ to }) => to.includes(email));
/** The newest mail to an address that came after `earlier` others. */
async function mailTo(email: string, earlier = 0) {
  await expect.poll(() => mailsTo(email).length, SOON).toBeGreaterThan(earlier);
  const mail = mailsTo(email).at(-1);
  if (mail === undefined) throw new Error('No mail came.');
  const link = /http:\S+\?secret=[\w-]+/.exec(mail.text)?.[0] ?? '';
  return { ...mail, link, secret: new URL(link, origin).searchParams.get('secret') ?? '' };
}
const open = (url: string, form?: Record<string, string>, headers = {}) =>
  new Browser(origin).open(url, form, headers);
const twice = (password: string) => ({ password, again: password });
async function accountOf(email: string) {
  const [account] = await server.database.db.select().from(accounts).where(eq(accounts.email, email));
  return account;
}
/** The status of the answer to the sign-in form: 303 for the right password. */
async function signIn(email: string, password: string, browser = new Browser(origin)): Promise<number> {
  const action = await browser.form();
  const answer = await browser.open(action, { email, password });
  await browser.follow(answer);
  return answer.status;
}
/** Whether the browser has a session. */
async function isSignedIn(browser: Browser): Promise<boolean> {
  const { url } = await browser.follow(await browser.open(authorization(origin, { prompt: 'none' }).url));
  return url.searchParams.has('code');
}
/** Signs somebody up, with the password `CHOSEN`. */
async function signedUp(): Promise<string> {
  const email = fresh();
  await ask('sign-up', email);
  const { secret } = await mailTo(email);
  expect((await open('/oidc/sign-up/finish', { secret, name: 'Ann', ...twice(CHOSEN) })).status).toBe(200);
  return email;
}

describe('signing up', () => {
  test('by a mailed link: nothing is stored before it is used, and it is used once', async () => {
    const email = fresh();
    const answer = await ask('sign-up', email.toUpperCase());
    expect([answer.status, await answer.text()]).toEqual([
      200,
      expect.stringContaining('Look into your mailbox'),
    ]);
    const { link, secret, headers } = await mailTo(email);
    expect(headers).toContain('Subject: Confirm your e-mail address for Acacia');
    expect(link.startsWith(`${origin}/oidc/sign-up/finish?secret=`)).toBe(true);
    expect(await accountOf(email)).toBeUndefined();
    const links = await server.database.db.select().from(oneTimeLinks);
    expect(JSON.stringify(links)).not.toContain(secret);
    const outbox = async () => JSON.stringify(await server.database.db.select().from(mails));
    await expect.poll(outbox, SOON).not.toContain(secret);

    // Programs that look at mails open links, too.
    for (let time = 0; time < 2; time += 1) expect((await open(link)).status).toBe(200);
    const finish = () => open('/oidc/sign-up/finish', { secret, name: ' Ann ', ...twice(CHOSEN) });
    const both = await Promise.all([finish(), finish()]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 410]);
    expect((await open(link)).status).toBe(410);
    expect(await accountOf(email)).toMatchObject({ name: 'Ann', emailVerifiedAt: expect.any(Date) as Date });
    expect(await signIn(email, CHOSEN)).toBe(303);
  });

  test.each([
    [{ name: '' }, 'Type a name'],
    [{ name: 'x'.repeat(101) }, 'Type a name'],
    [{ again: 'another one' }, 'The two passwords are not the same.'],
    [twice('short'), 'at least 12 characters'],
    [twice('Sunshine2024!'), 'among the first that are guessed'],
    [twice('Ann-Lovelace-1815'), 'among the first that are guessed'],
  ])('with %j is refused at its field, and the link stays good', async (changes, why) => {
    const email = fresh();
    await ask('sign-up', email);
    const { secret } = await mailTo(email);
    const typed = { secret, name: 'Ann <Lovelace>', ...twice(CHOSEN), ...changes };
    const refused = await open('/oidc/sign-up/finish', typed);
    const text = await refused.text();
    expect([refused.status, text]).toEqual([400, expect.stringContaining(why)]);
    expect(text).not.toContain('<Lovelace>');
    expect((await open('/oidc/sign-up/finish', { ...typed, name: 'Ann', ...twice(OTHER) })).status).toBe(200);
  });

  test.each([
    '',
    'nobody',
    'a b@example.org',
    'a@b.c\r\nBcc: x@y.org',
    '"><script>@x',
    `${'x'.repeat(400)}@y.org`,
  ])('%j is no address', async (email) => {
    const answer = await ask('sign-up', email);
    const text = await answer.text();
    expect([answer.status, text]).toEqual([
      400,
      expect.stringContaining('Please enter a valid email address'),
    ]);
    expect(text).not.toContain('<script>');
  });

  test('forms of other sites are refused', async () => {
    const evil = { origin: 'https://evil.example' };
    const forms = ['sign-up', 'forgotten', 'password', 'sign-up/finish', 'invitation'];
    const answers = await Promise.all(forms.map((form) => open(`/oidc/${form}`, { email: fresh() }, evil)));
    expect(answers.map(({ status }) => status)).toEqual(forms.map(() => 403));
  });
});

describe('whether an address has an account', () => {
  test('neither the answer nor its time tells, only the mail', async () => {
    const known = await signedUp();
    const unknown = fresh();
    for (const form of ['sign-up', 'forgotten'] as const) {
      const answers = await Promise.all(
        [known, unknown].map(async (email) => {
          const begun = performance.now();
          const answer = await ask(form, email);
          const text = (await answer.text()).replaceAll(email, 'EMAIL');
          return { status: answer.status, text, patient: performance.now() - begun > 495 };
        }),
      );
      expect(answers[0]).toEqual(answers[1]);
      expect(answers[0]).toMatchObject({ status: 200, patient: true });
    }
    // The first mail to each was that of signing up.
    await expect.poll(() => mailsTo(known).length, SOON).toBe(3);
    const subjects = (email: string) =>
      mailsTo(email).map(({ headers }) => /^Subject: (.*)$/m.exec(headers)?.[1]?.trim());
    expect(subjects(known).sort()).toEqual([
      'Confirm your e-mail address for Acacia',
      'Set a new password for Acacia',
      'You have an account at Acacia',
    ]);
    expect(subjects(unknown)).toEqual(['Confirm your e-mail address for Acacia']);
  });
});

describe('a forgotten password', () => {
  test('is replaced by a mailed link, which ends all sessions, and a mail tells of it', async () => {
    const email = await signedUp();
    const elsewhere = new Browser(origin);
    expect([await signIn(email, CHOSEN, elsewhere), await isSignedIn(elsewhere)]).toEqual([303, true]);
    await ask('forgotten', email);
    const first = await mailTo(email, 1);
    await ask('forgotten', email);
    const second = await mailTo(email, 2);
    const set = (secret: string, password: string) => open('/oidc/password', { secret, ...twice(password) });
    expect((await set(second.secret, 'Sunshine2024!')).status).toBe(400);
    expect((await set(second.secret, OTHER)).status).toBe(200);
    // The other link is of no more use either.
    expect((await set(first.secret, CHOSEN)).status).toBe(410);
    expect([await signIn(email, CHOSEN), await signIn(email, OTHER)]).toEqual([401, 303]);
    expect((await mailTo(email, 3)).headers).toContain('Subject: Your password for Acacia was changed');
    expect(await isSignedIn(elsewhere)).toBe(false);
  });

  test('has a link for an hour, and no page takes a link of another kind', async () => {
    const email = await signedUp();
    await ask('forgotten', email);
    const { link, secret } = await mailTo(email, 1);
    for (const page of ['/oidc/sign-up/finish', '/oidc/invitation']) {
      expect((await open(`${page}?secret=${secret}`)).status).toBe(410);
      expect((await open(page, { secret, name: 'Eve', ...twice(OTHER) })).status).toBe(410);
    }
    const { db } = server.database;
    await db.update(oneTimeLinks).set({ expiresAt: sql`${oneTimeLinks.expiresAt} - interval '59 minutes'` });
    expect((await open(link)).status).toBe(200);
    await db.update(oneTimeLinks).set({ expiresAt: sql`${oneTimeLinks.expiresAt} - interval '1 minute'` });
    const gone = await open(link);
    expect([gone.status, await gone.text()]).toEqual([410, expect.stringContaining('/oidc/forgotten')]);
    expect((await open('/oidc/password', { secret, ...twice(OTHER) })).status).toBe(410);
    for (const wrong of ['', 'x', 'x'.repeat(43), `${secret}'`])
      expect((await open(`/oidc/password?secret=${encodeURIComponent(wrong)}`)).status).toBe(410);
  });
});

describe('mails that strangers ask for', () => {
  test('an address gets five in an hour, and nobody sees that it gets no more', async () => {
    const email = fresh();
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask('sign-up', email)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const written = await server.database.db
      .select()
      .from(mails)
      .where(sql`${email} = any(${mails.recipients})`);
    expect(written).toHaveLength(5);
  });

  test('a network asks for twenty in an hour', async () => {
    await server.database.db.delete(signInAttempts);
    const answers = await Promise.all(Array.from({ length: 25 }, () => ask('forgotten', fresh(), 0xffff)));
    const held = answers.filter(({ status }) => status === 429);
    expect(held).toHaveLength(5);
    expect(Number(held[0]?.headers.get('retry-after'))).toBeGreaterThan(3500);
    expect(await held[0]?.text()).toContain('Too many attempts. Try again in 60 minutes.');
  });
});

describe('an invitation', () => {
  const ORGANISATION = 'Analytical\r\nEngines <b>';

  /** Invites somebody to an organisation of their own. */
  async function invited(account: { id: string; email: string } | null) {
    const { db } = server.database;
    const orgId = await server.organization();
    await db.update(organizations).set({ displayName: ORGANISATION }).where(eq(organizations.id, orgId));
    const invitee = account ?? { id: randomUUID(), email: fresh() };
    if (account === null) await db.insert(accounts).values({ ...invitee, name: invitee.email });
    await db.insert(memberships).values({ id: randomUUID(), orgId, accountId: invitee.id });
    const earlier = mailsTo(invitee.email).length;
    const invite = () =>
      db.transaction((tx) =>
        createInvite(origin, false)(tx, { ...invitee, orgId, orgName: ORGANISATION, inviter: 'Charles' }),
      );
    await invite();
    return { ...invitee, orgId, invite, mail: await mailTo(invitee.email, earlier) };
  }
  const joinedAt = async (accountId: string) =>
    (await server.database.db.select().from(memberships).where(eq(memberships.accountId, accountId))).map(
      ({ joinedAt: at }) => at,
    );

  test('is accepted with a new name and password, by one of two at once', async () => {
    const { id, email, mail } = await invited(null);
    expect(mail.headers).toContain('Subject: Invitation to Analytical Engines <b> at Acacia');
    expect(mail.text).toContain('Charles invites you to the organisation Analytical Engines <b> at Acacia.');
    const page = await open(mail.link);
    const text = await page.text();
    expect([page.status, text.includes('<b>')]).toEqual([200, false]);
    const accept = (password: string) =>
      open('/oidc/invitation', { secret: mail.secret, name: 'Ada', ...twice(password) });
    expect((await accept('AnalyticalEngines1')).status).toBe(400);
    expect(await joinedAt(id)).toEqual([null]);
    const both = await Promise.all([accept(CHOSEN), accept(CHOSEN)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 410]);
    expect(await joinedAt(id)).toEqual([expect.any(Date)]);
    expect(await accountOf(email)).toMatchObject({ name: 'Ada', emailVerifiedAt: expect.any(Date) as Date });
    expect(await signIn(email, CHOSEN)).toBe(303);
  });

  test('is accepted by somebody with an account, whose name and password stay', async () => {
    const email = await signedUp();
    const account = await accountOf(email);
    if (account === undefined) throw new Error('There is no account.');
    const { mail } = await invited(account);
    expect(await (await open(mail.link)).text()).toContain('Accept and sign in');
    const accepted = await open('/oidc/invitation', { secret: mail.secret, name: 'Eve', ...twice(OTHER) });
    expect(accepted.status).toBe(200);
    expect(await joinedAt(account.id)).toEqual([expect.any(Date)]);
    expect(await signIn(email, CHOSEN)).toBe(303);
  });

  test('is accepted, too, by whoever sets the first password with a link to a forgotten one', async () => {
    const { id, email, mail } = await invited(null);
    /** Sets a password with the link of a forgotten one, the `nth` for this person. */
    async function reset(password: string, nth: number): Promise<void> {
      await ask('forgotten', email);
      const links = () =>
        mailsTo(email).filter(({ headers }) => headers.includes('Subject: Set a new password'));
      await expect.poll(() => links().length, SOON).toBe(nth);
      const secret = /secret=([\w-]+)/.exec(links().at(-1)?.text ?? '')?.[1] ?? '';
      expect((await open('/oidc/password', { secret, ...twice(password) })).status).toBe(200);
    }
    await reset(CHOSEN, 1);
    expect(await joinedAt(id)).toEqual([expect.any(Date)]);
    expect((await open(mail.link)).status).toBe(410);
    // An invitation to somebody with a password waits for their consent.
    await invited({ id, email });
    await reset(OTHER, 2);
    expect((await joinedAt(id)).filter((at) => at === null)).toHaveLength(1);
  });

  test('has one good link, the newest, and none once it is withdrawn', async () => {
    const { id, email, invite, mail } = await invited(null);
    await invite();
    const again = await mailTo(email, 1);
    expect((await open(mail.link)).status).toBe(410);
    expect((await open(again.link)).status).toBe(200);
    await server.database.db.delete(memberships).where(eq(memberships.accountId, id));
    expect((await open(again.link)).status).toBe(410);
    const late = { secret: again.secret, name: 'Ada', ...twice(CHOSEN) };
    expect((await open('/oidc/invitation', late)).status).toBe(410);
    expect(await accountOf(email)).toMatchObject({ passwordHash: null });
  });
});
