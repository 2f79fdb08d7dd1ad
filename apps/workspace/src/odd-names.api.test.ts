/** Names that JavaScript objects have of their own: data acknowledged under them stays. */
import { stringifyJson } from '@acacia/base';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestWorkspace, type TestWorkspace } from './test-support.ts';

const NAMES = ['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString'];
/** JSON with a distinct value for every name. */
const json = (valueOf: (name: string) => unknown): string =>
  `{${NAMES.map((name) => `"${name}":${stringifyJson(valueOf(name))}`).join(',')}}`;

let workspace: TestWorkspace;
beforeAll(async () => {
  workspace = await startTestWorkspace();
  await workspace.gsql(`CREATE VERTEX V (PRIMARY_ID id STRING, ${NAMES.map((name) => `${name} STRING`).join(', ')},
      texts MAP<STRING, STRING>, n INT)
    CREATE DIRECTED EDGE E (FROM V, TO V, ${NAMES.map((name) => `${name} INT`).join(', ')})
    CREATE GRAPH g (*)`);
  await workspace.gsql(
    `CREATE QUERY q(${NAMES.map((name) => `STRING ${name}`).join(', ')}) FOR GRAPH g {
      MapAccum<STRING, STRING> @@m;
      ${NAMES.map((name) => `@@m += ("${name}" -> ${name});`).join(' ')}
      S = {V.*};
      PRINT ${NAMES.join(', ')}; PRINT @@m; PRINT S;
    }
    INSTALL QUERY q`,
    'g',
  );
});
afterAll(() => workspace.close());

async function answered(method: string, path: string, body?: string): Promise<string> {
  const { status, text } = await workspace.call(method, path, body === undefined ? {} : { body });
  expect(status, text).toBe(200);
  return text;
}

it('are kept as attributes and keys, over a restart', async () => {
  const attributes = json((name) => ({ value: `of ${name}` })).slice(0, -1);
  const texts = `"texts":{"value":${json((name) => `text ${name}`)}}`;
  await answered(
    'POST',
    '/restpp/graph/g',
    `{"vertices":{"V":{"a":${attributes},${texts}},"__proto__":{},"constructor":{}}},
      "edges":{"V":{"a":{"E":{"V":{"__proto__":${json(() => ({ value: 7 }))}}}}}}}`,
  );
  const kept = json((name) => `of ${name}`).slice(0, -1);
  const look = async (): Promise<void> => {
    const vertex = await answered('GET', '/restpp/graph/g/vertices/V/a');
    expect(vertex).toContain(`"attributes":${kept},"texts":${json((name) => `text ${name}`)}`);
    expect(await answered('GET', '/restpp/graph/g/vertices/V?count_only=true')).toContain('"count":3');
    const edges = await answered('GET', '/restpp/graph/g/edges/V/a');
    expect(edges).toContain('"to_id":"__proto__"');
    expect(edges).toContain(`"attributes":${json(() => 7)}`);
  };
  await look();
  await workspace.restart();
  await look();
});

it('are kept as parameters and in what a query prints', async () => {
  const given = json((name) => `for ${name}`);
  const query = NAMES.map((name) => `${name}=for+${name}`).join('&');
  const args = NAMES.map((name) => `"for ${name}"`).join(', ');
  for (const text of [
    await answered('GET', `/restpp/query/g/q?${query}`),
    await answered('POST', '/restpp/query/g/q', given),
    await workspace.gsql(`RUN QUERY q(${args})`, 'g'),
    await workspace.gsql(`RUN QUERY q(${given})`, 'g'),
  ]) {
    const plain = text.replaceAll(/\s*([{},:])\s*/g, '$1');
    expect(plain).toContain(given.replaceAll(/\s*([{},:])\s*/g, '$1'));
    expect(plain).toContain(`"@@m":${given}`);
  }
  const missing = await workspace.call('GET', `/restpp/query/g/q?__proto__=x`);
  expect(missing.status).toBeLessThan(500);
  const index = await workspace.call('GET', `/restpp/query/g/q?constructor[4000000000]=x`);
  expect(index.json['message']).toContain('index above');
});

it('are kept in documents, over a restart', async () => {
  const styles = `{"vertexStyles":${json((name) => ({ fillColor: `#${name.length}` }))},"edgeStyles":{}}`;
  await answered('PUT', '/api/graph-styles/local/g', styles);
  await answered(
    'PUT',
    '/api/queries/g/drafts',
    json((name) => `draft ${name}`),
  );
  await workspace.restart();
  expect(await answered('GET', '/api/graph-styles/local/g')).toContain(
    styles.slice(0, -'"edgeStyles":{}}'.length),
  );
  expect(await answered('GET', '/api/queries/g/drafts')).toContain(json((name) => `draft ${name}`));
});

it('are names of files of a loading job like any other', async () => {
  await workspace.gsql(
    `CREATE LOADING JOB j FOR GRAPH g { DEFINE FILENAME constructor; DEFINE FILENAME __proto__;
      LOAD constructor TO VERTEX V VALUES ($0, _, _, _, _, _, _, _); LOAD __proto__ TO VERTEX V VALUES ($0, _, _, _, _, _, _, _); }`,
    'g',
  );
  expect(await workspace.gsql('RUN LOADING JOB j', 'g')).toContain("The file variable 'constructor'");
  const file = { headers: { 'content-type': 'application/octet-stream' }, body: 'loaded\n' };
  await workspace.call('PUT', '/api/data-files/p.csv', file);
  const said = await workspace.gsql('RUN LOADING JOB j USING __proto__="p.csv"', 'g');
  expect(said).toContain('LOAD SUCCESSFUL');
  await answered('GET', '/restpp/graph/g/vertices/V/loaded');
});
