/** Alert rules: their calls, and their evaluation with new metrics. */
import { MAX_ALERT_RULES, TOO_MANY_ALERT_RULES } from '@acacia/contract';
import { asc, eq, inArray } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accounts, alertRules, mails, metrics } from '../../database/schema.ts';
import { startMailServer, type MailServer } from '../../mail/testing/mail-server.ts';
import { rowOf } from '../../metrics/testing/readings.ts';
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts';
import { startTestServer, type Answer, type TestServer } from '../../testing/server.ts';
import { evaluateRules } from './evaluate.ts';

const STEP = 15_000;
const MINUTE = 60_000;
const HOUR = 3_600_000;
const VALID = { metric: 'tigergraph_cpu_usage', threshold: 80, recipientList: ['ann@example.org'] };

let postgres: TestPostgres;
let mailServer: MailServer;
let server: TestServer;
let params: { workgroup_id: string; workspace_id: string };

beforeAll(async () => {
  postgres = await startTestPostgres();
  mailServer = await startMailServer();
  server = await startTestServer(postgres, {
    environment: {
      ACACIA_SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
      ACACIA_MAIL_FROM: 'Acacia <acacia@example.org>',
      ACACIA_PUBLIC_URL: 'http://console.example',
    },
  });
});
beforeEach(async () => {
  const workgroup_id = await server.workgroup();
  params = { workgroup_id, workspace_id: (await server.workspace(workgroup_id)).id };
});
afterEach(async () => {
  mailServer.refuses.clear();
  await server.database.db.delete(alertRules);
  await server.database.db.delete(mails);
  await server.database.db.delete(metrics);
});
afterAll(async () => {
  await server.stop();
  await mailServer.stop();
  await postgres.stop();
});

const create = (body: object = {}) => server.call('createAlertRule', { params, body: { ...VALID, ...body } });
async function made(body: object = {}): Promise<string> {
  const { status, result, body: envelope } = await create(body);
  if (status !== 200) throw new Error(envelope.Message);
  return String(result['id']);
}
async function list() {
  const { result } = await server.call('listAlertRules', { params });
  return result as unknown as Record<string, unknown>[];
}
const refusal = ({ status, body }: Answer) => ({
  status,
  field: body.ErrorDetails?.[0]?.FieldName,
  message: body.Message,
});

describe('the calls', () => {
  test('a rule is made, listed, changed and deleted, each with its audit row', async () => {
    const { result } = await create();
    const rule = { ...VALID, firing: false, fired_at: null, delivery_problem: '' };
    expect(result).toMatchObject(rule);
    const id = String(result['id']);
    expect(await list()).toEqual([{ ...rule, id }]);
    const body = { threshold: 55.5, recipientList: ['bob@example.org', 'eve@example.org'] };
    const changed = await server.call('updateAlertRule', { params: { ...params, rule_id: id }, body });
    expect(changed.result).toMatchObject({ id, ...body, metric: VALID.metric });
    expect((await server.call('deleteAlertRule', { params: { ...params, rule_id: id } })).status).toBe(200);
    expect(await list()).toEqual([]);
    const audit = await server.call('listAuditEntries', { query: { limit: '3' } });
    expect(audit.result).toMatchObject([
      { action: 'deleteAlertRule', resource: `alertRule/${id}`, before: { ...body, metric: VALID.metric } },
      { action: 'updateAlertRule', before: { threshold: 80 }, after: body },
      { action: 'createAlertRule', after: VALID },
    ]);
  });

  test.each([
    ['a threshold of 0', { threshold: 0 }, 'threshold', 'invalid value'],
    ['a threshold above 100', { threshold: 100.1 }, 'threshold', 'invalid value'],
    ['a threshold that is no number', { threshold: '80' }, 'threshold', 'invalid value'],
    [
      'a recipient without @',
      { recipientList: ['ann'] },
      'recipientList.0',
      'Please enter a valid email address',
    ],
    [
      'a recipient of two characters',
      { recipientList: ['@a'] },
      'recipientList.0',
      'Please enter a valid email address',
    ],
    ['a field that is none', { colour: 'red' }, 'colour', "'colour' is not a field of this call"],
  ])('%s is refused at its field', async (_what, change, field, message) => {
    expect(refusal(await create(change))).toEqual({ status: 400, field, message });
  });

  test('a metric that is none is refused', async () => {
    expect(refusal(await create({ metric: 'disk' }))).toMatchObject({ status: 400, field: 'metric' });
  });

  test('there are at most twenty for a workspace, also when two ask at once', async () => {
    for (let i = 1; i < MAX_ALERT_RULES; i++) await made();
    const answers = await Promise.all([create(), create(), create()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403, 403]);
    expect(answers.find(({ status }) => status === 403)?.body.Message).toBe(TOO_MANY_ALERT_RULES);
  });

  test('a rule of another workspace is none of this one', async () => {
    const id = await made();
    const other = { ...params, workspace_id: (await server.workspace(params.workgroup_id)).id, rule_id: id };
    const body = { threshold: 1, recipientList: [] };
    const answers = [
      await server.call('updateAlertRule', { params: other, body }),
      await server.call('deleteAlertRule', { params: other }),
      await server.call('testAlertRule', { params: other }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(answers[0]?.body.Message).toBe('There is no such alert rule.');
    expect(await list()).toHaveLength(1);
  });

  test('users of the workspace see no rules, its admins do', async () => {
    const user = await server.person([{ name: 'workspace-users', ...params }]);
    const admin = await server.person([{ name: 'workspace-admins', ...params }]);
    expect((await server.call('listAlertRules', { params, token: user })).status).toBe(403);
    expect((await server.call('createAlertRule', { params, token: user, body: VALID })).status).toBe(403);
    expect((await server.call('createAlertRule', { params, token: admin, body: VALID })).status).toBe(200);
  });

  test('rules can be made while it sleeps, and not while it is being terminated', async () => {
    await server.call('pauseWorkspace', { params });
    await server.settled(params.workspace_id, 'Idle');
    const id = await made();
    const release = server.driver.hold('delete');
    try {
      await server.call('deleteWorkspace', { params });
      const body = { threshold: 5, recipientList: [] };
      const refused = { status: 409, message: 'The workspace is being terminated.' };
      expect(refusal(await create())).toMatchObject(refused);
      const changed = await server.call('updateAlertRule', { params: { ...params, rule_id: id }, body });
      expect(refusal(changed)).toMatchObject(refused);
    } finally {
      release();
    }
    await server.settled(params.workspace_id, null);
    expect(await server.database.db.select().from(alertRules)).toEqual([]);
  });
});

describe('a test mail', () => {
  const fire = async (id: string) =>
    (await server.call('testAlertRule', { params: { ...params, rule_id: id } })).result;

  test('is sent at once, and says what it is', async () => {
    const id = await made({ metric: 'tigergraph_memory_usage_percent', threshold: 60 });
    const before = mailServer.received.length;
    expect(await fire(id)).toEqual({
      recipients: ['ann@example.org'],
      sent: true,
      message: 'The mail was handed to the mail server for ann@example.org.',
    });
    const mail = mailServer.received[before];
    expect(mail?.to).toEqual(['ann@example.org']);
    expect(mail?.headers).toMatch(/Subject: \[Acacia\] Test: Memory use of \S+, alert at 60 %/);
    expect(mail?.text).toContain('This is a test of an alert rule: nothing has happened.');
    expect(mail?.text).toContain('Mean of the last two minutes: not known, for it did not run all that time');
    expect(mail?.text).toContain(
      `http://console.example/groups/${params.workgroup_id}?tab=monitor&space_id=${params.workspace_id}`,
    );
    expect((await list())[0]).toMatchObject({ firing: false, delivery_problem: '' });
  });

  test("tells the server's refusal", async () => {
    mailServer.refuses.set('ann@example.org', 550);
    const result = await fire(await made());
    expect(result).toMatchObject({ sent: false });
    expect(result['message']).toMatch(
      /^The mail server refused ann@example.org: it knows no such mailbox.* \(550\)\.$/,
    );
  });

  test('is not sent to nobody', async () => {
    const result = await fire(await made({ recipientList: [] }));
    expect(result).toEqual({ recipients: [], sent: false, message: 'The rule has no recipients.' });
  });

  test('without a mail server says where it is instead', async () => {
    const without = await startTestServer(postgres);
    try {
      const workgroup_id = await without.workgroup();
      const there = { workgroup_id, workspace_id: (await without.workspace(workgroup_id)).id };
      const { result } = await without.call('createAlertRule', { params: there, body: VALID });
      const answer = await without.call('testAlertRule', {
        params: { ...there, rule_id: String(result['id']) },
      });
      expect(answer.result).toMatchObject({ sent: false });
      expect(answer.result['message']).toMatch(/^No mail server is configured \(ACACIA_SMTP_URL\)/);
    } finally {
      await without.stop();
    }
  });
});

describe('judging', () => {
  const log = pino({ level: 'silent' });
  /** Far from the present, for which the server itself evaluates rules. */
  const BEGIN = Date.parse('2026-03-01T12:00:00Z');
  let now: number;
  beforeEach(() => {
    now = BEGIN;
  });

  /** Stores so many minutes of metrics and advances the clock by them. */
  async function measured(minutes: number, cpuPercent: number): Promise<void> {
    const rows = Array.from({ length: minutes * 4 }, (_, i) =>
      rowOf(params.workspace_id, new Date(now + i * STEP), { cpuPercent }),
    );
    await server.database.db.insert(metrics).values(rows);
    now += minutes * MINUTE;
  }
  const judge = () => evaluateRules(server.database.db, new Date(now), 'http://console.example', log);
  const posted = async () =>
    (await server.database.db.select().from(mails).orderBy(asc(mails.createdAt))).map(({ subject }) =>
      subject.replace(/ of \S+ /, ' of it '),
    );
  const rule = async () => {
    const [row] = await server.database.db.select().from(alertRules);
    if (row === undefined) throw new Error('There is no rule.');
    return row;
  };
  const ABOVE = '[Acacia] CPU use of it is above 80 %';
  const STILL = '[Acacia] CPU use of it is still above 80 %';
  const BELOW = '[Acacia] CPU use of it is below 80 % again';

  test('one mail when it begins and one when it ends, however often it is judged', async () => {
    await made();
    await measured(2, 79);
    await judge();
    expect([(await rule()).firing, await posted()]).toEqual([false, []]);
    await measured(2, 95);
    await judge();
    await judge();
    expect(await rule()).toMatchObject({ firing: true, firedAt: new Date(now) });
    await measured(10, 99);
    await judge();
    expect(await posted()).toEqual([ABOVE]);
    const [mail] = await server.database.db.select().from(mails);
    expect(mail?.recipients).toEqual(['ann@example.org']);
    expect(mail?.text).toContain('Threshold: 80 %');
    expect(mail?.text).toContain('Mean of the last two minutes: 95 %');
    expect(mail?.text).toContain('Above since: 2026-03-01 12:04 UTC');
    await measured(2, 30);
    await judge();
    await judge();
    expect(await posted()).toEqual([ABOVE, BELOW]);
    expect((await rule()).firing).toBe(false);
  });

  test('it is the mean of two minutes that counts', async () => {
    await made();
    await measured(1, 100);
    await measured(1, 59);
    await judge();
    expect(await posted()).toEqual([]);
    await measured(1, 100);
    await measured(1, 62);
    await judge();
    expect(await posted()).toEqual([ABOVE]);
  });

  test('exactly at the threshold nothing changes', async () => {
    await made();
    await measured(2, 80);
    await judge();
    expect((await rule()).firing).toBe(false);
    await measured(2, 81);
    await judge();
    await measured(2, 80);
    await judge();
    expect((await rule()).firing).toBe(true);
  });

  test('a reminder comes every six hours while it lasts', async () => {
    await made();
    await measured(2, 95);
    await judge();
    for (let hour = 1; hour <= 13; hour++) {
      now = BEGIN + 2 * MINUTE + hour * HOUR - 2 * MINUTE;
      await measured(2, 95);
      await judge();
      await judge();
    }
    expect(await posted()).toEqual([ABOVE, STILL, STILL]);
  });

  test('two control planes at once send one mail', async () => {
    await made();
    await measured(2, 95);
    await Promise.all([judge(), judge(), judge()]);
    expect(await posted()).toEqual([ABOVE]);
    await measured(2, 10);
    await Promise.all([judge(), judge(), judge()]);
    expect(await posted()).toEqual([ABOVE, BELOW]);
  });

  test('one that sleeps neither fires nor ends, and sends no reminders', async () => {
    await made();
    await measured(2, 95);
    await judge();
    now += 20 * HOUR;
    await judge();
    expect([(await rule()).firing, await posted()]).toEqual([true, [ABOVE]]);
    // The workspace was just woken: half a minute of metrics is too little.
    await server.database.db
      .insert(metrics)
      .values([0, 1].map((i) => rowOf(params.workspace_id, new Date(now + i * STEP), { cpuPercent: 1 })));
    now += MINUTE / 2;
    await judge();
    expect(await posted()).toEqual([ABOVE]);
    await measured(2, 1);
    await judge();
    expect(await posted()).toEqual([ABOVE, BELOW]);
  });

  test('memory is judged by memory', async () => {
    await made({ metric: 'tigergraph_memory_usage_percent', threshold: 20 });
    await measured(2, 1);
    await judge();
    expect(await posted()).toEqual(['[Acacia] Memory use of it is above 20 %']);
  });

  test('a rule without recipients fires for the eye alone', async () => {
    await made({ recipientList: [] });
    await measured(2, 95);
    await judge();
    now += 7 * HOUR;
    await measured(2, 95);
    await judge();
    expect([(await rule()).firing, await posted()]).toEqual([true, []]);
  });

  describe('as soon as a rule is made or changed', () => {
    beforeEach(async () => {
      now = Math.floor(Date.now() / STEP) * STEP - 2 * MINUTE;
      await measured(2, 70);
    });
    const change = (id: string, threshold: number) =>
      server.call('updateAlertRule', {
        params: { ...params, rule_id: id },
        body: { threshold, recipientList: VALID.recipientList },
      });

    test('it fires and ends by what was measured', async () => {
      const id = await made();
      expect((await rule()).firing).toBe(false);
      expect((await change(id, 60)).result).toMatchObject({ firing: true });
      expect((await change(id, 75)).result).toMatchObject({ firing: false });
      expect((await create({ threshold: 50 })).result).toMatchObject({ firing: true });
      expect((await posted()).toSorted()).toEqual(
        [
          '[Acacia] CPU use of it is above 60 %',
          '[Acacia] CPU use of it is below 75 % again',
          '[Acacia] CPU use of it is above 50 %',
        ].toSorted(),
      );
    });

    test('the mail reaches its recipients', async () => {
      const recipientList = ['carol@example.org', 'dan@example.org'];
      await made({ threshold: 50, recipientList });
      // Mails of earlier tests may still be on their way.
      await expect
        .poll(() => mailServer.received.map(({ to }) => to), { timeout: 30_000 })
        .toContainEqual(recipientList);
      await expect.poll(async () => (await list())[0]?.['delivery_problem'], { timeout: 50_000 }).toBe('');
    });
  });

  test('a rule says why its mail has not gone out', async () => {
    mailServer.refuses.set('ann@example.org', 550);
    await made();
    await measured(2, 95);
    await judge();
    await expect
      .poll(async () => (await list())[0]?.['delivery_problem'], { timeout: 30_000 })
      .toMatch(/^The mail server refused ann@example.org: it knows no such mailbox.* \(550\)\.$/);
    expect((await list())[0]).toMatchObject({ firing: true, fired_at: new Date(now).toISOString() });
  });

  test('a rule follows its mail in each language of its recipients', async () => {
    const { db } = server.database;
    const { result: me } = await server.call('getMe');
    const email = String(me['email']);
    await db.update(accounts).set({ language: 'zh' }).where(eq(accounts.email, email));
    try {
      // Refused in the second mail alone.
      mailServer.refuses.set(email, 550);
      await made({ recipientList: ['ann@example.org', email] });
      mailServer.refuses.delete('ann@example.org');
      await measured(2, 95);
      await judge();
      const { lastMailIds } = await rule();
      expect(lastMailIds).toHaveLength(2);
      await expect
        .poll(async () => (await list())[0]?.['delivery_problem'], { timeout: 30_000 })
        .toContain(`The mail server refused ${email}`);
    } finally {
      mailServer.refuses.delete(email);
      await db.update(accounts).set({ language: null }).where(eq(accounts.email, email));
    }
  });

  test('state and mail are written together or not at all', async () => {
    await made();
    await measured(2, 95);
    const { db } = server.database;
    await server.database.pool.query('alter table mails add constraint none check (false) not valid');
    try {
      await judge();
      expect((await rule()).firing).toBe(false);
    } finally {
      await server.database.pool.query('alter table mails drop constraint none');
    }
    await judge();
    expect((await rule()).firing).toBe(true);
    const { lastMailIds } = await rule();
    expect(await db.select().from(mails).where(inArray(mails.id, lastMailIds))).toHaveLength(1);
  });
});
