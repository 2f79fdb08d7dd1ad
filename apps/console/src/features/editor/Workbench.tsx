/** The editor of one workspace: files, text, runs and their results. */
import type { WireGraph, WireQueryInfo } from '@acacia/contract';
import type { GsqlEditorHandle } from '@acacia/editor';
import { schemaFromWire, WireSchemaError, type GraphSchema } from '@acacia/language';
import { ActionButton, EmptyState, ResizablePanels, toast } from '@acacia/ui';
import { ActionIcon, Button, Skeleton, Tabs, Tooltip } from '@mantine/core';
import {
  IconDeviceFloppy,
  IconDownload,
  IconFilePlus,
  IconIndentIncrease,
  IconPlayerPlay,
  IconPlayerStop,
  IconPlayerTrackNext,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { GraphPicker } from '../../shell/GraphPicker.tsx';
import { GuideLink } from '../../shell/GuideLink.tsx';
import type { ReadyWorkspace } from '../workspace-tool/ToolGate.tsx';
import { ToolLayout } from '../workspace-tool/ToolLayout.tsx';
import { graphsQuery, schemaQuery, useGraphChoice } from '../workspace-tool/useGraphChoice.ts';
import { useTypeColors } from '../workspace-tool/type-colors.ts';
import classes from './editor.module.css';
import { EditorPane } from './EditorPane.tsx';
import { FileTabs } from './FileTabs.tsx';
import { useFiles } from './files/useFiles.ts';
import { FilesPanel } from './panels/FilesPanel.tsx';
import { QueriesPanel } from './panels/QueriesPanel.tsx';
import { SchemaPanel } from './panels/SchemaPanel.tsx';
import { useGraphQueries } from './panels/useGraphQueries.ts';
import { RunDialog } from './parameters/RunDialog.tsx';
import { ResultsPane } from './results/ResultsPane.tsx';
import { placeErrors } from './run/place-errors.ts';
import { interpreted, queryIn, type QueryText } from './run/query-text.ts';
import { installQuery, runQuery, saveQuery, type Asking, type QueryPlace } from './run/run-query.ts';
import { runStoreOf } from './run/run-store.ts';
import { rangeToRun } from './run/statement-at.ts';

const MOD = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
/** Statements that change the catalog: its lists are refetched after them. */
const CHANGES_CATALOG = /\b(CREATE|DROP|INSTALL|TYPEDEF|LOADING|BEGIN|ALTER)\b/i;

const NO_GRAPHS: readonly WireGraph[] = [];

type LeftTab = 'files' | 'queries' | 'schema';
/** A statement of the open file. */
interface Statement {
  readonly text: string;
  /** Lines of the file before it. */
  readonly firstLine: number;
}

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

const showSchemaIn = (search: { readonly showSchema?: unknown }): boolean => search.showSchema === 'true';

/** Can be typed in while the workspace is away: graph, schema and queries help, and are shown as far as they are known. */
export function Workbench({
  title,
  workspace,
  client,
  userId,
}: ReadyWorkspace & { readonly title: string; readonly userId: string }) {
  const workspaceId = workspace.workspace_id;
  const graphs = useQuery(graphsQuery(client, workspaceId));
  const choice = useGraphChoice(graphs.data ?? NO_GRAPHS);
  const { graph } = choice;
  const schema = useQuery(schemaQuery(client, workspaceId, graph));
  const colors = useTypeColors(client, workspaceId, graph, schema.data);
  const queries = useGraphQueries(client, workspaceId, graph);
  const files = useFiles(userId, workspaceId);
  const { current, save } = files;
  const runStore = runStoreOf(workspaceId);
  const allRuns = useSyncExternalStore(runStore.subscribe, runStore.runs);
  const runs = useMemo(
    () => allRuns.filter(({ origin }) => origin.file === current?.id),
    [allRuns, current?.id],
  );
  /** The run shown for each file; the newest where none was chosen since. */
  const [shownRuns, setShownRuns] = useState<ReadonlyMap<string, number>>(new Map());
  const [asking, setAsking] = useState<Asking | null>(null);
  const showSchema = useSearch({ strict: false, select: showSchemaIn });
  const [left, setLeft] = useState<LeftTab>(showSchema ? 'schema' : 'files');
  const editor = useRef<GsqlEditorHandle>(null);
  const cache = useQueryClient();
  const known = useMemo(
    () => languageSchema(schema.data, queries.list.data),
    [schema.data, queries.list.data],
  );
  const running = runs.find((run) => run.state === 'running');
  const vertexTypes = schema.data?.VertexTypes.map((type) => type.Name) ?? [];

  // An editor without a file has nowhere to type: the first one is made by itself.
  const { store } = files;
  useEffect(() => {
    if (store.list().length === 0) store.create('draft.gsql');
  }, [store]);

  // Errors of the last run of this file stay at their lines until its text changes.
  const placed = useRef(0);
  useEffect(() => {
    const [last] = runs;
    if (last === undefined || last.state !== 'failed' || last.id <= placed.current) return;
    placed.current = last.id;
    const text = editor.current?.getText() ?? '';
    editor.current?.setServerDiagnostics(placeErrors(last.log, text, last.origin));
  }, [runs]);

  const show = (id: number | null) => {
    if (current === undefined) return;
    const next = new Map(shownRuns);
    if (id === null) next.delete(current.id);
    else next.set(current.id, id);
    setShownRuns(next);
  };
  /** Before a run: saves the typed text, and clears the last result and its errors. */
  const begin = () => {
    save.flush();
    show(null);
    editor.current?.setServerDiagnostics([]);
  };
  const gsql = ({ text, firstLine }: Statement) => {
    if (current === undefined) return;
    begin();
    void runStore.gsql(client, text, graph, { file: current.id, firstLine }).then((end) => {
      if (CHANGES_CATALOG.test(text)) void cache.invalidateQueries({ queryKey: ['workspace', workspaceId] });
      if (/\bUSE\s+(GRAPH|GLOBAL)\b/i.test(text) && end.graph !== graph) choice.choose(end.graph);
    });
  };
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
  const withQuery = (
    act: (place: QueryPlace, query: QueryText) => Promise<unknown>,
    query: QueryText,
    firstLine: number,
  ) => {
    if (current === undefined) return;
    begin();
    const place: QueryPlace = {
      client,
      store: runStore,
      graph,
      origin: { file: current.id, firstLine },
      readOnly: !workspace.is_rw,
      ask: setAsking,
      onChanged: () => void cache.invalidateQueries({ queryKey: ['workspace', workspaceId] }),
    };
    act(place, query).catch(toast.error);
  };
  /** Shell text, but for a query alone: that is run as the query that it is. */
  const runStatement = (statement: Statement) => {
    const query = queryIn(statement.text);
    if (query === null || (query.kind === 'interpret' && query.parameters.length === 0)) gsql(statement);
    else withQuery(runQuery, query, statement.firstLine);
  };
  const run = () => {
    const statement = chosen();
    if (statement !== null) runStatement(statement);
  };
  const runAll = () => {
    const text = editor.current?.getText() ?? '';
    if (text.trim() !== '') runStatement({ text, firstLine: 0 });
  };
  const keep = (act: typeof saveQuery | typeof installQuery) => {
    const statement = chosen();
    const query = statement === null ? null : queryIn(statement.text);
    if (statement !== null && query?.kind === 'create') withQuery(act, query, statement.firstLine);
    else toast.error('Put the cursor into a CREATE QUERY without errors first.');
  };
  const runKept = (query: WireQueryInfo) => {
    if (current === undefined) return;
    setAsking({
      name: query.name,
      parameters: query.parameters,
      endpoint: query.installed ? { origin: client.origin, graph: query.graph } : null,
      run: ({ parameters, ...limits }) => {
        show(null);
        void runStore.query(
          query.name,
          query.graph,
          current.id,
          (signal) =>
            query.installed
              ? client.runQuery(query.graph, query.name, parameters, { ...limits, signal })
              : client.interpretQuery(query.graph, interpreted(query.code), parameters, {
                  ...limits,
                  signal,
                }),
          !query.installed,
        );
      },
    });
  };
  const openQuery = (query: WireQueryInfo) => {
    const name = `${query.name}.gsql`;
    const known = files.files.find((file) => file.name === name);
    if (known === undefined) files.create(name, query.code);
    else files.openFile(known.id);
  };

  const readOnlyReason = workspace.is_rw ? undefined : 'The workspace is read-only.';
  const holdsQuery = /\bCREATE\b[^;{]*\bQUERY\b/i.test(current?.content ?? '');
  const keepRefusal = holdsQuery ? readOnlyReason : 'The file holds no CREATE QUERY.';

  const leftPanel = (
    <div className={classes.left}>
      <Tabs value={left} onChange={(value) => setLeft(value as LeftTab)}>
        <Tabs.List grow>
          <Tabs.Tab value="files">Files</Tabs.Tab>
          <Tabs.Tab value="queries">Queries</Tabs.Tab>
          <Tabs.Tab value="schema">Schema</Tabs.Tab>
        </Tabs.List>
      </Tabs>
      <div className={classes.leftPanel}>
        {left === 'files' && (
          <FilesPanel
            files={files.files}
            store={files.store}
            currentId={current?.id}
            onOpen={files.openFile}
            onCreate={() => files.create()}
            onDelete={files.remove}
          />
        )}
        {left === 'queries' && (
          <QueriesPanel
            graph={graph}
            queries={queries}
            onOpen={openQuery}
            onRun={runKept}
            readOnlyReason={readOnlyReason}
          />
        )}
        {left === 'schema' && (
          <SchemaPanel schema={schema} colors={colors} onInsert={(text) => editor.current?.insert(text)} />
        )}
      </div>
    </div>
  );

  const text =
    current === undefined ? (
      <EmptyState
        compact
        icon={<IconFilePlus size={22} stroke={1.6} />}
        title="No file is open"
        description="Statements are kept in files."
        action={<Button onClick={() => files.create()}>New file</Button>}
      />
    ) : (
      <div className={classes.center}>
        <FileTabs
          files={files.open}
          currentId={current.id}
          running={
            new Set(allRuns.filter(({ state }) => state === 'running').map(({ origin }) => origin.file))
          }
          onOpen={files.openFile}
          onClose={files.close}
          onCreate={() => files.create()}
        />
        <div className={classes.editor}>
          <EditorPane
            key={current.id}
            ref={editor}
            name={current.name}
            content={current.content}
            schema={known}
            onChange={(content) => save.put(current.id, content)}
            onRun={run}
            onRunAll={runAll}
            onSave={() => {
              save.flush();
              toast.success(`${current.name} is saved in this browser.`);
            }}
          />
        </div>
      </div>
    );

  return (
    <ToolLayout
      title={title}
      choices={
        graphs.isPending ? (
          <Skeleton height={36} width={260} />
        ) : (
          <GraphPicker
            withGlobal
            graphs={graphs.data?.map(({ graphName }) => graphName)}
            graph={graph}
            onChoose={choice.choose}
          />
        )
      }
      actions={
        <>
          {running !== undefined && (
            <Button
              variant="default"
              leftSection={<IconPlayerStop size={15} stroke={1.8} />}
              onClick={() => runStore.cancel(running.id)}
            >
              Cancel
            </Button>
          )}
          <GuideLink guide="gsql" about="GSQL" />
          <Tooltip label="Put the text into shape (Shift+Alt+F)">
            <ActionIcon
              variant="default"
              size={36}
              aria-label="Format"
              onClick={() => editor.current?.format()}
            >
              <IconIndentIncrease size={16} stroke={1.8} />
            </ActionIcon>
          </Tooltip>
          <ActionButton
            variant="default"
            leftSection={<IconDeviceFloppy size={15} stroke={1.8} />}
            disabledReason={keepRefusal}
            onClick={() => keep(saveQuery)}
          >
            Save
          </ActionButton>
          <ActionButton
            variant="default"
            leftSection={<IconDownload size={15} stroke={1.8} />}
            disabledReason={keepRefusal}
            onClick={() => keep(installQuery)}
          >
            Install
          </ActionButton>
          <Tooltip label={`The whole file (${MOD}+Shift+Enter)`}>
            <Button
              variant="default"
              leftSection={<IconPlayerTrackNext size={15} stroke={1.8} />}
              onClick={runAll}
            >
              Run all
            </Button>
          </Tooltip>
          <Tooltip label={`The selection, or the statement at the cursor (${MOD}+Enter)`}>
            <ActionButton leftSection={<IconPlayerPlay size={15} stroke={1.8} />} onClick={run}>
              Run
            </ActionButton>
          </Tooltip>
        </>
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
                        shownId={shownRuns.get(current?.id ?? '') ?? null}
                        onShow={show}
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
      {asking !== null && (
        <RunDialog
          name={asking.name}
          parameters={asking.parameters}
          endpoint={asking.endpoint}
          vertexTypes={vertexTypes}
          onClose={() => setAsking(null)}
          onRun={(request) => {
            asking.run(request);
            setAsking(null);
          }}
        />
      )}
    </ToolLayout>
  );
}
