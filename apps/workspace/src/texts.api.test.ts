/** Calls every call with texts that no database stores: in its path, in a parameter, in its body. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callNamed, workspaceApi, type CallName } from '@acacia/contract';
import { gatewayHeaders, SOCIAL_SCHEMA, startTestWorkspace, type TestWorkspace } from './test-support.ts';

let workspace: TestWorkspace;
beforeAll(async () => {
  workspace = await startTestWorkspace();
  await workspace.gsql(SOCIAL_SCHEMA);
});
afterAll(() => workspace.close());

const PARTS: Readonly<Record<string, string>> = { graph: 'social', type: 'person', '*': 'person/ann' };
/** Bodies of these are streams: files, whose lines are judged one by one. */
const STREAMS = /data-files|\/ddl/;
const HOSTILE = ['a\0b', 'a\ud800b'];

const nameIn = (part: string): string => part.replace(/^:/, '');

describe.each(Object.keys(workspaceApi) as CallName[])('%s', (name) => {
  const [method = '', pattern = ''] = name.split(' ');
  const headers = callNamed(name).needs === 'controlPlane' ? gatewayHeaders('acacia', 'superuser') : {};
  const parts = pattern.match(/:\w+|\*/g) ?? [];
  const pathWith = (hostile: string | null): string =>
    pattern.replace(/:\w+|\*/g, (part) => (part === hostile ? 'a%00b' : (PARTS[nameIn(part)] ?? 'x')));
  const ask = (path: string, body?: string) =>
    workspace.call(method, path, { headers, ...(body === undefined ? {} : { body }) });

  it('refuses them with their place', async () => {
    for (const part of parts) {
      const { status, text } = await ask(pathWith(part));
      expect(status, part).toBe(400);
      expect(text).toContain('NUL');
    }
    const { status, json } = await ask(`${pathWith(null)}?q=a%00b`);
    expect([status, json['message']]).toEqual([
      400,
      "'q' holds the character NUL (U+0000), which no text may have.",
    ]);
    if (method === 'GET' || STREAMS.test(pattern)) return;
    expect((await ask(pathWith(null), 'a\0b')).status).toBe(400);
    for (const text of HOSTILE) {
      for (const value of [{ name: text }, { [text]: 1 }, [{ name: [text] }]]) {
        const answer = await ask(pathWith(null), JSON.stringify(value));
        expect(answer.status, JSON.stringify(value)).toBeLessThan(500);
      }
    }
  });
});

it('names the field of a document', async () => {
  await workspace.gsql(`DROP ALL\n${SOCIAL_SCHEMA}`);
  const upsert = async (value: unknown) =>
    workspace.call('POST', '/restpp/graph/social', { body: JSON.stringify({ vertices: { person: value } }) });
  const { status, json } = await upsert({ ann: { name: { value: 'a\0b' } } });
  expect([status, json['message']]).toEqual([
    400,
    expect.stringMatching(/'value' holds the character NUL .* at line 1, column \d+/),
  ]);
  expect((await upsert({ 'a\0': {} })).status).toBe(400);
  expect((await upsert({ ann: { name: { value: 'a\ud800' } } })).json['message']).toContain('surrogate');
  const config = await workspace.call('POST', '/gsql/v1/data-sources', {
    body: JSON.stringify({ name: 's', config: { type: 's3', 'access.key': 'a\0' } }),
  });
  expect(config.json['message']).toContain("'config.access.key' holds the character NUL");
});
