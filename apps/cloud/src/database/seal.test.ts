import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadKeys } from '../identity/embedded/keys.ts';
import { secrets } from './schema.ts';
import { startTestPostgres, type TestPostgres } from '../testing/postgres.ts';
import { startTestServer } from '../testing/server.ts';
import type { Database } from './database.ts';
import { encryptSecrets, keptSecret, readOperatorKeys } from './kept-secrets.ts';
import { createSealer } from './seal.ts';

const sealer = createSealer([]);

let postgres: TestPostgres;
let database: Database;

beforeAll(async () => {
  postgres = await startTestPostgres();
  database = await postgres.migrated();
});
afterAll(async () => {
  await postgres.stop();
});

test('what is sealed opens again, for its owner and with its key alone', async () => {
  const { db } = database;
  const sealed = await sealer.seal(db, 'addon-configs', 'one', 'sk-ä-1234');
  expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain('1234');
  expect(await sealer.unseal(db, 'addon-configs', 'one', sealed)).toBe('sk-ä-1234');
  await expect(sealer.unseal(db, 'addon-configs', 'another', sealed)).rejects.toThrow();
  await expect(sealer.unseal(db, 'second-factors', 'one', sealed)).rejects.toThrow();
});

test('the same text is sealed differently each time, and a change of one bit is seen', async () => {
  const { db } = database;
  const [first, second] = await Promise.all([
    sealer.seal(db, 'addon-configs', 'one', 'text'),
    sealer.seal(db, 'addon-configs', 'one', 'text'),
  ]);
  expect(first).not.toBe(second);
  const bytes = Buffer.from(first, 'base64');
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
  await expect(sealer.unseal(db, 'addon-configs', 'one', bytes.toString('base64'))).rejects.toThrow();
});

test('there is one key, whoever comes first', async () => {
  const { db } = database;
  await Promise.all([1, 2, 3].map((n) => sealer.seal(db, 'addon-configs', 'one', String(n))));
  const kept = await db.select().from(secrets);
  expect(kept.filter(({ name }) => name === 'addon-configs')).toHaveLength(1);
});

describe("the operator's keys", () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'acacia-test-'));
  const home = path.join(folder, 'home');
  const file = path.join(folder, 'keys');
  mkdirSync(home);
  afterAll(() => rmSync(folder, { recursive: true }));
  const newKey = () => randomBytes(32).toString('base64');
  const give = (...lines: string[]) => writeFileSync(file, `${lines.join('\n')}\n`);

  test('encrypt all keys of an installation that had none, are replaced, and are needed from then on', async () => {
    const seeded = await postgres.seeded();
    const { db } = seeded;
    const start = (environment: Record<string, string>) =>
      startTestServer(postgres, { database: seeded, environment, start: false });
    const rows = async () => {
      const all = await db.select().from(secrets).orderBy(secrets.name);
      return all.map(({ name, value }) => [name, Object.keys(Object(value) as object)]);
    };
    const sealed = await sealer.seal(db, 'addon-configs', 'one', 'sk-1234');
    const before = await loadKeys(db);
    const encrypted = ['addon-configs', 'api-keys', 'oidc-provider'].map((name) => [name, ['encrypted']]);
    expect(await rows()).not.toEqual(encrypted);

    const [first, second] = [newKey(), newKey()];
    give(first);
    const plane = await start({ ACACIA_KEY_FILE: file });
    expect(await rows()).toEqual(encrypted);
    expect((await plane.call('getMe')).status).toBe(200);
    await plane.stop();
    const opens = () => createSealer(readOperatorKeys(file, home)).unseal(db, 'addon-configs', 'one', sealed);
    expect(await opens()).toBe('sk-1234');
    // A row that stands in the place of another does not open.
    const [other] = await db.select().from(secrets).where(eq(secrets.name, 'api-keys'));
    await expect(keptSecret(db, readOperatorKeys(file, home), 'copied', () => null)).resolves.toBeNull();
    await db.update(secrets).set({ value: other?.value }).where(eq(secrets.name, 'copied'));
    await expect(encryptSecrets(db, readOperatorKeys(file, home))).rejects.toThrow("opens 'copied'");
    await db.delete(secrets).where(eq(secrets.name, 'copied'));

    const kept = await db.select().from(secrets);
    give(second);
    await expect(start({ ACACIA_KEY_FILE: file })).rejects.toThrow(
      'add the key with which Acacia started last',
    );
    await expect(start({})).rejects.toThrow('give its file in ACACIA_KEY_FILE');
    expect(await db.select().from(secrets)).toEqual(kept);

    give(second, first);
    await (await start({ ACACIA_KEY_FILE: file })).stop();
    give(second);
    await (await start({ ACACIA_KEY_FILE: file })).stop();
    expect(await rows()).toEqual(encrypted);
    expect([await opens(), await loadKeys(db, readOperatorKeys(file, home))]).toEqual(['sk-1234', before]);
  });

  test('come from a file outside of the data folder, whose faults are told', () => {
    const fault = (given: string) => () => readOperatorKeys(given, home);
    expect(readOperatorKeys(null, home)).toEqual([]);
    expect(fault(path.join(folder, 'none'))).toThrow('The file of ACACIA_KEY_FILE cannot be read: ENOENT');
    give('', ' ');
    expect(fault(file)).toThrow('is empty: it must have a line for each key');
    for (const wrong of ['x', randomBytes(16).toString('base64'), 'ä'.repeat(44)]) {
      give(newKey(), wrong);
      expect(fault(file)).toThrow('Key 2 in the file of ACACIA_KEY_FILE is none');
      expect(fault(file)).not.toThrow(wrong);
    }
    give(newKey());
    const inside = path.join(home, 'keys');
    writeFileSync(inside, newKey());
    const link = path.join(folder, 'link');
    symlinkSync(inside, link);
    for (const each of [inside, link]) {
      expect(fault(each)).toThrow('must be outside of the data folder');
    }
    writeFileSync(file, `${newKey()}\r\n\r\n${newKey()}`);
    expect(readOperatorKeys(file, home)).toHaveLength(2);
  });
});
