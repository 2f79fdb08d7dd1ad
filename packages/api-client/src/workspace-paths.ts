/** Paths of a workspace's calls, and the parameters in them. */
import { stringifyJson } from '@acacia/base';

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
