/** The editor of one workspace: files, text, runs and their results. */
import { t } from '@acacia/texts';
import { canPlan, type RunLimits, type WireGraph, type WireQueryInfo } from '@acacia/contract';
import type { GsqlEditorHandle } from '@acacia/editor';
import { ResizablePanels, toast } from '@acacia/ui';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useReducer, useRef, useState, useSyncExternalStore } from 'react';
import { GraphPicker } from '../../shell/GraphPicker.tsx';
import type { ReadyWorkspace } from '../workspace-tool/ToolGate.tsx';
import { ToolLayout } from '../workspace-tool/ToolLayout.tsx';
import { graphsQuery, schemaQuery, useGraphChoice } from '../workspace-tool/useGraphChoice.ts';
import { useToolRights } from '../workspace-tool/rights.ts';
import { useTypeColors } from '../workspace-tool/type-colors.ts';
import { useFiles } from './files/useFiles.ts';
import { useAddressedQuery } from './useAddressedQuery.ts';
import { useEarlyPress } from './useEarlyPress.ts';
import { useTextFact } from './files/useTextFact.ts';
import { languageSchema } from './language-schema.ts';
import { FirstQuestions } from './panels/FirstQuestions.tsx';
import { LeftPanel } from './panels/LeftPanel.tsx';
import { ReadyQueries } from './panels/ReadyQueries.tsx';
import { useGraphQueries } from './panels/useGraphQueries.ts';
import { ResultsPane } from './results/ResultsPane.tsx';
import { LimitsButton } from './run/Limits.tsx';
import { runStoreOf } from './run/run-store.ts';
import { seenQueries } from './run/seen-queries.ts';
import { useRunner } from './run/useRunner.ts';
import { TextPane } from './TextPane.tsx';
import { useQueryConflict } from './useQueryConflict.tsx';
import { useSteps } from './useSteps.ts';
import { lazyPart } from '../../services/lazy-part.tsx';
import { LoadBoundary } from '../../shell/loading/LoadBoundary.tsx';
import { faultyRun, shownRun, workbench, workbenchOf } from './workbench-state.ts';
import { WorkbenchActions } from './WorkbenchActions.tsx';

const WorkbenchDialogs = lazyPart(async () => (await import('./WorkbenchDialogs.tsx')).WorkbenchDialogs);

const NO_LIMITS: RunLimits = { timeMs: 0, memoryMb: 0 };
const NO_GRAPHS: readonly WireGraph[] = [];
const NO_QUERIES: readonly WireQueryInfo[] = [];

/** Words up to the first brace or semicolon: a longer head is no query. */
const HOLDS_QUERY = /\bCREATE\b[^;{]{0,200}?\bQUERY\b/i;
const holdsQueryIn = (text: string): boolean => HOLDS_QUERY.test(text);
const isBlankText = (text: string): boolean => !/\S/.test(text);

const showSchemaIn = (search: { readonly showSchema?: unknown }): boolean => search.showSchema === 'true';

/** Can be typed in while the workspace is away: graph, schema and queries help, and are shown as far as they are known. */
export function Workbench({ title, workspace, client, away }: ReadyWorkspace & { readonly title: string }) {
  const workspaceId = workspace.workspace_id;
  const graphs = useQuery(graphsQuery(client, workspaceId));
  const rights = useToolRights(client, workspace);
  const seen = useMemo(
    () => (graphs.data ?? NO_GRAPHS).filter(({ graphName }) => rights.sees(graphName)),
    [graphs.data, rights],
  );
  const choice = useGraphChoice(seen, true);
  const { graph } = choice;
  const schema = useQuery(schemaQuery(client, workspaceId, graph));
  const colors = useTypeColors(client, workspaceId, graph, schema.data);
  const queries = useGraphQueries(client, workspaceId, graph);
  const files = useFiles(workspaceId);
  const { current, documents } = files;
  const runStore = runStoreOf(workspaceId);
  const allRuns = useSyncExternalStore(runStore.subscribe, runStore.runs);
  const runs = useMemo(
    () => allRuns.filter(({ origin }) => origin.file === current?.id),
    [allRuns, current?.id],
  );
  const pinned = useMemo(() => allRuns.filter((run) => run.pinned), [allRuns]);
  const isAway = away !== undefined;
  useEffect(() => {
    // Runs of before a reload are still on the workspace.
    if (!isAway) runStore.resume(client).catch(toast.error);
  }, [runStore, client, isAway]);
  const conflict = useQueryConflict();
  const [limits, setLimits] = useState<RunLimits>(NO_LIMITS);
  const showSchema = useSearch({ strict: false, select: showSchemaIn });
  const [state, dispatch] = useReducer(workbench, showSchema ? 'schema' : 'files', workbenchOf);
  const faulty = faultyRun(state, runs);
  const editor = useRef<GsqlEditorHandle>(null);
  const [hasEditor, setHasEditor] = useState(false);
  const holdEditor = useCallback((handle: GsqlEditorHandle | null) => {
    editor.current = handle;
    setHasEditor(handle !== null);
  }, []);
  const known = useMemo(
    () => languageSchema(schema.data, queries.list.data),
    [schema.data, queries.list.data],
  );
  const running = runs.find((run) => run.state === 'running');

  const runner = useRunner({
    client,
    workspaceId,
    store: runStore,
    graph,
    onGraph: choice.choose,
    readOnly: !workspace.is_rw,
    version: workspace.tg_version,
    merge: conflict.merge,
    limits,
    file: current?.id,
    editor,
    textOf: (id) => documents.get(id)?.text ?? '',
    flush: documents.flush,
    dispatch,
  });
  const ask = (statement: string): void => {
    editor.current?.insert(statement);
    runner.run();
  };
  const holdsQuery = useTextFact(documents, current?.id, holdsQueryIn);
  const isBlank = useTextFact(documents, current?.id, isBlankText);
  const keepRefusal = holdsQuery ? rights.refusal('query.create', graph) : t`The file holds no CREATE QUERY.`;
  /**
   * Opens the query's text as the workspace has it now, in a temporary file unless it is open already.
   * @returns the file's id
   */
  const openQuery = (query: WireQueryInfo): string => {
    const name = `${query.name}.gsql`;
    const same = documents
      .list()
      .find((each) => each.name === name && documents.get(each.id)?.text === query.code);
    const file = same?.id ?? files.addTemporary(name, query.code);
    if (same !== undefined) files.openFile(same.id);
    seenQueries.saw({ file, graph: query.graph, name: query.name }, query.code);
    return file;
  };
  useAddressedQuery({
    queries: queries.list.data,
    current: current?.id,
    open: openQuery,
    ask: runner.runKept,
  });

  /** The panels come first, then the text, and what stands beside it and below it; their places do not move. */
  const drawn = useSteps(4);
  const leftPanel = drawn > 2 && (
    <LeftPanel
      tab={state.left}
      onTab={(tab) => dispatch({ kind: 'left', tab })}
      files={files}
      graph={graph}
      queries={queries}
      rights={rights}
      onOpen={openQuery}
      onRun={(query) => runner.runKept(query)}
      onEndpoint={({ name }) => dispatch({ kind: 'open', dialog: { kind: 'connect', query: name } })}
      schema={schema}
      colors={colors}
      onInsert={(text) => editor.current?.insert(text)}
    />
  );

  const shown =
    current !== undefined && !['loading', 'refused'].includes(current.state) ? current : undefined;
  const isTextComing = files.isPending || current?.state === 'loading' || (shown !== undefined && !hasEditor);
  const press = useEarlyPress(runner, current?.id, isTextComing || graphs.isLoading);
  const text = drawn > 1 && (
    <TextPane
      workspaceId={workspaceId}
      client={client}
      files={files}
      shown={shown}
      running={new Set(allRuns.filter(({ state }) => state === 'running').map(({ origin }) => origin.file))}
      schema={known}
      limits={limits}
      faulty={faulty}
      runner={runner}
      editor={editor}
      holdEditor={holdEditor}
      asking={state.asking}
      dispatch={dispatch}
      below={
        shown !== undefined &&
        graph !== null &&
        isBlank &&
        (queries.list.data?.length === 0 ? (
          known !== undefined && <FirstQuestions schema={known} onAsk={ask} />
        ) : (
          <ReadyQueries
            graph={graph}
            queries={queries.list.data ?? NO_QUERIES}
            rights={rights}
            onRun={(query) => runner.runKept(query)}
            onAll={() => dispatch({ kind: 'left', tab: 'queries' })}
          />
        ))
      }
    />
  );

  return (
    <ToolLayout
      title={title}
      choice={choice}
      notice={away}
      choices={
        graphs.isPending ? (
          <Skeleton height={36} width={260} />
        ) : (
          <GraphPicker
            withGlobal
            graphs={graphs.data === undefined ? undefined : seen.map(({ graphName }) => graphName)}
            graph={graph}
            onChoose={choice.choose}
          />
        )
      }
      actions={
        <WorkbenchActions
          press={press}
          keepRefusal={keepRefusal}
          planned={canPlan(null, workspace.tg_version)}
          onCancel={running === undefined ? undefined : () => runStore.cancel(client, running.id)}
          limits={
            <LimitsButton workspaceId={workspaceId} client={client} limits={limits} onChange={setLimits} />
          }
          onHistory={() => dispatch({ kind: 'open', dialog: { kind: 'history' } })}
          onConnect={() => dispatch({ kind: 'open', dialog: { kind: 'connect' } })}
          onFormat={() => editor.current?.format()}
        />
      }
    >
      {drawn > 0 && (
        <ResizablePanels
          name="editor"
          panels={[
            { id: 'left', size: '264px', min: '200px', max: '480px', content: leftPanel },
            {
              id: 'main',
              size: 1,
              min: '400px',
              content: (
                <ResizablePanels
                  name="editor.results"
                  orientation="vertical"
                  panels={[
                    { id: 'text', size: '52%', min: '120px', content: text },
                    {
                      id: 'results',
                      size: '48%',
                      min: '120px',
                      content: drawn > 3 && (
                        <ResultsPane
                          runs={runs}
                          plan={(current && state.plans.get(current.id)) ?? null}
                          onPlanClosed={() =>
                            current !== undefined && dispatch({ kind: 'plan', file: current.id, plan: null })
                          }
                          pinned={pinned}
                          onPin={(run, keep) => void runStore.pin(client, run, keep).catch(toast.error)}
                          shownId={shownRun(state, current?.id)}
                          onShow={(run) =>
                            current !== undefined && dispatch({ kind: 'show', file: current.id, run })
                          }
                          onLoad={(run) => runStore.load(client, run)}
                          client={client}
                          schema={schema.data}
                          colors={colors}
                        />
                      ),
                    },
                  ]}
                />
              ),
            },
          ]}
        />
      )}
      {state.dialog !== null && (
        <LoadBoundary what="The dialog" skeleton={null} compact>
          <WorkbenchDialogs
            dialog={state.dialog}
            onClose={() => dispatch({ kind: 'close' })}
            workspace={workspace}
            client={client}
            graph={graph}
            files={files}
            runner={runner}
          />
        </LoadBoundary>
      )}
      {conflict.dialog}
    </ToolLayout>
  );
}
