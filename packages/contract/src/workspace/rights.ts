/**
 * A person's rights in a workspace, from the workspace's answer about them (`simpleAuth`), for all tools (specification
 * part 4, section 6). The workspace decides by the same privileges; pages show beforehand what it would refuse.
 */
import { GLOBAL_SCOPE, type Privilege, type SimpleAuth } from './auth.ts';

/** Privileges with which a graph is seen, by version: the first row whose version the workspace is above. */
export const GRAPH_VISIBILITY: readonly {
  /** `4.0` stands for 4.0.x; null: any version. */
  readonly above: string | null;
  readonly privileges: readonly string[];
}[] = [
  { above: '4.0', privileges: ['READ_SCHEMA', 'READ_DATA'] },
  { above: null, privileges: ['READ_SCHEMA', 'READ_DATA', 'WRITE_QUERY', 'READ_QUERY'] },
];

/** Versions above which something can be done (specification part 4, sections 6 and 9). */
export const ABOVE_VERSION = {
  profile: '4.1',
  vectors: '4.1',
  functionFiles: '4.1.1',
  snowflake: '4.1',
} as const;

/** Whether a run of a stored query can be profiled (specification part 4, section 9). */
export const canProfile = (
  { installed, installMode, syntax }: { installed: boolean; installMode: string; syntax: string },
  version: string,
): boolean =>
  installed &&
  installMode === 'GPR' &&
  /^GSQL\b/i.test(syntax) &&
  versionAbove(version, ABOVE_VERSION.profile);

/**
 * Whether the plan of a query is shown before it runs: where a run of it could be profiled once it is installed.
 * @param stored the query as the workspace has it; null: a text that is not stored
 */
export const canPlan = (stored: { installMode: string; syntax: string } | null, version: string): boolean =>
  (stored === null || (stored.installMode !== 'UDF' && /^GSQL\b/i.test(stored.syntax))) &&
  versionAbove(version, ABOVE_VERSION.profile);

/** The actions of the tools, each with the privilege that it needs, and whether a read-only workspace refuses it. */
export const TOOL_ACTIONS = {
  'query.create': { does: 'Saving queries', privilege: 'CREATE_QUERY', writes: true },
  'query.update': { does: 'Changing this query', privilege: 'UPDATE_QUERY', writes: true },
  'query.install': { does: 'Installing this query', privilege: 'INSTALL_QUERY', writes: true },
  'query.drop': { does: 'Deleting this query', privilege: 'DROP_QUERY', writes: true },
  'query.run': { does: 'Running this query', privilege: 'EXECUTE_QUERY', writes: false },
  'schema.write': { does: 'Changing the schema', privilege: 'WRITE_SCHEMA', writes: true },
  'style.write': { does: 'Changing the styles of everybody', privilege: 'WRITE_SCHEMA', writes: true },
  'graph.create': { does: 'Creating graphs', privilege: 'WRITE_SCHEMA', writes: true },
  'graph.drop': { does: 'Dropping the graph', privilege: 'DROP_GRAPH', writes: true },
  'data.edit': { does: 'Editing data', privilege: 'UPDATE_DATA', writes: true },
  'data.create': { does: 'Adding data', privilege: 'CREATE_DATA', writes: true },
  'data.delete': { does: 'Deleting data', privilege: 'DELETE_DATA', writes: true },
  'data.load': { does: 'Loading data', privilege: 'WRITE_LOADINGJOB', writes: true },
  'data.upload': { does: 'Uploading files', privilege: 'WRITE_FILE', writes: true },
} as const satisfies Record<
  string,
  { readonly does: string; readonly privilege: Privilege; readonly writes: boolean }
>;
export type ToolAction = keyof typeof TOOL_ACTIONS;

/** Of a workspace, what rights depend on. */
interface Ruled {
  readonly tg_version: string;
  readonly is_rw: boolean;
}

export interface ToolRights {
  readonly sees: (graph: string) => boolean;
  /**
   * Why an action cannot be done, as a sentence; undefined when it can.
   * @param graph null: the global scope
   */
  readonly refusal: (action: ToolAction, graph: string | null, query?: string) => string | undefined;
}

const READ_ONLY = 'The workspace is read-only.';

const ownValue = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;

/** @param auth undefined while it is not known: then only the workspace's own refusals are told beforehand */
export function toolRights(auth: SimpleAuth | undefined, { tg_version, is_rw }: Ruled): ToolRights {
  const at = (scope: string) => (auth === undefined ? undefined : ownValue(auth.privileges, scope));
  const holds = (privilege: string, graph: string | null, query?: string): boolean => {
    const here = graph === null ? undefined : at(graph);
    const onQuery = query === undefined ? undefined : ownValue(here?.queries ?? {}, query);
    return [at(GLOBAL_SCOPE), here, onQuery].some((each) => each?.privileges.includes(privilege) === true);
  };
  const hasRole = (scope: string): boolean =>
    auth !== undefined && (ownValue(auth.roles, scope) ?? []).length > 0;
  const needed =
    GRAPH_VISIBILITY.find(({ above }) => above === null || versionAbove(tg_version, above))?.privileges ?? [];
  return {
    sees: (graph) =>
      auth === undefined ||
      auth.isSuperUser ||
      hasRole(GLOBAL_SCOPE) ||
      hasRole(graph) ||
      needed.every((privilege) => holds(privilege, graph)),
    refusal: (action, graph, query) => {
      const { does, privilege, writes } = TOOL_ACTIONS[action];
      if (writes && !is_rw) return READ_ONLY;
      if (auth === undefined || auth.isSuperUser || holds(privilege, graph, query)) return undefined;
      const place = graph === null ? 'everywhere' : `in the graph ${graph}`;
      return `${does} needs the privilege ${privilege} ${place}. Ask whoever administers the workspace.`;
    },
  };
}

/** Whether a version is above another, of which the parts that it has are compared: 4.1.3 is not above 4.1. */
export function versionAbove(version: string, than: string): boolean {
  const parts = (text: string): number[] => text.split('.').map(Number);
  const left = parts(version);
  for (const [index, right] of parts(than).entries()) {
    const difference = (left[index] ?? 0) - right;
    if (difference !== 0) return difference > 0;
  }
  return false;
}
