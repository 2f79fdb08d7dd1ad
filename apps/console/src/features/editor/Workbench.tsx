/** The editor of one workspace: files, text, runs and their results. */
import { freeFileName, type RunLimits, type WireGraph, type WireQueryInfo } from '@acacia/contract';
import type { GsqlEditorHandle } from '@acacia/editor';
import { schemaFromWire, WireSchemaError, type GraphSchema } from '@acacia/language';
import { DiscardDialog, ResizablePanels, toast } from '@acacia/ui';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useReducer, useRef, useState, useSyncExternalStore } from 'react';
import { useMe } from '../../data/me.ts';
import { GraphPicker } from '../../shell/GraphPicker.tsx';
import type { ReadyWorkspace } from '../workspace-tool/ToolGate.tsx';
import { ToolLayout } from '../workspace-tool/ToolLayout.tsx';
import { graphsQuery, schemaQuery, useGraphChoice } from '../workspace-tool/useGraphChoice.ts';
import { useToolRights } from '../workspace-tool/rights.ts';
import { useTypeColors } from '../workspace-tool/type-colors.ts';
import { ApiDrawer } from './connect/ApiDrawer.tsx';
import classes from './editor.module.css';
import { EditorPane } from './EditorPane.tsx';
import { FileTabs } from './FileTabs.tsx';
import { ConflictDialog } from './files/ConflictDialog.tsx';
import type { OpenDocument } from './files/documents.ts';
import { FileStatus } from './files/FileStatus.tsx';
import { NameDialog } from './files/NameDialog.tsx';
import { NoText } from './files/NoText.tsx';
import { namesBeside } from './files/tree.ts';
import { useFiles } from './files/useFiles.ts';
import { LeftPanel } from './panels/LeftPanel.tsx';
import { ReadyQueries } from './panels/ReadyQueries.tsx';
import { useGraphQueries } from './panels/useGraphQueries.ts';
import { EarlierValues } from './parameters/EarlierValues.tsx';
import { RunDialog } from './parameters/RunDialog.tsx';
import { OfferVertices } from './parameters/VertexIds.tsx';
import { ResultsPane } from './results/ResultsPane.tsx';
import { HistoryDrawer } from './run/HistoryDrawer.tsx';
import { EffectiveLimits, LimitsButton } from './run/Limits.tsx';
import type { QueryConflict } from './run/run-query.ts';
import { runStoreOf } from './run/run-store.ts';
import { seenQueries } from './run/seen-queries.ts';
import { useRunner } from './run/useRunner.ts';
import { faultyRun, shownRun, workbench, workbenchOf } from './workbench-state.ts';
import { WorkbenchActions } from './WorkbenchActions.tsx';

const NO_LIMITS: RunLimits = { timeMs: 0, memoryMb: 0 };
const NO_GRAPHS: readonly WireGraph[] = [];
const NO_QUERIES: readonly WireQueryInfo[] = [];

/** The schema for completion and checks; undefined for one that this console cannot read. */
function languageSchema(
  schema: Parameters<typeof schemaFromWire>[0] | undefined,
  queries: readonly WireQueryInfo[] | undefined,
): GraphSchema | undefined {
  if (schema === undefined) return undefined;
  try {
    return {
      ...schemaFromWire(schema),
      queries: (queries ?? []).map(({ name, parameters }) => ({
        name,
        parameters: parameters.map(({ paramName, paramType, paramDefaultValue }) => ({
          name: paramName,
          type: paramType,
          hasDefault: paramDefaultValue !== undefined,
        })),
      })),
    };
  } catch (error) {
    if (error instanceof WireSchemaError) return undefined;
    throw error;
  }
}

/** Words up to the first brace or semicolon: a longer head is no query. */
const HOLDS_QUERY = /\bCREATE\b[^;{]{0,200}?\bQUERY\b/i;

interface Conflict extends QueryConflict {
  readonly answer: (text: string | null) => void;
}

const showSchemaIn = (search: { readonly showSchema?: unknown }): boolean => search.showSchema === 'true';

/** Can be typed in while the workspace is away: graph, schema and queries help, and are shown as far as they are known. */
export function Workbench({ title, workspace, client }: ReadyWorkspace & { readonly title: string }) {
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
  const [storing, setStoring] = useState(false);
  const [merging, setMerging] = useState(false);
  const [closing, setClosing] = useState<OpenDocument | null>(null);
  const me = useMe();
  const runStore = runStoreOf(workspaceId);
  const allRuns = useSyncExternalStore(runStore.subscribe, runStore.runs);
  const runs = useMemo(
    () => allRuns.filter(({ origin }) => origin.file === current?.id),
    [allRuns, current?.id],
  );
  const pinned = useMemo(() => allRuns.filter((run) => run.pinned), [allRuns]);
  // Runs of before a reload are still on the workspace.
  useEffect(() => {
    runStore.resume(client).catch(toast.error);
  }, [runStore, client]);
  const [showsHistory, setShowsHistory] = useState(false);
  /** Connect from API is open, at the endpoint of a query where it is named. */
  const [connecting, setConnecting] = useState<{ readonly query?: string } | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const merge = useCallback(
    (found: QueryConflict) =>
      new Promise<string | null>((resolve) => {
        setConflict({
          ...found,
          answer: (text) => {
            setConflict(null);
            resolve(text);
          },
        });
      }),
    [],
  );
  const [limits, setLimits] = useState<RunLimits>(NO_LIMITS);
  const showSchema = useSearch({ strict: false, select: showSchemaIn });
  const [state, dispatch] = useReducer(workbench, showSchema ? 'schema' : 'files', workbenchOf);
  const { left, asking } = state;
  const faulty = faultyRun(state, runs);
  const askedGraph = asking?.endpoint?.graph ?? graph;
  const editor = useRef<GsqlEditorHandle>(null);
  const known = useMemo(
    () => languageSchema(schema.data, queries.list.data),
    [schema.data, queries.list.data],
  );
  const running = runs.find((run) => run.state === 'running');
  const vertexTypes = schema.data?.VertexTypes.map((type) => type.Name) ?? [];

  const runner = useRunner({
    client,
    workspaceId,
    store: runStore,
    graph,
    onGraph: choice.choose,
    readOnly: !workspace.is_rw,
    version: workspace.tg_version,
    merge,
    limits,
    file: current?.id,
    editor,
    flush: documents.flush,
    dispatch,
  });
  const currentText = current?.text ?? '';
  const holdsQuery = useMemo(() => HOLDS_QUERY.test(currentText), [currentText]);
  const keepRefusal = holdsQuery ? rights.refusal('query.create', graph) : 'The file holds no CREATE QUERY.';
  /** Opens the query's text as the workspace has it now, in a temporary file unless it is open already. */
  const openQuery = (query: WireQueryInfo) => {
    const name = `${query.name}.gsql`;
    const same = documents.list().find((each) => each.name === name && each.text === query.code);
    const file = same?.id ?? files.addTemporary(name, query.code);
    if (same !== undefined) files.openFile(same.id);
    seenQueries.saw({ file, graph: query.graph, name: query.name }, query.code);
  };

  const leftPanel = (
    <LeftPanel
      tab={left}
      onTab={(tab) => dispatch({ kind: 'left', tab })}
      files={files}
      graph={graph}
      queries={queries}
      rights={rights}
      onOpen={openQuery}
      onRun={runner.runKept}
      onEndpoint={({ name }) => setConnecting({ query: name })}
      schema={schema}
      colors={colors}
      onInsert={(text) => editor.current?.insert(text)}
    />
  );

  /** A temporary file with text is stored or discarded by the person alone. */
  const close = (id: string) => {
    const found = documents.get(id);
    const holds = found !== undefined && found.base === null && found.text.trim() !== '';
    if (holds || found?.state === 'conflict' || found?.state === 'lost') setClosing(found);
    else files.close(id, found === undefined || found.base === null);
  };
  const save = () => {
    if (current === undefined) return;
    if (current.base === null) setStoring(true);
    else documents.flush(current.id);
  };
  const shown =
    current !== undefined && !['loading', 'refused'].includes(current.state) ? current : undefined;
  const text = (
    <div className={classes.center}>
      <FileTabs
        files={files.open}
        currentId={files.currentId}
        running={new Set(allRuns.filter(({ state }) => state === 'running').map(({ origin }) => origin.file))}
        onOpen={files.openFile}
        onClose={close}
        onCreate={() => files.addTemporary()}
      />
      {current !== undefined && (
        <FileStatus
          document={current}
          onStore={() => setStoring(true)}
          onMerge={() => setMerging(true)}
          onDiscard={() => files.close(current.id, true)}
        />
      )}
      <div className={classes.editor}>
        {shown !== undefined ? (
          <EditorPane
            key={shown.id}
            ref={editor}
            id={shown.id}
            name={shown.name}
            documents={documents}
            readOnly={shown.permission === 'view'}
            schema={known}
            faulty={faulty}
            onChange={(content) => {
              documents.edit(shown.id, content);
              if (faulty !== null) dispatch({ kind: 'edit', file: shown.id, run: faulty.id });
            }}
            onRun={runner.run}
            onRunAll={runner.runAll}
            onSave={save}
          />
        ) : (
          <NoText
            document={current}
            isLoading={files.list.isPending}
            onCreate={() => files.addTemporary()}
            onRetry={() => current !== undefined && documents.refresh(current.id)}
          />
        )}
      </div>
      {shown !== undefined && graph !== null && shown.text.trim() === '' && (
        <ReadyQueries
          graph={graph}
          queries={queries.list.data ?? NO_QUERIES}
          rights={rights}
          onRun={runner.runKept}
          onAll={() => dispatch({ kind: 'left', tab: 'queries' })}
        />
      )}
    </div>
  );

  return (
    <ToolLayout
      title={title}
      choice={choice}
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
          runner={runner}
          keepRefusal={keepRefusal}
          onCancel={running === undefined ? undefined : () => runStore.cancel(client, running.id)}
          limits={
            <LimitsButton workspaceId={workspaceId} client={client} limits={limits} onChange={setLimits} />
          }
          onHistory={() => setShowsHistory(true)}
          onConnect={() => setConnecting({})}
          onFormat={() => editor.current?.format()}
        />
      }
    >
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
                    content: (
                      <ResultsPane
                        runs={runs}
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
      {storing && current !== undefined && (
        <NameDialog
          title={current.base === null ? 'Save as file' : 'Save as another file'}
          action="Save"
          name={
            current.base === null
              ? current.name
              : freeFileName(current.name, namesBeside(files.files, me.id, null))
          }
          owner={me.id}
          files={files.files}
          parentId={null}
          withFolder
          onDone={(name, parentId) => files.store(current.id, name, parentId)}
          onClose={() => setStoring(false)}
        />
      )}
      {merging && current?.state === 'conflict' && (
        <ConflictDialog
          document={current}
          onResolve={(merged) => {
            documents.resolve(current.id, merged);
            setMerging(false);
          }}
          onClose={() => setMerging(false)}
        />
      )}
      {closing !== null && (
        <DiscardDialog
          opened
          onKeep={() => setClosing(null)}
          onDiscard={() => {
            files.close(closing.id, true);
            setClosing(null);
          }}
        >
          The text of {closing.name} is in this browser alone, and is lost when you close it.
        </DiscardDialog>
      )}
      {connecting !== null && (
        <ApiDrawer
          workspace={workspace}
          graph={graph}
          query={connecting.query}
          onClose={() => setConnecting(null)}
        />
      )}
      {conflict !== null && (
        <ConflictDialog
          title={`${conflict.name} was changed in ${conflict.graph}`}
          document={{
            name: conflict.name,
            text: conflict.mine,
            theirs: { version: 0, content: conflict.theirs, updated_by: '' },
          }}
          onResolve={conflict.answer}
          onClose={() => conflict.answer(null)}
        />
      )}
      {showsHistory && (
        <HistoryDrawer
          workspaceId={workspaceId}
          client={client}
          refusal={current === undefined ? 'Open a file first: the result is shown with it.' : undefined}
          onRun={(entry) => {
            setShowsHistory(false);
            runner.runAgain(entry);
          }}
          onOpen={({ text }) => {
            setShowsHistory(false);
            files.addTemporary(undefined, text ?? '');
          }}
          onClose={() => setShowsHistory(false)}
        />
      )}
      {asking !== null && (
        <OfferVertices source={askedGraph === null ? null : { workspaceId, client, graph: askedGraph }}>
          <RunDialog
            name={asking.name}
            parameters={asking.parameters}
            earlier={(onUse) => (
              <EarlierValues
                workspaceId={workspaceId}
                client={client}
                query={asking.name}
                graph={askedGraph}
                onUse={onUse}
              />
            )}
            endpoint={asking.endpoint}
            limits={limits}
            effective={(asked) => (
              <EffectiveLimits workspaceId={workspaceId} client={client} limits={asked} />
            )}
            vertexTypes={vertexTypes}
            onClose={() => dispatch({ kind: 'answered' })}
            onRun={(request) => {
              asking.run(request);
              dispatch({ kind: 'answered' });
            }}
          />
        </OfferVertices>
      )}
    </ToolLayout>
  );
}
