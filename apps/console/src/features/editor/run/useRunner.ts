/** Runs, saves and installs the texts of the open file, and runs saved queries. */
import { t } from '@acacia/texts';
import type { WorkspaceClient } from '@acacia/api-client';
import { asError } from '@acacia/base';
import {
  canPlan,
  canProfile,
  type RunFileFormat,
  type RunHistoryEntry,
  type RunLimits,
  type WireQueryInfo,
} from '@acacia/contract';
import type { GsqlEditorHandle } from '@acacia/editor';
import { toast } from '@acacia/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, type Dispatch, type RefObject } from 'react';
import type { ShownPlan, WorkbenchAction } from '../workbench-state.ts';
import type { RunRequest } from '../parameters/run-form.ts';
import { queryIn, queryNamed, type QueryText } from './query-text.ts';
import {
  installQuery,
  queryRun,
  requestOfEntry,
  runQuery,
  saveQuery,
  type Asking,
  type QueryConflict,
  type QueryPlace,
} from './run-query.ts';
import { titleOf, type RunStore } from './run-store.ts';
import { seenQueries } from './seen-queries.ts';
import { rangeToRun } from './statement-at.ts';

/** Statements that change the catalog: its lists are refetched after them. */
const CHANGES_CATALOG = /\b(CREATE|DROP|INSTALL|TYPEDEF|LOADING|BEGIN|ALTER)\b/i;

export interface RunnerPlace {
  readonly client: WorkspaceClient;
  readonly workspaceId: string;
  readonly store: RunStore;
  /** The graph in use; null: the global scope. */
  readonly graph: string | null;
  readonly onGraph: (graph: string | null) => void;
  readonly readOnly: boolean;
  readonly version: string;
  /** Asks the person for one text of both; null: not now. */
  readonly merge: (conflict: QueryConflict) => Promise<string | null>;
  /** Limits of runs that no dialog asks for; 0: none of their own. */
  readonly limits: RunLimits;
  /** Id of the open file; undefined: none is open, and nothing is run. */
  readonly file: string | undefined;
  readonly editor: RefObject<GsqlEditorHandle | null>;
  /** The text of a file, as typed. */
  readonly textOf: (file: string) => string;
  /** Saves the typed text at once. */
  readonly flush: () => void;
  readonly dispatch: Dispatch<WorkbenchAction>;
}

export interface Runner {
  /** The selection, or the statement at the cursor. */
  readonly run: () => void;
  readonly runAll: () => void;
  /** Runs the selection, or the statement at the cursor, and writes what it prints into files. */
  readonly runToFile: (format: RunFileFormat) => void;
  readonly save: () => void;
  readonly install: () => void;
  /** Asks for the parameters of a query. @param values to begin with */
  readonly runKept: (query: WireQueryInfo, values?: Readonly<Record<string, unknown>>) => void;
  /** Shows the plan of the query at the cursor. */
  readonly plan: () => void;
  /** Shows the plan of a query whose parameters are asked for. */
  readonly planAsked: (asking: Asking) => void;
  /** Runs again what the history has. */
  readonly runAgain: (entry: RunHistoryEntry) => void;
}

/** A statement of the open file. */
interface Statement {
  readonly text: string;
  /** Lines of the file before it. */
  readonly firstLine: number;
}

export function useRunner(place: RunnerPlace): Runner {
  const { client, workspaceId, store, graph, file, editor, dispatch } = place;
  const cache = useQueryClient();
  const refetch = () => void cache.invalidateQueries({ queryKey: ['workspace', workspaceId] });
  /** A run goes on when the person leaves the page, whose address is then another page's. */
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);

  /** The selection, or the statement at the cursor; null for none: empty text is ignored (specification part 4, section 5). */
  const chosen = (): Statement | null => {
    if (editor.current === null) return null;
    const text = editor.current.getText();
    const selection = editor.current.getSelection();
    const range = rangeToRun(text, { start: selection.from, end: selection.to }, selection.from);
    if (range === null) return null;
    const firstLine = text.slice(0, range.start).split('\n').length - 1;
    return { text: text.slice(range.start, range.end), firstLine };
  };
  /** @param changes whether the graphs, types and queries may be others afterwards */
  const gsql = (
    id: string,
    { text, firstLine }: Statement,
    toFile: RunFileFormat | null,
    changes: boolean,
  ) => {
    place.flush();
    dispatch({ kind: 'begin', file: id });
    const request = { type: 'GSQL', graph, text, limits: place.limits, toFile } as const;
    const origin = { file: id, firstLine };
    void store.start(client, request, titleOf(text), { origin }).then((end) => {
      if (changes) refetch();
      if (here.current && /\bUSE\s+(GRAPH|GLOBAL)\b/i.test(text) && end.graph !== graph) {
        place.onGraph(end.graph);
      }
    });
  };
  const withQuery = (
    act: (place: QueryPlace, query: QueryText) => Promise<unknown>,
    id: string,
    query: QueryText,
    firstLine: number,
    toFile: RunFileFormat | null = null,
  ) => {
    place.flush();
    dispatch({ kind: 'begin', file: id });
    const { readOnly, limits, version } = place;
    const merge: QueryPlace['merge'] = async (conflict) => {
      const merged = await place.merge(conflict);
      const handle = editor.current;
      const text = handle?.getText() ?? '';
      // It may stand elsewhere by now; a text that is gone is not put back.
      const at = text.indexOf(conflict.mine);
      if (merged === null || handle === null || at < 0) return null;
      handle.patchText(text.slice(0, at) + merged + text.slice(at + conflict.mine.length));
      place.flush();
      return merged;
    };
    const origin = { file: id, firstLine };
    const ask: QueryPlace['ask'] = (asking) =>
      dispatch({
        kind: 'ask',
        file: id,
        asking: { ...asking, run: (request) => runAsked(id, query, request, toFile) },
      });
    const at = {
      client,
      version,
      store,
      graph,
      origin,
      readOnly,
      limits,
      toFile,
      ask,
      merge,
      seen: seenQueries,
      onChanged: refetch,
    };
    return act(at, query).then(() => undefined, toast.error);
  };
  /** Runs the query as it stands in the file by now: it may have been edited since its parameters were asked for. */
  const runAsked = async (
    id: string,
    asked: QueryText,
    request: RunRequest,
    toFile: RunFileFormat | null,
  ): Promise<void> => {
    const found = queryNamed(place.textOf(id), asked);
    if (found === null) {
      toast.error(t`The file no longer holds one ${asked.name} without errors: run it anew.`);
      return;
    }
    const { query, firstLine } = found;
    const values = { parameters: asked.parameters, request };
    await withQuery((at, now) => runQuery(at, now, values), id, query, firstLine, toFile);
  };
  /** Shell text, but for a query alone: that is run as the query that it is. */
  const runStatement = (statement: Statement, toFile: RunFileFormat | null = null) => {
    if (file === undefined) return;
    const query = queryIn(statement.text);
    if (query === null || (query.kind === 'interpret' && query.parameters.length === 0))
      gsql(file, statement, toFile, query === null && CHANGES_CATALOG.test(statement.text));
    else void withQuery(runQuery, file, query, statement.firstLine, toFile);
  };
  const keep = (act: typeof saveQuery | typeof installQuery) => {
    const statement = chosen();
    const query = statement === null ? null : queryIn(statement.text);
    if (file !== undefined && statement !== null && query?.kind === 'create') {
      void withQuery(act, file, query, statement.firstLine);
    } else toast.error(t`Put the cursor into a CREATE QUERY first.`);
  };

  const plans = useRef(new Map<string, AbortController>());
  const showPlan = (id: string, name: string, within: string, text: string) => {
    plans.current.get(id)?.abort();
    const controller = new AbortController();
    plans.current.set(id, controller);
    const { signal } = controller;
    const shown = (answer: ShownPlan['answer']) => {
      if (!signal.aborted) dispatch({ kind: 'plan', file: id, plan: { name, answer } });
    };
    shown(null);
    client
      .planQuery(within, text, { signal })
      .then((steps) => shown({ steps }))
      .catch((error: unknown) => shown({ error: asError(error) }));
  };

  return {
    planAsked: ({ name, graph: within, text }) => {
      if (file !== undefined) showPlan(file, name, within, text);
    },
    plan: () => {
      const statement = chosen();
      if (file === undefined || statement === null) return;
      const query = queryIn(statement.text);
      const within = query?.graph ?? graph;
      if (query === null || query.broken) toast.error(t`Put the cursor into a query without errors first.`);
      else if (within === null) toast.error(t`Choose a graph first: a query belongs to one.`);
      else showPlan(file, query.name, within, query.text);
    },
    run: () => {
      const statement = chosen();
      if (statement !== null) runStatement(statement);
    },
    runToFile: (format) => {
      const statement = chosen();
      if (statement !== null) runStatement(statement, format);
    },
    runAll: () => {
      const text = editor.current?.getText() ?? '';
      if (text.trim() !== '') runStatement({ text, firstLine: 0 });
    },
    save: () => keep(saveQuery),
    install: () => keep(installQuery),
    runAgain: (entry) => {
      if (file === undefined) return;
      dispatch({ kind: 'begin', file });
      const origin = { file, firstLine: null };
      const request = requestOfEntry(entry, place.limits);
      void store.start(client, request, entry.title, { origin }).then(() => {
        if (CHANGES_CATALOG.test(entry.text ?? '')) refetch();
      });
    },
    runKept: (query, values) => {
      if (file === undefined) return;
      dispatch({
        kind: 'ask',
        file,
        asking: {
          name: query.name,
          planned: canPlan(query, place.version),
          graph: query.graph,
          text: query.code,
          toFile: false,
          parameters: query.parameters,
          ...(values === undefined ? {} : { values }),
          profiled: canProfile(query, place.version),
          endpoint: query.installed ? { origin: client.origin, graph: query.graph, method: 'POST' } : null,
          run: async (request) => {
            dispatch({ kind: 'begin', file });
            const toRun = {
              name: query.name,
              graph: query.graph,
              text: query.installed ? null : query.code,
            };
            const origin = { file, firstLine: null };
            await store.start(client, queryRun(toRun, request), query.name, { origin });
          },
        },
      });
    },
  };
}
