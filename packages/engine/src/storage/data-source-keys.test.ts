import { readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { describe, expect, it } from 'vitest';
import { gsql, mustRun, temporaryFolder, testEngine } from '../testing.ts';

const SECRET = 'wJalrXUtnFEMI-K7MDENG';
const SOURCE = `CREATE DATA_SOURCE s1 = """{"type": "s3", "access.key": "AKIA", "secret.key": "${SECRET}", "endpoint": "https://files.example"}"""`;

async function contains(folder: string, text: string): Promise<boolean> {
  for (const name of await readdir(folder, { recursive: true })) {
    const file = path.join(folder, name);
    if ((await stat(file)).isFile() && (await readFile(file)).includes(text)) return true;
  }
  return false;
}

describe('secrets of data sources', () => {
  it('stand nowhere in clear, and are in no copy of the store', async () => {
    const dataDir = await temporaryFolder();
    const engine = await testEngine({ dataDir });
    await mustRun(engine, 'CREATE VERTEX P (PRIMARY_ID id STRING)\nCREATE GRAPH g (*)');
    await mustRun(engine, SOURCE);
    await mustRun(
      engine,
      'CREATE LOADING JOB j FOR GRAPH g { DEFINE FILENAME f = "$s1:s3://b/f"; LOAD f TO VERTEX P VALUES ($0); }',
    );
    expect(engine.dataSources(null)).toMatchObject([
      { settings: { type: 's3', 'secret.key': '****', 'access.key': '****' }, keysLost: false },
    ]);
    const copy = path.join(await temporaryFolder(), 'copy');
    await engine.copyTo(copy);
    await engine.close();
    expect(await contains(dataDir, SECRET)).toBe(false);
    expect((await stat(path.join(dataDir, 'keys', 'data-sources.key'))).mode & 0o777).toBe(0o600);
    expect(await readdir(copy)).not.toContain('keys');

    const again = await testEngine({ dataDir });
    expect(again.dataSources(null)).toMatchObject([{ keysLost: false }]);

    const logged: string[] = [];
    const restored = await testEngine({ dataDir: copy, log: (_level, message) => logged.push(message) });
    expect(logged.join()).toContain('The keys of the data source s1 cannot be read');
    expect(restored.dataSources(null)).toMatchObject([{ name: 's1', keysLost: true }]);
    expect((await gsql(restored, 'SHOW DATA_SOURCE')).output).toContain('Enter them again: SET s1 =');
    await expect(restored.startLoad('g', 'j', { files: {} })).rejects.toThrow('Enter them again');
    // One that is made here has a key of its own.
    await mustRun(restored, SOURCE.replace('s1', 's2'));
    expect(restored.dataSources(null).map(({ keysLost }) => keysLost)).toEqual([true, false]);
    await mustRun(restored, SOURCE.replace('CREATE DATA_SOURCE', 'SET'));
    expect(restored.dataSources(null).map(({ keysLost }) => keysLost)).toEqual([false, false]);
  });

  it('of earlier versions are encrypted when the store is opened', async () => {
    const dataDir = await temporaryFolder();
    const engine = await testEngine({ dataDir });
    await mustRun(engine, 'CREATE DATA_SOURCE s1 = """{"type": "gcs", "project_id": "p"}"""');
    await engine.close();
    const instance = await DuckDBInstance.create(path.join(dataDir, 'graph.duckdb'));
    const connection = await instance.connect();
    const old = { name: 's1', graphs: null, settings: { type: 'gcs', private_key: SECRET } };
    await connection.run(`UPDATE acacia_catalog SET document = $1 WHERE kind = 'dataSource'`, [
      JSON.stringify(old),
    ]);
    connection.closeSync();
    instance.closeSync();
    const again = await testEngine({ dataDir });
    expect(again.dataSources(null)).toMatchObject([{ settings: { private_key: '****' }, keysLost: false }]);
    await again.close();
    const opened = await DuckDBInstance.create(path.join(dataDir, 'graph.duckdb'), {
      access_mode: 'READ_ONLY',
    });
    const reader = await opened.connect();
    const rows = await reader.runAndReadAll('SELECT document FROM acacia_catalog');
    expect(JSON.stringify(rows.getRows())).not.toContain(SECRET);
    reader.closeSync();
    opened.closeSync();
  });
});
