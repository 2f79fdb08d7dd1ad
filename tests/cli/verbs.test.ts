/** Every verb of the command line against every call of a real control plane. */
import { CALLS, commandWords, fieldsOf, isDestructive, VERBS } from '@acacia/api-client/commands';
import { cloudApi, type Route } from '@acacia/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { INPUTS, NONE } from './inputs.ts';
import { startStage, type Stage } from './stage.ts';
import { acacia, type Ended } from './terminal.ts';

let stage: Stage;
interface Arrived {
  readonly route: string;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly version: string | undefined;
  readonly status: number;
}
/** Calls that have arrived, in their order. */
const arrived: Arrived[] = [];
let ids: Record<string, string>;

beforeAll(async () => {
  stage = await startStage((server) =>
    server.plane.app.addHook('onSend', async (request, reply) => {
      const { method, params, query, body, headers } = request;
      const route = `${method} ${request.routeOptions.url}`;
      const version = headers['if-match'];
      arrived.push({ route, params, query, body, version, status: reply.statusCode });
    }),
  );
  const { server } = stage;
  const workgroup_id = await server.workgroup('Sales');
  const { id, databaseId } = await server.workspace(workgroup_id, 'first');
  ids = { workgroup_id, workspace_id: id, database_id: databaseId, invoice_id: '2026-01' };
});
afterAll(() => stage.stop());

const ask = (words: readonly string[]): Promise<Ended> =>
  acacia(words, { env: { ...stage.env, ACACIA_API_KEY: stage.server.admin } });

describe('every call', () => {
  test('has one verb, and no verb is that of two', () => {
    expect(CALLS.toSorted()).toEqual(Object.keys(cloudApi).toSorted());
    expect(new Set(Object.values(VERBS)).size).toBe(CALLS.length);
  });

  test.each(CALLS)('%s has an option for each of its fields, none of them twice', (call) => {
    const own = ['help', 'json', 'columns', 'server', 'input', 'yes', 'curl'];
    const flags = [...own, ...fieldsOf(cloudApi[call]).map(({ flag }) => flag)];
    expect(flags.filter((flag, at) => flags.indexOf(flag) !== at)).toEqual([]);
    for (const flag of flags) expect(flag).toMatch(/^[a-z][a-z0-9-]*$/);
  });

  test.each(CALLS)('%s is made by its verb, with its input, and its answer ends it', async (call) => {
    const route: Route = cloudApi[call];
    // What changes something is about things that are not there: the walk leaves the organisation as it is.
    const places = route.method === 'GET' ? { ...NONE, ...ids } : NONE;
    const names = Object.keys(route.params?.shape ?? {});
    const params = Object.fromEntries(names.map((name) => [name, places[name] ?? 'none']));
    const input = { ...INPUTS[call], params };
    arrived.length = 0;
    const words = commandWords(call, input).slice(1);
    const ended = await ask([...words, '--json', ...(isDestructive(call) ? ['--yes'] : [])]);
    const own = arrived.filter(({ route: at }) => at === `${route.method} /api${route.path}`);
    expect([arrived.length - own.length, own.length, ended.err]).toEqual([0, 1, expect.any(String)]);
    const [sent] = own;
    expect(sent).toMatchObject({ params, body: input.body });
    expect(sent?.query).toEqual(input.query ?? {});
    expect(sent?.version).toBe(input.version === undefined ? undefined : `"${input.version}"`);
    expect([ended.code === 0, ended.err === '']).toEqual([sent?.status === 200, sent?.status === 200]);
    if (sent?.status === 200 && route.download === undefined) {
      expect(route.result.safeParse(JSON.parse(ended.out)).error).toBeUndefined();
    }
  });
});
