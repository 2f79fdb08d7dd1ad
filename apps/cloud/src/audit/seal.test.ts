/** Sealing and verifying on a real database, whose rows are altered by SQL as an operator could. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json as readJson } from 'node:stream/consumers';
import { eq, sql, type SQL } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../database/database.ts';
import { auditEntries, auditSeals } from '../database/schema.ts';
import { startTestPostgres, type TestPostgres } from '../testing/postgres.ts';
import { recordAudit } from './record.ts';
import { rowDigest } from './row-digest.ts';
import { FIRST_HASH, forgetPassing, hashOf, sealAudit } from './seal.ts';
import { shipAudit } from './ship.ts';
import { verifyAudit, type NotedSeal } from './verify.ts';

let postgres: TestPostgres;
let db: Database['db'];

beforeAll(async () => {
  postgres = await startTestPostgres();
  ({ db } = await postgres.migrated());
});
beforeEach(async () => {
  await db.execute(sql`truncate audit_entries, audit_seals, audit_shipments restart identity`);
});
afterAll(() => postgres.stop());

const DAY = 86_400_000;
const change = (name: string) =>
  ({
    orgId: 'o1',
    actor: 'ada@example.org',
    actorId: 'u1',
    action: 'updateWorkgroup',
    resource: 'workgroup/g1',
    before: { name: 'WG', size: 9007199254740992 },
    after: { name, nested: { b: 1, a: [1, 2] } },
    outcome: 'ok',
    requestId: 'r',
  }) as const;

async function write(...names: string[]): Promise<void> {
  for (const name of names) await recordAudit(db, change(name));
}
const failedSignIn = () =>
  recordAudit(db, {
    orgId: 'o1',
    actor: 'somebody',
    action: 'signIn',
    resource: 'user',
    outcome: 'failed',
    message: 'Wrong e-mail or password.',
    requestId: '',
  });

const verify = (noted: NotedSeal | null = null, now = new Date()) => verifyAudit(db, noted, now);
/** The findings without the time and number of the seal. */
const findings = async (noted: NotedSeal | null = null): Promise<string[]> =>
  (await verify(noted)).findings.map((text) => text.replace(/ \(.*\)/, ''));

test('rows are sealed once, in the order of their ids, over several seals', async () => {
  expect(await verify()).toMatchObject({ whole: 0, newest: null, unsealed: 0, findings: [] });
  await write('a', 'b');
  expect(await verify()).toMatchObject({ unsealed: 2, findings: [] });
  expect((await verify(null, new Date(Date.now() + DAY))).findings).toEqual([
    'No row is sealed. Acacia seals them within a minute after its start.',
  ]);
  await sealAudit(db);
  await sealAudit(db);
  await write('c');
  expect(await verify()).toMatchObject({ whole: 2, newest: { number: 1 }, unsealed: 1, findings: [] });
  await Promise.all([sealAudit(db), sealAudit(db)]);
  expect(await verify()).toMatchObject({ whole: 3, newest: { number: 2 }, unsealed: 0, findings: [] });
});

test('a log of an earlier version is sealed in its first run, in batches', async () => {
  await db.execute(sql`
    insert into audit_entries (org_id, actor, action, resource, outcome, message, request_id)
    select 'o1', 'ada', 'updateWorkgroup', 'workgroup/' || n, 'ok', '', '' from generate_series(1, 1201) n`);
  await sealAudit(db);
  expect(await verify()).toMatchObject({ whole: 1201, newest: { number: 3 }, unsealed: 0, findings: [] });
});

describe('what is found', () => {
  beforeEach(async () => {
    await write('a', 'b', 'c', 'd');
    await sealAudit(db);
    await write('e', 'f');
    await sealAudit(db);
  });

  const attacks: Record<string, [SQL, string[]]> = {
    'a changed text': [
      sql`update audit_entries set actor = 'bob' where id = 2`,
      ['Row 2 was changed after it was sealed.'],
    ],
    'a changed time, by a microsecond': [
      sql`update audit_entries set at = at + interval '1 microsecond' where id = 3`,
      ['Row 3 was changed after it was sealed.'],
    ],
    'a number that JavaScript cannot tell from the old one': [
      sql`update audit_entries set before = '{"name": "WG", "size": 9007199254740993}' where id = 1`,
      ['Row 1 was changed after it was sealed.'],
    ],
    'an account that is taken out': [
      sql`update audit_entries set actor_id = null where id = 6`,
      ['Row 6 was changed after it was sealed.'],
    ],
    'a removed row': [
      sql`delete from audit_entries where id = 5`,
      ['Row 5 was removed after it was sealed.'],
    ],
    'a row that is put in, in the place of a removed one': [
      sql`with gone as (delete from audit_entries where id = 4 returning *)
          insert into audit_entries overriding system value
          select 0, org_id, at, actor, action, resource, before, after, outcome, message, request_id, address, user_agent, actor_id
          from gone`,
      ['Row 4 was removed after it was sealed.', 'Row 0 was put in after its place was sealed.'],
    ],
    'two rows in each other’s place': [
      sql`update audit_entries a set (actor, action, resource, before, after, at) =
            (select actor, action, resource, before, after, at from audit_entries b where b.id = 5 - a.id)
          where id in (2, 3)`,
      ['Row 2 was changed after it was sealed.', 'Row 3 was changed after it was sealed.'],
    ],
    'a changed row whose digest was changed with it': [
      sql`with changed as (update audit_entries set actor = 'bob' where id = 2)
          update audit_seals set rows = jsonb_set(rows, '{1,1}', '"00"') where number = 1`,
      [
        'Seal 1 was changed, or the one before it was: what it says of its rows proves nothing.',
        'Row 2 was changed after it was sealed.',
      ],
    ],
    'a seal that lists nothing any more': [
      sql`update audit_seals set rows = '{}' where number = 2`,
      [
        'Seal 2 was changed, or the one before it was: what it says of its rows proves nothing.',
        'Seal 2 was changed: it does not list rows any more.',
      ],
    ],
    'a removed seal': [
      sql`delete from audit_seals where number = 1`,
      ['Seal 1 is missing: nothing is known of the rows from 1 on that they held.'],
    ],
  };

  test.each(Object.entries(attacks))('%s', async (_what, [attack, told]) => {
    expect(await findings()).toEqual([]);
    await db.execute(attack);
    expect(await findings()).toEqual(told);
  });

  test('a row that was changed together with its whole seal, by the next seal', async () => {
    await db.update(auditEntries).set({ actor: 'bob' }).where(eq(auditEntries.id, 2n));
    const [row] = await db.select({ digest: rowDigest }).from(auditEntries).where(eq(auditEntries.id, 2n));
    const [seal] = await db.select().from(auditSeals).where(eq(auditSeals.number, 1));
    if (row === undefined || seal === undefined) throw new Error('Nothing was sealed.');
    const rows = seal.rows.map(([id, digest]): [string, string] => [id, id === '2' ? row.digest : digest]);
    const hash = hashOf(FIRST_HASH, { ...seal, rows });
    await db.update(auditSeals).set({ rows, hash }).where(eq(auditSeals.number, 1));
    expect(await findings()).toEqual([
      'Seal 2 was changed, or the one before it was: what it says of its rows proves nothing.',
    ]);
  });

  test('a chain that was cut off or made anew, by a seal that was noted', async () => {
    const noted = (await verify()).newest;
    expect(await findings(noted)).toEqual([]);
    await db.execute(sql`delete from audit_entries where id > 4`);
    await db.execute(sql`delete from audit_seals where number = 2`);
    expect(await findings()).toEqual([]);
    expect(await findings(noted)).toEqual([
      'Seal 2, which was noted, is missing: the chain was cut off, or made anew.',
    ]);
    await write('other');
    await sealAudit(db);
    expect(await findings(noted)).toEqual(['Seal 2 is not the one that was noted: the chain was made anew.']);
  });
});

describe('failed sign-ins', () => {
  test('are deleted after their time alone, and the chain stays whole', async () => {
    await write('a');
    await failedSignIn();
    await failedSignIn();
    await write('b');
    await sealAudit(db);
    await forgetPassing(db, new Date());
    expect(await verify()).toMatchObject({ whole: 4, findings: [] });
    const later = new Date(Date.now() + 91 * DAY);
    await forgetPassing(db, later);
    expect(await db.select({ action: auditEntries.action }).from(auditEntries)).toEqual([
      { action: 'updateWorkgroup' },
      { action: 'updateWorkgroup' },
    ]);
    expect(await verify(null, later)).toMatchObject({ whole: 2, findings: [] });
    await write('c');
    await sealAudit(db);
    expect(await verify(null, later)).toMatchObject({ whole: 3, findings: [] });
  });

  test('that somebody else deletes before their time are missed, with their list or without', async () => {
    await failedSignIn();
    await write('a');
    await sealAudit(db);
    await db.execute(sql`delete from audit_entries where id = 1`);
    expect(await findings()).toEqual(['Row 1 was removed after it was sealed.']);
    await db.execute(sql`update audit_seals set passing = null`);
    expect((await findings())[0]).toMatch(
      /^Seal 1 has lost its list of failed sign-ins, which are kept until/,
    );
  });

  test('cannot be made of another row, so that it would be deleted', async () => {
    await failedSignIn();
    await write('a');
    await sealAudit(db);
    await db.execute(sql`update audit_seals set passing = rows || passing, rows = '[]'`);
    await forgetPassing(db, new Date(Date.now() + 91 * DAY));
    expect(await db.select({ action: auditEntries.action }).from(auditEntries)).toEqual([
      { action: 'updateWorkgroup' },
    ]);
    expect((await findings()).length).toBeGreaterThan(0);
  });
});

test('a row of a transaction that began earlier and ends later is waited for', async () => {
  let end: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (end = resolve));
  let written: () => void = () => undefined;
  const isWritten = new Promise<void>((resolve) => (written = resolve));
  const late = db.transaction(async (tx) => {
    await recordAudit(tx, change('late'));
    written();
    await held;
  });
  await isWritten;
  await write('early');
  const sealing = sealAudit(db);
  expect(await db.$count(auditSeals)).toBe(0);
  end();
  await late;
  await sealing;
  await sealAudit(db);
  expect(await verify()).toMatchObject({ whole: 2, unsealed: 0, findings: [] });
});

describe('a collector of the operator', () => {
  interface Records {
    readonly resourceLogs: readonly [
      {
        readonly scopeLogs: readonly [
          {
            readonly logRecords: readonly {
              readonly severityText: string;
              readonly timeUnixNano: string;
              readonly attributes: readonly {
                readonly key: string;
                readonly value: { readonly stringValue: string };
              }[];
            }[];
          },
        ];
      },
    ];
  }
  /** Answers of the collector, in turn; 200 for all after them. */
  let answers: number[] = [];
  const got: { status: number; token: string | undefined; body: Records }[] = [];
  const receiver = createServer((request, response) => {
    void readJson(request).then((body) => {
      const status = answers.shift() ?? 200;
      got.push({ status, token: request.headers.authorization, body: body as Records });
      if (status === 302) response.setHeader('location', '/elsewhere');
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
  });
  let url: string;
  beforeAll(async () => {
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/v1/logs`;
  });
  afterAll(() => receiver.close());
  beforeEach(() => {
    answers = [];
    got.length = 0;
  });

  const ship = (of = url) =>
    shipAudit({ db, collector: { url: of, token: 'a secret' }, log: pino({ level: 'silent' }) });
  /** The values of an attribute in the records that the collector took. */
  const taken = (key: string): string[] =>
    got
      .filter(({ status }) => status === 200)
      .flatMap(({ body }) => body.resourceLogs[0].scopeLogs[0].logRecords)
      .flatMap(({ attributes }) => attributes.filter((each) => each.key === key))
      .map(({ value }) => value.stringValue);

  test('gets each sealed entry once, with the seal that can be noted, and goes on where it was', async () => {
    await write('a', 'b');
    await failedSignIn();
    await ship();
    expect(got).toEqual([]);
    await sealAudit(db);
    await ship();
    expect(taken('acacia.after')).toEqual([
      '{"name":"a","nested":{"a":[1,2],"b":1}}',
      '{"name":"b","nested":{"a":[1,2],"b":1}}',
    ]);
    expect(got[0]?.token).toBe('Bearer a secret');
    const records = got[0]?.body.resourceLogs[0].scopeLogs[0].logRecords ?? [];
    expect(records.map(({ severityText }) => severityText)).toEqual(['INFO', 'INFO', 'WARN', 'INFO']);
    expect(Number(records[0]?.timeUnixNano.slice(0, -6))).toBeCloseTo(Date.now(), -6);
    const [noted = ''] = taken('acacia.audit.seal');
    const [number, hash = ''] = noted.split(':');
    expect(await findings({ number: Number(number), hash })).toEqual([]);

    await write('c');
    await sealAudit(db);
    await Promise.all([ship(), ship()]);
    expect(taken('acacia.audit.id')).toEqual(['1', '2', '3', '4']);
    expect(taken('acacia.audit.seal')).toHaveLength(2);
  });

  test('gets again what it did not take, and nothing goes to where it points', async () => {
    await write('a');
    await sealAudit(db);
    answers = [503, 302];
    await expect(ship()).rejects.toThrow('The collector of the audit log answered 503.');
    await expect(ship()).rejects.toThrow();
    expect(taken('acacia.audit.id')).toEqual([]);
    await ship();
    expect(taken('acacia.audit.id')).toEqual(['1']);
    await ship();
    expect(got).toHaveLength(3);
  });
});
