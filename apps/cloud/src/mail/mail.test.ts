/** Mails from the outbox to a real SMTP server. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../database/database.ts';
import { mails } from '../database/schema.ts';
import { startTestPostgres, type TestPostgres } from '../testing/postgres.ts';
import { forgetEndedMails, postMail, type NewMail } from './outbox.ts';
import { createSender, pauseAfter, type Sender } from './sender.ts';
import { startMailServer, type MailServer } from './testing/mail-server.ts';
import { fileTransport, smtpTransport, type MailTransport } from './transport.ts';

const FROM = 'Acacia <acacia@example.org>';
const HOST = 'console.example.org';
const MAIL = {
  recipients: ['ann@example.org', 'bob@example.org'],
  subject: 'CPU is above 80 %',
  text: 'A line that is longer than what a line of a mail may be, which makes it wrap – with a dash.\nhttp://localhost:4100/groups/1?tab=monitor\n',
};
const MINUTE = 60_000;

let postgres: TestPostgres;
let database: Database;
let server: MailServer | undefined;
let now: number;

beforeAll(async () => {
  postgres = await startTestPostgres();
});
beforeEach(async () => {
  database = await postgres.migrated();
  now = Date.parse('2026-01-01T00:00:00Z');
  lines.length = 0;
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
});
afterAll(() => postgres.stop());

const lines: string[] = [];
const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
const senderOver = (transport: MailTransport): Sender =>
  createSender({ db: database.db, transport, log, now: () => now });
/** Sends what is due, and resolves when the outcomes are written. */
function sender(transport: MailTransport): () => Promise<void> {
  const made = senderOver(transport);
  return async () => {
    await made.look();
    await made.idle();
  };
}
const smtp = (url: string) => smtpTransport({ url, from: FROM }, HOST, log);
const post = (more: Partial<NewMail> = {}) => postMail(database.db, { ...MAIL, ...more }, new Date(now));
async function mail(id: string) {
  const [row] = await database.db.select().from(mails).where(eq(mails.id, id));
  if (row === undefined) throw new Error('The mail is not there.');
  return row;
}

describe('over SMTP', () => {
  test('a mail arrives once, with its text as it was written', async () => {
    server = await startMailServer();
    const id = await post();
    const send = sender(smtp(`smtp://127.0.0.1:${server.port}`));
    await send();
    await send();
    expect(server.received).toHaveLength(1);
    expect(server.received[0]).toMatchObject({
      from: 'acacia@example.org',
      to: MAIL.recipients,
      text: MAIL.text,
    });
    const headers = server.received[0]?.headers ?? '';
    expect(headers).toContain('Subject: CPU is above 80 %');
    expect(headers).toContain('From: Acacia <acacia@example.org>');
    expect(headers).toContain(`Message-ID: <${id}@${HOST}>`);
    expect(headers).toContain('Auto-Submitted: auto-generated');
    expect(await mail(id)).toMatchObject({ sentAt: new Date(now), failedAt: null, error: '', attempts: 1 });
  });

  test('the outbox forgets the text of one with a link as soon as it was sent or given up, and not before', async () => {
    server = await startMailServer();
    server.refuses.set('ann@example.org', 550);
    server.refuses.set('bob@example.org', 451);
    const linkExpiresAt = new Date(now + 60 * MINUTE);
    const [sent, later, refused, other] = [
      await post({ recipients: ['eve@example.org'], linkExpiresAt }),
      await post({ recipients: ['bob@example.org'], linkExpiresAt }),
      await post({ recipients: ['ann@example.org'], linkExpiresAt }),
      await post({ recipients: ['eve@example.org'] }),
    ];
    await sender(smtp(`smtp://127.0.0.1:${server.port}`))();
    expect(server.received.map(({ text }) => text)).toEqual([MAIL.text, MAIL.text]);
    const texts = await Promise.all([sent, later, refused, other].map(async (id) => (await mail(id)).text));
    expect(texts).toEqual(['', MAIL.text, '', MAIL.text]);
  });

  test('those that a server hangs on hold up no others, nor one that is posted meanwhile', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const arrived: string[] = [];
    const hanging = senderOver({
      async deliver({ subject }) {
        if (subject === 'hangs') await held;
        arrived.push(subject);
        return { kind: 'handed over', refused: [] };
      },
    });
    for (let n = 0; n < 7; n += 1) await post({ subject: 'hangs' });
    for (let n = 0; n < 20; n += 1) await post({ subject: 'goes' });
    await hanging.look();
    await expect.poll(() => arrived.length, { timeout: 50_000 }).toBe(20);
    await post({ subject: 'late' });
    await hanging.look();
    await expect.poll(() => arrived, { timeout: 50_000 }).toContain('late');
    expect(arrived).not.toContain('hangs');
    release();
    await hanging.idle();
    expect(arrived.filter((subject) => subject === 'hangs')).toHaveLength(7);
  });

  test('two senders send each mail once', async () => {
    server = await startMailServer();
    const transport = smtp(`smtp://127.0.0.1:${server.port}`);
    const ids = await Promise.all(Array.from({ length: 12 }, () => post()));
    await Promise.all([sender(transport)(), sender(transport)()]);
    const sent = server.received.map(({ headers }) => /Message-ID: <(.*)@/.exec(headers)?.[1]);
    expect(sent.toSorted()).toEqual(ids.toSorted());
  });

  test('a refused recipient does not keep it from the others, and is told', async () => {
    server = await startMailServer();
    server.refuses.set('bob@example.org', 550);
    const id = await post();
    await sender(smtp(`smtp://127.0.0.1:${server.port}`))();
    expect(server.received.map(({ to }) => to)).toEqual([['ann@example.org']]);
    const row = await mail(id);
    expect(row.sentAt).not.toBeNull();
    expect(row.error).toBe(
      'The mail server refused bob@example.org: it knows no such mailbox, or takes nothing for it from here (550).',
    );
    // The server's own text goes into the log.
    expect(lines.join('')).toContain('No such mailbox bob@example.org');
  });

  test('is not tried again when every recipient is refused for good', async () => {
    server = await startMailServer();
    for (const address of MAIL.recipients) server.refuses.set(address, 550);
    const id = await post();
    await sender(smtp(`smtp://127.0.0.1:${server.port}`))();
    expect(await mail(id)).toMatchObject({ sentAt: null, failedAt: new Date(now), attempts: 1 });
    expect((await mail(id)).error).toMatch(/ann@example.org: .* \(550\)\.\n.*bob@example.org: .* \(550\)\.$/);
  });

  test('one that is refused for now gets it later, and the others only once', async () => {
    server = await startMailServer();
    server.refuses.set('bob@example.org', 451);
    const id = await post();
    const send = sender(smtp(`smtp://127.0.0.1:${server.port}`));
    await send();
    expect(await mail(id)).toMatchObject({ sentAt: null, failedAt: null, recipients: ['bob@example.org'] });
    server.refuses.clear();
    now += pauseAfter(1);
    await send();
    expect(server.received.map(({ to }) => to)).toEqual([['ann@example.org'], ['bob@example.org']]);
    expect(await mail(id)).toMatchObject({ sentAt: new Date(now), error: '' });
  });

  test('is tried again while the server is down, and arrives when it is up', async () => {
    const first = await startMailServer();
    const { port } = first;
    await first.stop();
    const id = await post();
    const send = sender(smtp(`smtp://127.0.0.1:${port}`));
    await send();
    const failed = await mail(id);
    expect(failed.error).toBe('The mail server could not be reached.');
    expect(lines.join('')).toContain('ECONNREFUSED');
    expect(failed.nextAttemptAt).toEqual(new Date(now + pauseAfter(1)));
    server = await startMailServer({}, port);
    await send();
    expect(server.received).toHaveLength(0);
    now += pauseAfter(1);
    await send();
    expect(server.received).toHaveLength(1);
    expect(await mail(id)).toMatchObject({ sentAt: new Date(now), error: '', attempts: 2 });
  });

  test('pauses grow to an hour, and it is given up after a day', async () => {
    expect([1, 2, 3, 8, 50].map(pauseAfter)).toEqual([30_000, MINUTE, 2 * MINUTE, 60 * MINUTE, 60 * MINUTE]);
    const id = await post();
    const send = sender({ deliver: () => Promise.reject(new Error('No route to the mail server.')) });
    const end = now + 25 * 60 * MINUTE;
    while (now < end) {
      await send();
      now += 10 * MINUTE;
    }
    const row = await mail(id);
    expect(row.error).toBe('Given up after a day. No route to the mail server.');
    expect(row.failedAt?.getTime()).toBeGreaterThan(row.createdAt.getTime() + 22 * 60 * MINUTE);
    expect(row.failedAt?.getTime()).toBeLessThanOrEqual(row.createdAt.getTime() + 24 * 60 * MINUTE);
    expect(row.attempts).toBeLessThan(40);
  });

  test('one with a link is given up when the link expires', async () => {
    const linkExpiresAt = new Date(now + 10 * MINUTE);
    const id = await post({ linkExpiresAt });
    const send = sender({ deliver: () => Promise.reject(new Error('No route to the mail server.')) });
    for (; now <= linkExpiresAt.getTime(); now += MINUTE / 2) await send();
    const row = await mail(id);
    expect(row).toMatchObject({
      text: '',
      error: 'Given up, because its link expires. No route to the mail server.',
    });
    expect(row.failedAt?.getTime()).toBeLessThanOrEqual(linkExpiresAt.getTime());
  });

  test('STARTTLS is used where the server has it, and the login goes with it', async () => {
    server = await startMailServer({
      authOptional: false,
      disabledCommands: [],
      onAuth({ username, password }, _session, callback) {
        if (username === 'acacia' && password === 'p@ss word') callback(null, { user: 'acacia' });
        else callback(new Error('Wrong login'));
      },
    });
    const id = await post();
    await sender(
      smtp(`smtp://acacia:p%40ss%20word@127.0.0.1:${server.port}/?tls.rejectUnauthorized=false`),
    )();
    expect((await mail(id)).error).toBe('');
    expect(server.received[0]).toMatchObject({ secure: true, user: 'acacia' });
  });

  test('TLS from the first byte (smtps), and a certificate that nobody vouches for is refused', async () => {
    server = await startMailServer({ secure: true });
    const id = await post();
    await sender(smtp(`smtps://127.0.0.1:${server.port}`))();
    expect((await mail(id)).error).toBe('The mail server has a certificate that is not to be trusted.');
    await expect.poll(() => server?.clientFaults, { timeout: 50_000 }).toHaveLength(1);
    now += pauseAfter(1);
    await sender(smtp(`smtps://127.0.0.1:${server.port}/?tls.rejectUnauthorized=false`))();
    expect(await mail(id)).toMatchObject({ error: '', sentAt: new Date(now) });
    expect(server.received[0]?.secure).toBe(true);
  });

  test('a wrong password is told, and tried again', async () => {
    server = await startMailServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, callback) => callback(new Error('Wrong login')),
    });
    const id = await post();
    await sender(smtp(`smtp://acacia:wrong@127.0.0.1:${server.port}`))();
    expect(await mail(id)).toMatchObject({ sentAt: null, failedAt: null });
    expect((await mail(id)).error).toBe(
      'The mail server refused the user and the password of ACACIA_SMTP_URL (535).',
    );
    expect(lines.join('')).toContain('Wrong login');
  });

  test('an address is one address, whatever stands in it', async () => {
    server = await startMailServer();
    const id = await post({ recipients: ['ann@example.org, eve@example.org', 'bob@example.org'] });
    await sender(smtp(`smtp://127.0.0.1:${server.port}`))();
    expect(server.received.flatMap(({ to }) => to)).not.toContain('eve@example.org');
    expect((await mail(id)).attempts).toBe(1);
  });

  test('our own shutdown cuts an attempt off, and the next start makes it again', async () => {
    const silent = createServer();
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const connected = once(silent, 'connection');
    const id = await post();
    const stopped = senderOver(smtp(`smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`));
    await stopped.look();
    await connected;
    await stopped.stop();
    silent.close();
    expect(await mail(id)).toMatchObject({
      sentAt: null,
      failedAt: null,
      error: '',
      nextAttemptAt: new Date(now),
    });
  });

  test('one that was taken by a control plane that died is sent after a while', async () => {
    server = await startMailServer();
    const id = await post();
    const send = sender(smtp(`smtp://127.0.0.1:${server.port}`));
    // Taken but never sent, as after a SIGKILL.
    void sender({ deliver: () => new Promise(() => undefined) })();
    await expect.poll(async () => (await mail(id)).attempts, { timeout: 50_000 }).toBe(1);
    await send();
    expect(server.received).toHaveLength(0);
    now += 5 * MINUTE;
    await send();
    expect(server.received).toHaveLength(1);
  });
});

test('without a server mails are written as files, and say so', async () => {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), 'acacia-mail-')), 'mail');
  try {
    const id = await post();
    await sender(fileTransport(folder, FROM, HOST))();
    const files = readdirSync(folder);
    expect(files).toEqual([`2026-01-01T00-00-00-000Z-${id}.eml`]);
    const text = readFileSync(path.join(folder, files[0] ?? ''), 'utf8');
    expect(text).toContain('Subject: CPU is above 80 %');
    expect(text).toContain('To: ann@example.org, bob@example.org');
    expect(await mail(id)).toMatchObject({ sentAt: null, failedAt: new Date(now) });
    expect((await mail(id)).error).toMatch(/^No mail server is configured \(ACACIA_SMTP_URL\)/);
  } finally {
    rmSync(path.dirname(folder), { recursive: true });
  }
});

test('ended mails are forgotten after a month, others never', async () => {
  const [old, open] = [await post(), await post()];
  await database.db
    .update(mails)
    .set({ sentAt: new Date(Date.now() - 31 * 86_400_000) })
    .where(eq(mails.id, old));
  await forgetEndedMails(database.db);
  const left = await database.db.select().from(mails);
  expect(left.map(({ id }) => id)).toEqual([open]);
});
