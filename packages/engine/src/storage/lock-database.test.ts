/** The store reaches nothing but its own folder, whatever SQL it is given. */
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { literal, sql } from '../sql.ts';
import { temporaryFolder } from '../testing.ts';
import { Database } from './database.ts';
import { fileLiteral } from './file-literal.ts';

const open = async (folder: string, readOnly = false): Promise<Database> =>
  Database.open({ folder, memoryBytes: 2 ** 27, threads: 1, readOnly, log: () => undefined });

describe('the store', () => {
  it('opens locked', async () => {
    const home = await temporaryFolder();
    const folder = path.join(home, 'data');
    const database = await open(folder);
    await mkdir(path.join(folder, 'loads'), { recursive: true });
    await mkdir(path.join(folder, 'server'));
    await writeFile(path.join(home, 'secret.csv'), 'a\nsecret\n');
    await writeFile(path.join(folder, 'server', 'credentials.json'), '{"secret": 1}');
    await symlink(path.join(home, 'secret.csv'), path.join(folder, 'loads', 'link.csv'));
    const refused = [
      sql`SELECT * FROM read_csv(${literal(`${home}/secret.csv`)})`,
      sql`SELECT * FROM read_csv(${literal(`${home}/s[e]cret.csv`)})`,
      sql`SELECT * FROM read_csv(${literal(`${folder}/loads/../../secret.csv`)})`,
      sql`SELECT * FROM read_csv(${literal(`${folder}/loads/link.csv`)})`,
      sql`SELECT * FROM read_text(${literal(`${folder}/server/credentials.json`)})`,
      sql`SELECT * FROM read_text('/etc/passwd')`,
      sql`SELECT * FROM glob(${literal(`${home}/*`)})`,
      sql`COPY (SELECT 1) TO ${literal(`${home}/out.csv`)}`,
      sql`COPY (SELECT 1) TO ${literal(`${folder}/server/out.csv`)}`,
      sql`ATTACH ${literal(`${home}/other.db`)}`,
      sql`EXPORT DATABASE ${literal(`${home}/export`)}`,
      sql`INSTALL httpfs`,
      sql`LOAD ${literal(`${home}/own.duckdb_extension`)}`,
      sql`SET enable_external_access = true`,
      sql`RESET lock_configuration`,
      sql`SET allowed_directories = ['/']`,
      sql`SET temp_directory = '/tmp'`,
      sql`SET allowed_configs = ['enable_external_access']`,
      sql`CREATE PERSISTENT SECRET s (TYPE s3, KEY_ID 'a')`,
    ];
    for (const statement of refused)
      await expect(
        database.read((transaction) => transaction.run(statement)),
        statement,
      ).rejects.toThrow(
        /Permission Error|has been locked|disabled|Cannot access|does not exist|not found|Unrecognized/i,
      );
    // It can do all that its work needs.
    await database.read(async (transaction) => {
      await transaction.run(sql`COPY (SELECT 7 AS a) TO ${fileLiteral(`${folder}/loads/x.csv`)}`);
      expect(
        await transaction.number(sql`SELECT a FROM read_csv(${fileLiteral(`${folder}/loads/x.csv`)})`),
      ).toBe(7);
    });
    await database.setThreads(2);
    expect(await database.read((each) => each.number(sql`SELECT current_setting('threads')`))).toBe(2);
    await database.close();
    const reader = await open(folder, true);
    await expect(
      reader.read((transaction) =>
        transaction.run(sql`SELECT * FROM read_csv(${literal(`${home}/secret.csv`)})`),
      ),
    ).rejects.toThrow('Permission Error');
    await reader.close();
    expect(await readFile(path.join(home, 'secret.csv'), 'utf8')).toBe('a\nsecret\n');
  });

  it('has no folder, and reads no file, whose path it would take for a pattern', async () => {
    const home = await temporaryFolder();
    await expect(open(path.join(home, 'a[b]'))).rejects.toThrow('takes for a pattern');
    for (const name of ['[a].csv', 'a*', 'a?'])
      expect(() => fileLiteral(name)).toThrow('cannot be used here');
    expect(fileLiteral("it's")).toBe("'it''s'");
  });
});
