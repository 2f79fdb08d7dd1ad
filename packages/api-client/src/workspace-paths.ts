/** Paths of a workspace's calls, and the parameters in them. */
import { stringifyJson } from '@acacia/base';
import { ENCODED_TWICE, type CallName } from '@acacia/contract';
import { WorkspaceError } from './workspace-error.ts';

/** An edge path; each part needs the one before it. */
export interface EdgePath {
  readonly sourceType: string;
  readonly sourceId: string;
  readonly edgeType?: string;
  readonly targetType?: string;
  readonly targetId?: string;
}

/** Kinds of stored documents; each is stored by graph. */
export type DocumentKind = 'loading-job-info' | 'drafts' | 'exploration-results';

/** Names of the parts in a path: `'id' | 'table'` of `/api/runs/:id/tables/:table`. */
type PartsOf<Path extends string> = Path extends `${string}/:${infer Part}/${infer Rest}`
  ? Part | PartsOf<`/${Rest}`>
  : Path extends `${string}/:${infer Part}`
    ? Part
    : never;
type MethodOf<Name extends CallName> = Name extends `${infer Method} ${string}` ? Method : never;
type Given<Name extends CallName> = [PartsOf<Name>] extends [never]
  ? []
  : [parts: Readonly<Record<PartsOf<Name>, string | number>>];

/** Method and path of a call of the contract's table, its parts encoded. */
export function callTo<Name extends CallName>(
  name: Name,
  ...[parts]: Given<Name>
): { readonly method: MethodOf<Name>; readonly path: string } {
  const [method, path = ''] = name.split(' ') as [MethodOf<Name>, string];
  const values: Readonly<Record<string, string | number>> = parts ?? {};
  return { method, path: path.replace(/:(\w+)/g, (_, part: string) => segment(values[part] ?? '')) };
}

export const segment = encodeURIComponent;

const refused = (part: string, why: string): WorkspaceError =>
  new WorkspaceError(0, '', `"${part}" ${why}, and cannot stand in the address of a call.`);

/**
 * The path as it is sent. Browsers take a part of one or two dots for a step between folders, encoded or not, and would
 * call another endpoint; below a graph it is sent encoded twice, which the workspace undoes.
 * @throws WorkspaceError for an empty part, and for dots where no id of a vertex stands
 */
export function sentPath(path: string): string {
  const parts = path.split('/').slice(1);
  if (parts.includes('')) throw refused('', `is empty: an id or name is missing in ${path}`);
  const dots = parts.find((part) => part === '.' || part === '..');
  if (dots === undefined) return path;
  const below = path.replace(/^\/api(?=\/restpp\/)/, '');
  if (!below.startsWith('/restpp/graph/')) throw refused(dots, 'means a step between folders');
  const twice = below
    .replaceAll('%', '%25')
    .replaceAll(/(?<=\/)\.\.?(?=\/|$)/g, (part) => part.replaceAll('.', '%252e'));
  return ENCODED_TWICE + twice;
}
export const graphOf = (graph: string | null): string | undefined => graph ?? undefined;

const DOCUMENTS = {
  'loading-job-info': '/api/loading-job-info/:graph',
  drafts: '/api/queries/:graph/drafts',
  'exploration-results': '/api/exploration-results/:graph',
} as const satisfies Readonly<Record<DocumentKind, string>>;
type ChangeMethod = 'GET' | 'PUT' | 'DELETE';

/** A call about a document that pages keep with a graph. */
export const documentCall = (method: ChangeMethod, kind: DocumentKind, graph: string) =>
  callTo(`${method} ${DOCUMENTS[kind]}`, { graph });

/** A call about colours and icons. @param graph null: of the global types */
export const styleCall = (method: 'GET' | 'PATCH' | 'DELETE', graph: string | null) =>
  graph === null
    ? callTo(`${method} /api/graph-styles/global`)
    : callTo(`${method} /api/graph-styles/local/:graph`, { graph });

export function edgeCall(method: 'GET' | 'DELETE', graph: string, path: EdgePath) {
  const parts = [path.sourceType, path.sourceId];
  const rest = [path.edgeType, path.targetType, path.targetId];
  const last = rest.findLastIndex((part) => part !== undefined);
  for (const part of rest.slice(0, last + 1)) parts.push(part ?? '_');
  const call = callTo(`${method} /restpp/graph/:graph/edges/*`, { graph });
  return { ...call, path: call.path.replace('*', () => parts.map(segment).join('/')) };
}

/** Query parameters as a query string: a list repeats the key, a vertex adds `name.type`. */
export function parameterString(parameters: Readonly<Record<string, unknown>>): Record<string, string[]> {
  const result = new Map<string, string[]>();
  const text = (value: unknown): string => (typeof value === 'string' ? value : stringifyJson(value));
  const put = (name: string, value: unknown, index: number | null): void => {
    const key = index === null ? name : `${name}[${index}]`;
    if (typeof value === 'object' && value !== null && 'id' in value && 'type' in value) {
      result.set(key, [text(value.id)]).set(`${key}.type`, [text(value.type)]);
    } else {
      result.set(name, [...(result.get(name) ?? []), text(value)]);
    }
  };
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined || value === null) continue;
    if (Array.isArray(value)) value.forEach((item, index) => put(name, item, index));
    else put(name, value, null);
  }
  return Object.fromEntries(result);
}
