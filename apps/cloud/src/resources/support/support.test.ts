/** Questions to the support, and the status of an installation. */
import { SystemStatus } from '@acacia/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditEntries, mails, operations } from '../../database/schema.ts';
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { createSystemStatus, diskState } from './status.ts';

let postgres: TestPostgres;
let server: TestServer;

beforeAll(async () => {
  postgres = await startTestPostgres();
  server = await startTestServer(postgres, { environment: { ACACIA_SUPPORT_EMAIL: 'help@acacia.example' } });
});
afterAll(async () => {
  await server.stop();
  await postgres.stop();
});

describe('a question to the support', () => {
  const body = { subject: 'Load stands still', message: 'At row 7.\nSince noon.', page: '/ingestion' };

  it('is mailed with the address of the person to answer to, and its subject alone is in the audit log', async () => {
    const { db } = server.database;
    const orgId = await server.organization();
    const token = await server.person([], orgId);
    const { result: me } = await server.call('getMe', { token });
    const asked = await server.call('contactSupport', { token, body });
    expect([asked.status, asked.result]).toEqual([200, { mailed: false }]);
    const [mail] = await db
      .select()
      .from(mails)
      .where(eq(mails.replyTo, String(me['email'])));
    expect([mail?.recipients, mail?.subject]).toEqual([
      ['help@acacia.example'],
      '[Acacia support] Load stands still',
    ]);
    expect(mail?.text).toContain('asks:\n\nAt row 7.\nSince noon.\n');
    expect(mail?.text).toMatch(/Page: http\S+\/ingestion\n/);
    const [entry] = await db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.resource, `support/${orgId}`));
    expect(entry?.after).toEqual({ subject: 'Load stands still' });
  });

  it.each([
    [{ subject: ' ' }, 'subject'],
    [{ subject: 'a\nBcc: all@example.org' }, 'subject'],
    [{ message: 'x'.repeat(8_001) }, 'message'],
    [{ page: 'https://elsewhere.example/' }, 'page'],
    [{ to: 'a@b.c' }, 'to'],
  ])('is refused with %j', async (part, field) => {
    const refused = await server.call('contactSupport', {
      token: await server.person(),
      body: { ...body, ...part },
    });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain(field);
  });

  it('is asked 20 times a day, also when all come at once', async () => {
    const token = await server.person();
    const asked = await Promise.all(
      Array.from({ length: 23 }, () => server.call('contactSupport', { token, body })),
    );
    expect(asked.filter(({ status }) => status === 200)).toHaveLength(20);
    const refused = asked.filter(({ status }) => status !== 200);
    expect(refused.map(({ body: { Message } }) => Message)).toEqual(
      Array.from({ length: 3 }, () => 'The support is asked at most 20 times a day. Try again tomorrow.'),
    );
  });
});

describe('the status', () => {
  const task = { name: 'backups', lastError: '' };
  const look = async (tasks: readonly (typeof task)[] = [task], home = '/tmp') => {
    const { db } = server.database;
    const status = await createSystemStatus({
      db,
      home,
      version: '1',
      tasks: () => tasks,
      now: () => new Date(),
    })();
    return {
      state: status.state,
      parts: Object.fromEntries(status.parts.map(({ name, ...part }) => [name, part])),
    };
  };

  it('can be asked for without a sign-in, and says nothing of an organization', async () => {
    const { result } = await server.call('getSystemStatus', { token: null });
    const status = SystemStatus.parse(result);
    expect(status.parts.map(({ name }) => name)).toEqual([
      'Console and API',
      'Database of the control plane',
      'Operations',
      'Background tasks',
      'Mail',
      'Disk',
    ]);
  });

  it('is impaired by a task that failed, without its error', async () => {
    expect(await look()).toMatchObject({ parts: { 'Background tasks': { state: 'working', reason: '' } } });
    const { state, parts } = await look([{ ...task, lastError: 'secret of a server' }]);
    expect(state).toBe('impaired');
    expect(parts['Background tasks']).toMatchObject({ reason: 'Failed in their last run: backups.' });
    // A server of others is no part of this installation.
    expect(await look([{ name: 'news', lastError: 'the feed is HTML' }])).toMatchObject({ state: 'working' });
  });

  it('tells a full disk from one that becomes full', () => {
    expect([0, 2 ** 24 - 1, 2 ** 24, 2 ** 30 - 1, 2 ** 30].map((free) => diskState(free).state)).toEqual([
      'down',
      'down',
      'impaired',
      'impaired',
      'working',
    ]);
    expect(diskState(0).reason).toMatch(/^It is full: nothing can be stored/);
  });

  it('is impaired by mails and operations that have been waiting for long', async () => {
    const { db } = server.database;
    const long = new Date(Date.now() - 11 * 60_000);
    const later = new Date(Date.now() + 3_600_000);
    const mail = {
      id: 'late',
      recipients: ['a@b.c'],
      subject: '',
      text: '',
      createdAt: long,
      nextAttemptAt: later,
    };
    await db.insert(mails).values(mail);
    const operation = {
      id: 'late',
      kind: 'resume' as const,
      workspaceId: 'none',
      databaseId: 'none',
      state: 'queued' as const,
      step: '',
      actor: '',
      runAfter: long,
    };
    await db.transaction(async (tx) => {
      await tx.insert(operations).values(operation);
      const status = createSystemStatus({
        db: tx,
        home: '/tmp',
        version: '1',
        tasks: () => [],
        now: () => new Date(),
      });
      expect((await status()).parts.find(({ name }) => name === 'Operations')?.state).toBe('impaired');
      await tx.delete(operations).where(eq(operations.id, 'late'));
    });
    const { parts } = await look();
    expect(parts['Mail']?.state).toBe('impaired');
    expect(parts['Operations']?.state).toBe('working');
    await db.delete(mails).where(eq(mails.id, 'late'));
  });
});
