/** The open files: their tabs, state, parameters of queries and the text of the current one. */
import type { WorkspaceClient } from '@acacia/api-client';
import { stringifyJson } from '@acacia/base';
import type { RunLimits } from '@acacia/contract';
import type { GsqlEditorHandle } from '@acacia/editor';
import type { GraphSchema } from '@acacia/language';
import type { Dispatch, ReactNode, RefObject } from 'react';
import classes from './editor.module.css';
import { EditorPane } from './EditorPane.tsx';
import { FileTabs } from './FileTabs.tsx';
import type { OpenDocument } from './files/open-document.ts';
import { FileStatus } from './files/FileStatus.tsx';
import { NoText } from './files/NoText.tsx';
import type { Files } from './files/useFiles.ts';
import { ParameterBar } from './ParameterBar.tsx';
import type { Asking } from './run/run-query.ts';
import type { Run } from './run/run-store.ts';
import type { Runner } from './run/useRunner.ts';
import type { WorkbenchAction, WorkbenchState } from './workbench-state.ts';

interface TextPaneProps {
  readonly workspaceId: string;
  readonly client: WorkspaceClient;
  readonly files: Files;
  /** The current file, where its text can be shown. */
  readonly shown: OpenDocument | undefined;
  /** Ids of files with a run under way. */
  readonly running: ReadonlySet<string>;
  readonly schema: GraphSchema | undefined;
  readonly limits: RunLimits;
  /** The run whose errors are at lines of the text; null: none. */
  readonly faulty: Run | null;
  readonly runner: Runner;
  readonly editor: RefObject<GsqlEditorHandle | null>;
  /** Takes the editor when it is there, and null when it is gone. */
  readonly holdEditor: (editor: GsqlEditorHandle | null) => void;
  readonly asking: WorkbenchState['asking'];
  readonly dispatch: Dispatch<WorkbenchAction>;
  readonly below: ReactNode;
}

/** Entered values are kept while the parameters are the same. */
const barKey = (file: string, { name, graph, parameters }: Asking): string =>
  stringifyJson([file, graph, name, parameters]);

export function TextPane(props: TextPaneProps) {
  const { workspaceId, client, files, shown, faulty, runner, editor, asking, dispatch } = props;
  const { current, documents } = files;
  const store = () => dispatch({ kind: 'open', dialog: { kind: 'store' } });
  /** A temporary file with text is stored or discarded by the person alone. */
  const close = (id: string) => {
    const found = documents.get(id);
    const holds = found !== undefined && found.base === null && found.text.trim() !== '';
    if (holds || found?.state === 'conflict' || found?.state === 'lost')
      dispatch({ kind: 'open', dialog: { kind: 'discard', document: found } });
    else files.close(id, found === undefined || found.base === null);
  };
  const save = () => {
    if (current === undefined) return;
    if (current.base === null) store();
    else documents.flush(current.id);
  };
  return (
    <div className={classes.center}>
      <FileTabs
        files={files.open}
        currentId={files.currentId}
        running={props.running}
        onOpen={files.openFile}
        onClose={close}
        onCreate={() => files.addTemporary()}
      />
      {current !== undefined && (
        <FileStatus
          documents={documents}
          id={current.id}
          onStore={store}
          onMerge={() => dispatch({ kind: 'open', dialog: { kind: 'merge' } })}
          onDiscard={() => files.close(current.id, true)}
        />
      )}
      {files.open.map(({ id }) => {
        const asked = asking.get(id);
        return (
          asked !== undefined && (
            <ParameterBar
              key={barKey(id, asked)}
              asking={asked}
              workspaceId={workspaceId}
              client={client}
              limits={props.limits}
              shown={id === shown?.id}
              onPlan={() => runner.planAsked(asked)}
              onClose={() => {
                dispatch({ kind: 'leave', file: id });
                editor.current?.focus();
              }}
            />
          )
        );
      })}
      <div className={classes.editor}>
        {shown !== undefined ? (
          <EditorPane
            key={shown.id}
            ref={props.holdEditor}
            id={shown.id}
            name={shown.name}
            documents={documents}
            readOnly={shown.permission === 'view'}
            schema={props.schema}
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
            isLoading={files.isPending}
            onCreate={() => files.addTemporary()}
            onRetry={() => current !== undefined && documents.refresh(current.id)}
          />
        )}
      </div>
      {props.below}
    </div>
  );
}
