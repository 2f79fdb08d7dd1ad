/** Run, Save and Install for a query's text in the editor. */
import type { WorkspaceClient } from '@acacia/api-client';
import { parseJson } from '@acacia/base';
import type {
  RunFileFormat,
  RunHistoryEntry,
  RunLimits,
  RunOrigin,
  StartRunInput,
  WireQueryInfo,
} from '@acacia/contract';
import { toast } from '@acacia/ui';
import type { RunDialogProps } from '../parameters/RunDialog.tsx';
import type { RunRequest } from '../parameters/run-form.ts';
import { interpreted, replacing, sameQuery, type QueryText } from './query-text.ts';
import { titleOf, type RunStore } from './run-store.ts';

/** A query that waits for its parameters. */
export type Asking = Pick<RunDialogProps, 'name' | 'parameters' | 'endpoint'> & {
  readonly run: (request: RunRequest) => void;
};

export interface QueryPlace {
  readonly client: WorkspaceClient;
  readonly store: RunStore;
  /** The graph in use, for texts that name none. */
  readonly graph: string | null;
  readonly origin: RunOrigin;
  /** Limits of runs that no dialog asks for; 0: none of their own. */
  readonly limits: RunLimits;
  /** The result is written into files; null: it is shown. */
  readonly toFile: RunFileFormat | null;
  /** Nothing can be saved there: texts are only run. */
  readonly readOnly: boolean;
  readonly ask: (asking: Asking) => void;
  /** Called when the graph's queries are others than before. */
  readonly onChanged: () => void;
}

/** A query as it is sent to run. */
interface QueryToRun {
  readonly name: string;
  readonly graph: string;
  /** The text to run in interpreted mode; null: the installed query is run. */
  readonly text: string | null;
}

export const queryRun = (
  { name, graph, text }: QueryToRun,
  { parameters, timeoutMs, memoryLimitMb, profile }: RunRequest,
  toFile: RunFileFormat | null = null,
): StartRunInput => ({
  ...{ type: 'Query', query: name, graph, parameters, profile, toFile },
  limits: { timeMs: timeoutMs, memoryMb: memoryLimitMb },
  ...(text === null ? {} : { text: interpreted(text) }),
});

/** The run that an entry of the history tells of, whole. */
export function requestOfEntry(entry: RunHistoryEntry, limits: RunLimits): StartRunInput {
  const { type, graph, query, text, parameters } = entry;
  if (type === 'GSQL' || query === null) return { type: 'GSQL', graph, text: text ?? '', limits };
  return {
    ...{ type: 'Query', query, graph, limits, profile: true },
    parameters: parseJson(parameters ?? '{}') as Record<string, unknown>,
    ...(text === null ? {} : { text }),
  };
}

interface Known {
  readonly graph: string;
  /** The graph's query of this name; undefined: none. */
  readonly kept: WireQueryInfo | undefined;
}

/** Asks the workspace, because another window may have changed the query. Null when it does not answer. */
async function known(place: QueryPlace, query: QueryText): Promise<Known | null> {
  const graph = query.graph ?? place.graph;
  if (graph === null) {
    toast.error('Choose a graph first: a query belongs to one.');
    return null;
  }
  try {
    const queries = await place.client.queries(graph);
    return { graph, kept: queries.find(({ name }) => name === query.name) };
  } catch (error) {
    place.store.refused(query.name, graph, { file: place.origin.file, firstLine: null }, error);
    return null;
  }
}

/** Saves the query; false when that failed, in which case its run shows why. */
async function save(place: QueryPlace, query: QueryText, { graph, kept }: Known): Promise<boolean> {
  const text = kept === undefined ? query.text : replacing(query.text);
  const moved = text.length - query.text.length;
  const origin = { ...place.origin, moved };
  const request = { type: 'GSQL', graph, text, limits: place.limits } as const;
  const end = await place.store.start(place.client, request, titleOf(text), { origin, passing: true });
  place.onChanged();
  if (!end.done) return false;
  place.store.remove(end.id);
  toast.success(
    kept?.installed === true
      ? `Saved ${query.name}. Install it again for programs that call it.`
      : `Saved ${query.name}.`,
  );
  return true;
}

/** Saves the text in the graph, unless it is there already. @returns whether it is there now */
export async function saveQuery(place: QueryPlace, query: QueryText): Promise<boolean> {
  const found = await known(place, query);
  if (found === null) return false;
  if (found.kept?.code.trim() === query.text.trim()) {
    toast.success(`${query.name} is saved already.`);
    return true;
  }
  return save(place, query, found);
}

/** Saves the text where it is another than the graph's, then installs it. */
export async function installQuery(place: QueryPlace, query: QueryText): Promise<void> {
  const found = await known(place, query);
  if (found === null) return;
  const { graph, kept } = found;
  const same = kept !== undefined && sameQuery(kept.code, query.text);
  if (same && kept.installed) {
    toast.success(`${query.name} is installed already.`);
    return;
  }
  if (!same && !(await save(place, query, found))) return;
  const text = `INSTALL QUERY ${query.name}`;
  const request = { type: 'GSQL', graph, text, limits: place.limits } as const;
  const origin = { ...place.origin, firstLine: null };
  const end = await place.store.start(place.client, request, text, { origin });
  place.onChanged();
  if (end.done) toast.success(`Installed ${query.name}.`);
}

/**
 * Runs the query: the installed or saved one where the text is the same, else the text, which is saved first. Asks for
 * parameters where it has any.
 */
export async function runQuery(place: QueryPlace, query: QueryText): Promise<void> {
  const found = await known(place, query);
  if (found === null) return;
  const { graph, kept } = found;
  const same = query.kind === 'create' && kept !== undefined && sameQuery(kept.code, query.text);
  if (query.kind === 'create' && !same && !place.readOnly && !(await save(place, query, found))) return;
  const installed = same && kept.installed;
  const toRun = { name: query.name, graph, text: installed ? null : query.text };
  const run = (request: RunRequest): void => {
    const origin = { file: place.origin.file, firstLine: null };
    void place.store.start(place.client, queryRun(toRun, request, place.toFile), query.name, { origin });
  };
  if (query.parameters.length === 0) {
    const { timeMs, memoryMb } = place.limits;
    run({ parameters: {}, timeoutMs: timeMs, memoryLimitMb: memoryMb, profile: true });
    return;
  }
  const endpoint = installed ? ({ origin: place.client.origin, graph, method: 'POST' } as const) : null;
  place.ask({ name: query.name, parameters: query.parameters, endpoint, run });
}
