/** Programs that connect to a workspace, and that run an installed query (specification part 4, section 2). */
import { addressOf, endpointCall } from '@acacia/api-client';
import { stringifyJson } from '@acacia/base';

export const SNIPPET_LANGUAGES = ['cURL', 'JavaScript', 'Python', 'pyTigerGraph'] as const;
export type SnippetLanguage = (typeof SNIPPET_LANGUAGES)[number];

/** The endpoint of an installed query. */
export interface QueryEndpoint {
  /** e.g. `http://localhost:14240` */
  readonly origin: string;
  readonly graph: string;
  readonly method: 'GET' | 'POST';
}

export interface SnippetCall extends QueryEndpoint {
  readonly query: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Limits in milliseconds and megabytes; 0: none. */
  readonly timeoutMs: number;
  readonly memoryMb: number;
}

/** The request that every program makes. */
interface Request {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** Besides the authorisation. */
  readonly headers: readonly (readonly [string, string])[];
  /** JSON text: numbers beyond 2^53 would be rounded in an object of JavaScript. */
  readonly body: string | undefined;
}

function requestOf({ origin, method, graph, query, payload, timeoutMs, memoryMb }: SnippetCall): Request {
  const call = endpointCall({ kind: 'query', method, query }, graph, payload);
  const body = call.body === undefined ? undefined : stringifyJson(call.body.json);
  return {
    method,
    url: origin + addressOf(call),
    headers: [
      ...(body === undefined ? [] : [['Content-Type', 'application/json'] as const]),
      ...(timeoutMs > 0 ? [['GSQL-TIMEOUT', String(timeoutMs)] as const] : []),
      ...(memoryMb > 0 ? [['GSQL-QueryLocalMemLimitMB', String(memoryMb)] as const] : []),
    ],
    body,
  };
}

const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

function curl({ method, url, headers, body }: Request): string {
  return [
    `curl -X ${method} ${shellQuoted(url)}`,
    `-H "Authorization: Bearer $TOKEN"`,
    ...headers.map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`),
    // A value that begins with @ would be read from a file.
    ...(body === undefined ? [] : [`--data-raw ${shellQuoted(body)}`]),
  ].join(' \\\n  ');
}

const javaScript = ({ method, url, headers, body }: Request): string =>
  [
    `const response = await fetch(${JSON.stringify(url)}, {`,
    `  method: '${method}',`,
    `  headers: {`,
    '    Authorization: `Bearer ${token}`,',
    ...headers.map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`),
    `  },`,
    ...(body === undefined ? [] : [`  body: ${JSON.stringify(body)},`]),
    `});`,
    `const { error, message, results } = await response.json();`,
    `if (error) throw new Error(message);`,
  ].join('\n');

const python = ({ method, url, headers, body }: Request): string =>
  [
    `import requests`,
    ``,
    `response = requests.${method.toLowerCase()}(`,
    `    ${JSON.stringify(url)},`,
    `    headers={`,
    `        "Authorization": f"Bearer {token}",`,
    ...headers.map(([name, value]) => `        ${JSON.stringify(name)}: ${JSON.stringify(value)},`),
    `    },`,
    // Bytes: text beyond Latin-1 is refused by the library.
    ...(body === undefined ? [] : [`    data=${JSON.stringify(body)}.encode(),`]),
    `)`,
    `answer = response.json()`,
    `if answer["error"]:`,
    `    raise RuntimeError(answer["message"])`,
    `results = answer["results"]`,
  ].join('\n');

const isVertex = (value: object): value is { readonly id: unknown; readonly type: unknown } =>
  'id' in value && 'type' in value && Object.keys(value).length === 2;

/** A value as a literal of Python; a vertex is a pair of its id and type, as pyTigerGraph takes it. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object') return stringifyJson(value);
  if (isVertex(value)) return `(${literal(value.id)}, ${literal(value.type)})`;
  const entries = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${literal(item)}`);
  return `{${entries.join(', ')}}`;
}

/** Host and ports stand apart there; the same port twice says that RESTPP is below `/restpp`. */
function connection(origin: string, graph: string): readonly string[] {
  const { protocol, hostname, port } = new URL(origin);
  const written = JSON.stringify(port === '' ? (protocol === 'https:' ? '443' : '80') : port);
  return [
    `from pyTigerGraph import TigerGraphConnection`,
    ``,
    `conn = TigerGraphConnection(`,
    `    host=${JSON.stringify(`${protocol}//${hostname}`)},`,
    `    restppPort=${written},`,
    `    gsPort=${written},`,
    `    graphname=${JSON.stringify(graph)},`,
    `    apiToken=token,`,
    `)`,
  ];
}

function pyTigerGraph({ origin, graph, query, method, payload, timeoutMs, memoryMb }: SnippetCall): string {
  return [
    ...connection(origin, graph),
    `results = conn.runInstalledQuery(`,
    `    ${JSON.stringify(query)},`,
    `    params=${literal(payload)},`,
    ...(timeoutMs > 0 ? [`    timeout=${timeoutMs},`] : []),
    ...(memoryMb > 0 ? [`    memoryLimit=${memoryMb},`] : []),
    `    usePost=${method === 'POST' ? 'True' : 'False'},`,
    `)`,
  ].join('\n');
}

/** The request of pyTigerGraph's `getVertexCount`. */
const counting = (origin: string, graph: string): Request => ({
  method: 'POST',
  url: `${origin}/restpp/builtins/${encodeURIComponent(graph)}`,
  headers: [['Content-Type', 'application/json']],
  body: '{"function": "stat_vertex_number", "type": "*"}',
});

/** A first program: it connects and counts the vertices of the graph by type. The token is as in `snippet`. */
export function firstProgram(language: SnippetLanguage, origin: string, graph: string): string {
  switch (language) {
    case 'cURL':
      return curl(counting(origin, graph));
    case 'JavaScript':
      return javaScript(counting(origin, graph));
    case 'Python':
      return python(counting(origin, graph));
    case 'pyTigerGraph':
      return [...connection(origin, graph), `results = conn.getVertexCount("*")`].join('\n');
  }
}

/** The token is `$TOKEN` of the shell's environment in cURL, the variable `token` elsewhere. */
export function snippet(language: SnippetLanguage, call: SnippetCall): string {
  switch (language) {
    case 'cURL':
      return curl(requestOf(call));
    case 'JavaScript':
      return javaScript(requestOf(call));
    case 'Python':
      return python(requestOf(call));
    case 'pyTigerGraph':
      return pyTigerGraph(call);
  }
}
