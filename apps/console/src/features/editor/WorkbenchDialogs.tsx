/** The dialogs and drawers of the editor, of which one at most is open. */
import { t } from '@acacia/texts';
import type { WorkspaceClient } from '@acacia/api-client';
import { freeFileName, type Workspace } from '@acacia/contract';
import { DiscardDialog } from '@acacia/ui';
import { useMe } from '../../data/me.ts';
import { ApiDrawer } from './connect/ApiDrawer.tsx';
import { ConflictDialog } from './files/ConflictDialog.tsx';
import { NameDialog } from './files/NameDialog.tsx';
import { namesBeside } from './files/tree.ts';
import type { Files } from './files/useFiles.ts';
import { HistoryDrawer } from './run/HistoryDrawer.tsx';
import type { Runner } from './run/useRunner.ts';
import type { WorkbenchDialog } from './workbench-state.ts';

interface WorkbenchDialogsProps {
  readonly dialog: WorkbenchDialog | null;
  readonly onClose: () => void;
  readonly workspace: Workspace;
  readonly client: WorkspaceClient;
  readonly graph: string | null;
  readonly files: Files;
  readonly runner: Runner;
}

export function WorkbenchDialogs(props: WorkbenchDialogsProps) {
  const { dialog, onClose, workspace, client, graph, files, runner } = props;
  const me = useMe();
  const { current } = files;
  switch (dialog?.kind) {
    case undefined:
      return null;
    case 'store':
      return (
        current !== undefined && (
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
            onClose={onClose}
          />
        )
      );
    case 'merge':
      return (
        current?.state === 'conflict' && (
          <ConflictDialog
            document={current}
            onResolve={(merged, seen) => {
              files.documents.resolve(current.id, merged, seen);
              onClose();
            }}
            onClose={onClose}
          />
        )
      );
    case 'discard':
      return (
        <DiscardDialog
          opened
          onKeep={onClose}
          onDiscard={() => {
            files.close(dialog.document.id, true);
            onClose();
          }}
        >
          The text of {dialog.document.name} is in this browser alone, and is lost when you close it.
        </DiscardDialog>
      );
    case 'connect':
      return <ApiDrawer workspace={workspace} graph={graph} query={dialog.query} onClose={onClose} />;
    case 'history':
      return (
        <HistoryDrawer
          workspaceId={workspace.workspace_id}
          client={client}
          refusal={current === undefined ? t`Open a file first: the result is shown with it.` : undefined}
          onRun={(entry) => {
            onClose();
            runner.runAgain(entry);
          }}
          onOpen={({ text }) => {
            onClose();
            files.addTemporary(undefined, text ?? '');
          }}
          onClose={onClose}
        />
      );
  }
}
