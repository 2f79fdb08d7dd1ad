/** The editor of one workspace: files, text, runs and their results. */
import type { WireGraph, WireQueryInfo } from '@acacia/contract';
import type { GsqlEditorHandle } from '@acacia/editor';
import { schemaFromWire, WireSchemaError, type GraphSchema } from '@acacia/language';
import { EmptyState, ResizablePanels, toast } from '@acacia/ui';
import { Button, Skeleton } from '@mantine/core';
import { IconFilePlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useReducer, useRef, useSyncExternalStore } from 'react';
import { GraphPicker } from '../../shell/GraphPicker.tsx';
import type { ReadyWorkspace } from '../workspace-tool/ToolGate.tsx';
import { ToolLayout } from '../workspace-tool/ToolLayout.tsx';
import { graphsQuery, schemaQuery, useGraphChoice } from '../workspace-tool/useGraphChoice.ts';
import { useTypeColors } from '../workspace-tool/type-colors.ts';
import classes from './editor.module.css';
import { EditorPane } from './EditorPane.tsx';
import { FileTabs } from './FileTabs.tsx';
import { useFiles } from './files/useFiles.ts';
import { LeftPanel } from './panels/LeftPanel.tsx';
import { useGraphQueries } from './panels/useGraphQueries.ts';
import { RunDialog } from './parameters/RunDialog.tsx';
import { ResultsPane } from './results/ResultsPane.tsx';
import { runStoreOf } from './run/run-store.ts';
import { useRunner } from './run/useRunner.ts';
import { faultyRun, shownRun, workbench, workbenchOf } from './workbench-state.ts';
import { WorkbenchActions } from './WorkbenchActions.tsx';

const NO_GRAPHS: readonly WireGraph[] = [];

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
  const showSchema = useSearch({ strict: false, select: showSchemaIn });
  const [state, dispatch] = useReducer(workbench, showSchema ? 'schema' : 'files', workbenchOf);
  const { left, asking } = state;
  const faulty = faultyRun(state, runs);
  const editor = useRef<GsqlEditorHandle>(null);
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

  const runner = useRunner({
    client,
    workspaceId,
    store: runStore,
    graph,
    onGraph: choice.choose,
    readOnly: !workspace.is_rw,
    file: current?.id,
    editor,
    flush: save.flush,
    dispatch,
  });
  const readOnlyReason = workspace.is_rw ? undefined : 'The workspace is read-only.';
  const holdsQuery = /\bCREATE\b[^;{]*\bQUERY\b/i.test(current?.content ?? '');
  const keepRefusal = holdsQuery ? readOnlyReason : 'The file holds no CREATE QUERY.';

  const leftPanel = (
    <LeftPanel
      tab={left}
      onTab={(tab) => dispatch({ kind: 'left', tab })}
      files={files}
      graph={graph}
      queries={queries}
      onRun={runner.runKept}
      readOnlyReason={readOnlyReason}
      schema={schema}
      colors={colors}
      onInsert={(text) => editor.current?.insert(text)}
    />
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
            faulty={faulty}
            onChange={(content) => {
              save.put(current.id, content);
              if (faulty !== null) dispatch({ kind: 'edit', file: current.id, run: faulty.id });
            }}
            onRun={runner.run}
            onRunAll={runner.runAll}
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
        <WorkbenchActions
          runner={runner}
          keepRefusal={keepRefusal}
          onCancel={running === undefined ? undefined : () => runStore.cancel(running.id)}
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
                        shownId={shownRun(state, current?.id)}
                        onShow={(run) =>
                          current !== undefined && dispatch({ kind: 'show', file: current.id, run })
                        }
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
          onClose={() => dispatch({ kind: 'answered' })}
          onRun={(request) => {
            asking.run(request);
            dispatch({ kind: 'answered' });
          }}
        />
      )}
    </ToolLayout>
  );
}
