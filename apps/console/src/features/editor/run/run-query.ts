/** Run, Save and Install for a query's text in the editor. */
import { t } from '@acacia/texts';
import type { WorkspaceClient } from '@acacia/api-client';
import { parseJson, stringifyJson } from '@acacia/base';
import {
  canPlan,
  canProfile,
  type RunFileFormat,
  type RunHistoryEntry,
  type RunLimits,
  type RunOrigin,
  type StartRunInput,
  type WireQueryInfo,
} from '@acacia/contract';
import { toast } from '@acacia/ui';
import type { RunDialogProps } from '../parameters/RunDialog.tsx';
import type { RunRequest } from '../parameters/run-form.ts';
import { interpreted, queryIn, replacing, sameQuery, withoutReplace, type QueryText } from './query-text.ts';
import { titleOf, type RunStore } from './run-store.ts';
import type { SeenQueries } from './seen-queries.ts';

/** A query that waits for its parameters. */
export type Asking = Pick<RunDialogProps, 'name' | 'parameters' | 'endpoint' | 'profiled'> & {
  /** The graph that it runs in. */
  readonly graph: string;
  /** Its text. */
  readonly text: string;
  /** Values to begin with. */
  readonly values?: Readonly<Record<string, unknown>>;
  /** Whether results are written into files. */
  readonly toFile: boolean;
  /** Whether a plan is shown for it. */
  readonly planned: boolean;
  /** Resolves when the run has ended, however it ended. */
  readonly run: (request: RunRequest) => Promise<void>;
};

/** Values that were entered for these parameters. */
export interface GivenValues {
  readonly parameters: QueryText['parameters'];
  readonly request: RunRequest;
}

/** A query whose text in the graph is another than the one that the file was made from. */
export interface QueryConflict {
  readonly name: string;
  readonly graph: string;
  readonly mine: string;
  readonly theirs: string;
}

export interface QueryPlace {
  readonly client: WorkspaceClient;
  /** The workspace's version. */
  readonly version: string;
  readonly seen: SeenQueries;
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
  /** Lets the person make one text of both, which then stands in the file; null: not now. */
  readonly merge: (conflict: QueryConflict) => Promise<string | null>;
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

type ApiInput = Extract<StartRunInput, { type: 'API' }>;

/** The run that an entry of the history tells of, whole. */
export function requestOfEntry(entry: RunHistoryEntry, limits: RunLimits): StartRunInput {
  const { type, graph, query, text, parameters } = entry;
  if (type === 'API') {
    const [method, path] = (text ?? '').split(' ', 2);
    const { params, payload } = parseJson(parameters ?? '{}') as Pick<ApiInput, 'params' | 'payload'>;
    return {
      ...{ type, graph, limits, params, payload },
      method: method as ApiInput['method'],
      path: path ?? '',
    };
  }
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
    toast.error(t`Choose a graph first: a query belongs to one.`);
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

/**
 * The query to save: the person's text, or the one that they made of it and of a colleague's that they had not seen.
 * @returns null when they decide later
 */
async function agreed(
  place: QueryPlace,
  query: QueryText,
  { graph, kept }: Known,
): Promise<QueryText | null> {
  const at = { file: place.origin.file, graph, name: query.name };
  if (kept === undefined || sameQuery(kept.code, query.text) || place.seen.has(at, kept.code)) return query;
  const conflict = { name: query.name, graph, mine: query.text, theirs: withoutReplace(kept.code) };
  const text = await place.merge(conflict);
  if (text === null) return null;
  place.seen.saw(at, kept.code);
  const merged = queryIn(text);
  if (merged?.kind === 'create' && !merged.broken && merged.name === query.name) return merged;
  toast.error(t`The text that stands in the file now is not the query ${query.name} without errors.`);
  return null;
}

/**
 * Saves the query over the one that was looked at. One that a colleague saved within that moment is looked at first.
 * @returns the saved query; null when that failed, in which case its run shows why, or when the person decides later
 */
async function save(place: QueryPlace, wanted: QueryText, found: Known): Promise<QueryText | null> {
  const query = await agreed(place, wanted, found);
  if (query === null) return null;
  const { graph, kept } = found;
  const text = kept === undefined ? query.text : replacing(query.text);
  const moved = text.length - query.text.length;
  const origin = { ...place.origin, moved };
  const over = { query: query.name, version: kept?.version ?? null };
  const request = { type: 'GSQL', graph, text, over, limits: place.limits } as const;
  const end = await place.store.start(place.client, request, titleOf(text), { origin, passing: true });
  place.onChanged();
  if (!end.done) {
    const now = await known(place, query);
    if (now?.kept === undefined || now.kept.version === over.version) return null;
    // A text with errors is stored as a draft, and its run says where they are.
    if (sameQuery(now.kept.code, query.text)) {
      place.seen.saw({ file: place.origin.file, graph, name: query.name }, query.text);
      return null;
    }
    place.store.remove(end.id);
    return save(place, query, now);
  }
  place.seen.saw({ file: place.origin.file, graph, name: query.name }, query.text);
  place.store.remove(end.id);
  toast.success(
    kept?.installed === true
      ? t`Saved ${query.name}. Install it again for programs that call it.`
      : t`Saved ${query.name}.`,
  );
  return query;
}

/** Saves the text in the graph, unless it is there already. @returns whether it is there now */
export async function saveQuery(place: QueryPlace, query: QueryText): Promise<boolean> {
  const found = await known(place, query);
  if (found === null) return false;
  if (found.kept?.code.trim() === query.text.trim()) {
    toast.success(t`${query.name} is saved already.`);
    return true;
  }
  return (await save(place, query, found)) !== null;
}

/** Saves the text where it is another than the graph's, then installs it. */
export async function installQuery(place: QueryPlace, query: QueryText): Promise<void> {
  const found = await known(place, query);
  if (found === null) return;
  const { graph, kept } = found;
  const same = kept !== undefined && sameQuery(kept.code, query.text);
  if (same && kept.installed) {
    toast.success(t`${query.name} is installed already.`);
    return;
  }
  if (!same && (await save(place, query, found)) === null) return;
  const text = `INSTALL QUERY ${query.name}`;
  const request = { type: 'GSQL', graph, text, limits: place.limits } as const;
  const origin = { ...place.origin, firstLine: null };
  const end = await place.store.start(place.client, request, text, { origin });
  place.onChanged();
  if (end.done) toast.success(t`Installed ${query.name}.`);
}

/**
 * Runs the query: the installed or saved one where the text is the same, else the text, which is saved first. Asks for
 * parameters where it has any.
 * @param values for the parameters that the person was asked for; they are asked again where the query has others
 */
export async function runQuery(place: QueryPlace, given: QueryText, values?: GivenValues): Promise<void> {
  let query = given;
  const found = await known(place, query);
  if (found === null) return;
  const { graph, kept } = found;
  const same = query.kind === 'create' && kept !== undefined && sameQuery(kept.code, query.text);
  if (query.kind === 'create' && !same && !place.readOnly) {
    const saved = await save(place, query, found);
    if (saved === null) return;
    query = saved;
  }
  const installed = same && kept.installed;
  const profiled = same && canProfile(kept, place.version);
  const toRun = { name: query.name, graph, text: installed ? null : query.text };
  const run = async (request: RunRequest): Promise<void> => {
    const origin = { file: place.origin.file, firstLine: null };
    await place.store.start(place.client, queryRun(toRun, request, place.toFile), query.name, { origin });
  };
  const { parameters } = query;
  if (values !== undefined && stringifyJson(values.parameters) === stringifyJson(parameters)) {
    await run({ ...values.request, profile: profiled && values.request.profile });
    return;
  }
  if (parameters.length === 0) {
    const { timeMs, memoryMb } = place.limits;
    await run({ parameters: {}, timeoutMs: timeMs, memoryLimitMb: memoryMb, profile: profiled });
    return;
  }
  const endpoint = installed ? ({ origin: place.client.origin, graph, method: 'POST' } as const) : null;
  const toFile = place.toFile !== null;
  const planned = canPlan(same ? kept : null, place.version);
  place.ask({
    name: query.name,
    graph,
    text: query.text,
    parameters,
    endpoint,
    profiled,
    planned,
    toFile,
    run,
  });
}
