/** Paths of a workspace's calls, and the parameters in them. */
import { stringifyJson } from '@acacia/base';
import { ENCODED_TWICE } from '@acacia/contract';
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
export const stylePath = (graph: string | null): string =>
  `/api/graph-styles/${graph === null ? 'global' : `local/${segment(graph)}`}`;
export const documentPath = (kind: DocumentKind, graph: string): string =>
  kind === 'drafts' ? `/api/queries/${segment(graph)}/drafts` : `/api/${kind}/${segment(graph)}`;

export function edgePath(graph: string, path: EdgePath): string {
  const parts = [path.sourceType, path.sourceId];
  const rest = [path.edgeType, path.targetType, path.targetId];
  const last = rest.findLastIndex((part) => part !== undefined);
  for (const part of rest.slice(0, last + 1)) parts.push(part ?? '_');
  return `/restpp/graph/${segment(graph)}/edges/${parts.map(segment).join('/')}`;
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
