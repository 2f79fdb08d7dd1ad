/** Run, Save and Install for a query's text in the editor. */
import type { WorkspaceClient } from '@acacia/api-client';
import type { WireQueryInfo } from '@acacia/contract';
import { toast } from '@acacia/ui';
import type { RunDialogProps } from '../parameters/RunDialog.tsx';
import type { RunRequest } from '../parameters/run-form.ts';
import { interpreted, replacing, sameQuery, type QueryText } from './query-text.ts';
import type { RunOrigin, RunStore } from './run-store.ts';

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
  /** Nothing can be saved there: texts are only run. */
  readonly readOnly: boolean;
  readonly ask: (asking: Asking) => void;
  /** Called when the graph's queries are others than before. */
  readonly onChanged: () => void;
}

/** The dialog's defaults: no limits, with a profile. */
const PLAIN: RunRequest = { parameters: {}, timeoutMs: 0, memoryLimitMb: 0, profile: true };

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
    const refuse = (): never => {
      throw error;
    };
    await place.store.query(query.name, graph, place.origin.file, refuse, false);
    return null;
  }
}

/** Saves the query; false when that failed, in which case its run shows why. */
async function save(place: QueryPlace, query: QueryText, { graph, kept }: Known): Promise<boolean> {
  const text = kept === undefined ? query.text : replacing(query.text);
  const moved = text.length - query.text.length;
  const end = await place.store.gsql(place.client, text, graph, { ...place.origin, moved });
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
  const end = await place.store.gsql(place.client, `INSTALL QUERY ${query.name}`, graph, {
    ...place.origin,
    firstLine: null,
  });
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
  const run = ({ parameters, ...limits }: RunRequest): void => {
    void place.store.query(
      query.name,
      graph,
      place.origin.file,
      (signal) =>
        installed
          ? place.client.runQuery(graph, query.name, parameters, { ...limits, signal })
          : place.client.interpretQuery(graph, interpreted(query.text), parameters, { ...limits, signal }),
      !installed,
    );
  };
  if (query.parameters.length === 0) {
    run(PLAIN);
    return;
  }
  const endpoint = installed ? { origin: place.client.origin, graph } : null;
  place.ask({ name: query.name, parameters: query.parameters, endpoint, run });
}
