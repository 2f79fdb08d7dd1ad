/** Every call of the workspace's HTTP API with hostile texts in its path, its parameters and its body. */
import { callNamed, workspaceApi, type CallName, type WorkspaceCall } from '@acacia/contract';
import { schemaOf, type OpenApiPart } from '@acacia/contract/openapi-schemas';
import type { Random } from '../random.ts';
import { HOSTILE_TEXTS } from './hostile-texts.ts';
import { sampleOf, withText, type Json, type Schema } from './samples.ts';
import { GRAPH, type Person, type Stage } from './stage.ts';

/** Values for the parameters of paths. */
const PATH: Readonly<Record<string, string>> = {
  ':graph': GRAPH,
  ':type': 'Person',
  ':query': 'neighbours',
  ':job': 'load_people',
  '*': 'Person/p1/Knows',
};

/** Parameters of all calls, and of a query; a call passes over those that it does not have. */
const PARAMETERS: readonly string[] = [
  ...new Set([
    ...Object.values<WorkspaceCall>(workspaceApi).flatMap(({ parameters }) =>
      Object.keys(parameters?.shape ?? {}),
    ),
    ...['p', 'word', 'k', 'graphName', 'permanent'],
  ]),
];

const VERTEX = { type: 'Person', id: 'p1' };
const ATTRIBUTE = { AttributeName: 'a', AttributeType: { Name: 'STRING' }, DefaultValue: '' };

/** Bodies by the beginning of a call's name, the longest that fits; `{}` where none does. */
const BODIES: Readonly<Record<string, Json>> = {
  'POST /api/config': { 'RESTPP.Factory.DefaultQueryTimeoutSec': '16' },
  'PUT /api/udf': { udf: 'export function f(x) { return x; }' },
  'POST /gsql/v1/users': { username: 'ann', password: 'a long enough one' },
  'PUT /gsql/v1/users': { username: 'ann', password: 'a long enough one' },
  'POST /gsql/v1/roles': { roles: ['r'], users: ['ann'] },
  'DELETE /gsql/v1/roles': { roles: ['r'] },
  'POST /gsql/v1/privileges': { privileges: ['READ_DATA'], roles: ['r'] },
  'POST /gsql/v1/tokens': { secret: 's', lifetime: '1000', graph: GRAPH, token: 't' },
  'POST /restpp/requesttoken': { secret: 's', lifetime: '1000', graph: GRAPH },
  'DELETE /restpp/requesttoken': { secret: 's', token: 't' },
  'DELETE /restpp/expiredtoken': { user: ['ann'], secret: ['s'] },
  'POST /gsql/v1/secrets': { alias: 'a', secret: 'b' },
  'DELETE /gsql/v1/secrets': { secrets: ['a'] },
  'POST /gsqlserver/gsql/login': { username: 'ann', password: 'x' },
  'POST /gsql/v1/schema/graphs': { VertexTypes: [], EdgeTypes: [], GraphName: 'g' },
  'POST /gsql/v1/schema/change': {
    graph: GRAPH,
    addVertexTypes: [
      {
        Name: 'v',
        PrimaryId: ATTRIBUTE,
        Attributes: [ATTRIBUTE],
        Config: { STATS: 'OUTDEGREE_BY_EDGETYPE' },
      },
    ],
    dropVertexTypes: [],
  },
  'POST /restpp/graph/': {
    vertices: { Person: { p1: { age: { value: 1, op: '+' }, note: { value: 'x' } } } },
    edges: { Person: { p1: { Knows: { Person: { p2: { since: { value: 1 } } } } } } },
  },
  'POST /restpp/builtins': { function: 'stat_vertex_attr', type: 'Person', from_type: 'Person' },
  'POST /restpp/shortestpath': {
    source: VERTEX,
    target: VERTEX,
    maxLength: 3,
    vertexFilters: [],
    edgeFilters: [],
  },
  'POST /restpp/allpaths': { source: VERTEX, target: VERTEX, maxLength: 3, direction: 'any', limit: 5 },
  'POST /restpp/expand': {
    ...{ vertices: [VERTEX], edgeTypes: ['Knows'], vertexTypes: ['Person'], direction: 'out' },
    ...{ vertexFilters: [{ type: 'Person', condition: 'age > 1' }], edgeFilters: [], limit: 5 },
    then: [{ edgeTypes: ['Knows'], edgeFilters: [{ type: '*', condition: 'since > 1' }] }],
  },
  'POST /restpp/subgraph': { vertices: [VERTEX], edgeTypes: ['Knows'] },
  'POST /restpp/connections': { vertices: [VERTEX, VERTEX], vertexTypes: ['Person'], maxLength: 2 },
  'POST /restpp/search': { text: 'p1', types: [{ type: 'Person', attributes: ['note'] }], match: 'equals' },
  'POST /restpp/query': { p: 'p1', word: 'x', k: 3 },
  'POST /gsql/v1/queries/signature': { queryName: 'neighbours', graph: GRAPH },
  'PUT /gsql/v1/description': {
    queries: [
      { queryName: 'neighbours', description: 'd', parameters: [{ paramName: 'p', description: 'd' }] },
    ],
  },
  'POST /copilot': { queries: ['neighbours'], query_info: {} },
  'POST /gsql/v1/internal/check/query': { code: 'CREATE QUERY q() { PRINT 1; }', graph: GRAPH },
  'POST /gsql/v1/loading-jobs/run': [
    { name: 'load_people', dataSources: [{ filename: 'f', name: 'file', path: 'x.csv', config: '{}' }] },
  ],
  'POST /gsql/v1/data-sources': { name: 's1', config: { type: 's3', 'access.key': 'k', 'secret.key': 's' } },
  'PUT /gsql/v1/data-sources': { name: 's1', config: { type: 's3', 'access.key': 'k', 'secret.key': 's' } },
  'PUT /api/graph-styles': { vertexStyles: { Person: { fillColor: '#fff' } } },
  'PATCH /api/graph-styles': { vertexStyles: { Person: { fillColor: '#fff', icon: null } } },
};

/** Calls whose body is text. */
const TEXTS: Readonly<Record<string, string>> = {
  'POST /gsql/v1/statements': 'LS',
  'POST /api/gsql-command': '{"command":"LS"}',
  'POST /gsqlserver/gsql/file': 'LS',
  'POST /gsqlserver/gsql/command': 'LS',
  'POST /gsql/v1/queries/interpret': `INTERPRET QUERY () FOR GRAPH ${GRAPH} { PRINT 1; }`,
  'POST /gsql/v1/queries': `CREATE QUERY other() FOR GRAPH ${GRAPH} { PRINT 1; }`,
  'POST /gsql/v1/loading-jobs': `CREATE LOADING JOB j FOR GRAPH ${GRAPH} { DEFINE FILENAME f; }`,
  'PUT /gsql/v1/loading-jobs': `CREATE LOADING JOB j FOR GRAPH ${GRAPH} { DEFINE FILENAME f; }`,
  'POST /restpp/ddl': 'p1,1,x\n',
  'PUT /api/data-files': 'p1,1,x\n',
};

/** Calls that stop or empty the workspace when the caller may: not as an attack. */
const LEFT_OUT: ReadonlySet<CallName> = new Set([
  'POST /api/service/restart',
  'POST /api/auth/logout',
  'GET /gsql/v1/clear-store',
  'GET /gsql/v1/drop-all',
  'POST /gsql/v1/db-import',
  'POST /internal/copy',
  'DELETE /restpp/graph/:graph/delete_by_type/vertices/:type',
  'DELETE /restpp/graph/:graph/vertices/:type',
]);

/** Calls with which an admin may end what others run: as an attack they are for everybody else. */
const ENDS_QUERIES: ReadonlySet<CallName> = new Set([
  'GET /restpp/abortquery',
  'GET /restpp/abortquery/:graph',
]);

function longestPrefix<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  const [found] = Object.keys(table)
    .filter((prefix) => name.startsWith(prefix))
    .sort((a, b) => b.length - a.length);
  return found === undefined ? undefined : table[found];
}

/** A body by the call's schema, where none is written above. */
function bodyOf(name: CallName): Json {
  const { body } = callNamed(name);
  const written = longestPrefix(BODIES, name);
  if (written !== undefined || body === undefined || typeof body === 'string') return written ?? {};
  const components: OpenApiPart = {};
  const schema = schemaOf(body, 'input', components) as Schema;
  return sampleOf(schema, (reference) => components[reference.split('/').at(-1) ?? ''] ?? {});
}

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());

interface Request {
  readonly path: string;
  readonly json?: Json;
  readonly text?: string;
}

function* requestsWith(name: CallName, hostile: string, parameter: string): Generator<Request> {
  const [method = '', pattern = ''] = name.split(' ');
  const whole = pattern.replace(/:\w+|\*/g, (part) => PATH[part] ?? 'x');
  const sent: Omit<Request, 'path'> =
    method === 'GET' ? {} : { text: longestPrefix(TEXTS, name) ?? JSON.stringify(bodyOf(name)) };
  // Without a graph most calls end early.
  const query = `graph=${GRAPH}`;
  // A DELETE without a filter deletes everything, and an admin may do it.
  const parts = method === 'DELETE' && hostile === '' ? [] : (pattern.match(/:\w+|\*/g) ?? []);
  for (const part of parts) {
    const path = pattern.replace(/:\w+|\*/g, (each) =>
      each === part ? encoded(hostile) : (PATH[each] ?? 'x'),
    );
    yield { path: `${path}?${query}`, ...sent };
  }
  // A DELETE of existing data, with a parameter that it ignores, would empty the graph.
  if (method !== 'DELETE') yield { path: `${whole}?${query}&${parameter}=${encoded(hostile)}`, ...sent };
  if (method === 'GET') return;
  const text = longestPrefix(TEXTS, name);
  if (text !== undefined) {
    const cut = Math.floor(text.length / 2);
    for (const body of [hostile, text.slice(0, cut) + hostile + text.slice(cut)])
      yield { path: `${whole}?${query}`, text: body };
  } else if (method !== 'DELETE') {
    for (const json of withText(bodyOf(name), hostile)) yield { path: `${whole}?${query}`, json };
  }
}

const PEOPLE: readonly Person[] = ['reader', 'member', 'nobody'];
const CALLERS: readonly Person[] = ['admin', ...PEOPLE];

/** Asks in random order until the time is over. */
export async function workspaceFields(stage: Stage, random: Random, until: number): Promise<void> {
  const names = (Object.keys(workspaceApi) as CallName[]).filter((name) => !LEFT_OUT.has(name));
  while (Date.now() < until) {
    for (const name of random.shuffled(names)) {
      const hostile = random.pick(HOSTILE_TEXTS);
      const as = random.pick(ENDS_QUERIES.has(name) ? PEOPLE : CALLERS);
      const [method = ''] = name.split(' ');
      for (const { path, ...sent } of requestsWith(name, hostile.text, random.pick(PARAMETERS))) {
        if (Date.now() >= until) return;
        await stage.attack(
          `${name} with ${hostile.name} at ${path.slice(0, 160)}`,
          `${stage.workspace}${path}`,
          {
            as,
            method,
            ...sent,
          },
        );
      }
    }
  }
}
