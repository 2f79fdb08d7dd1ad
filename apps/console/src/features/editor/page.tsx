/** The query editor (specification part 4, section 2). */
import { useMe } from '../../data/me.ts';
import { useDocumentTitle } from '../../shell/useDocumentTitle.ts';
import { ToolGate } from '../workspace-tool/ToolGate.tsx';
import { ToolLayout, ToolSkeleton } from '../workspace-tool/ToolLayout.tsx';
import { Workbench } from './Workbench.tsx';

const TITLE = 'Query Editor';

export function Page() {
  useDocumentTitle(TITLE);
  const { data: me } = useMe();
  const skeleton = (
    <ToolLayout title={TITLE}>
      <ToolSkeleton label="Loading the editor" />
    </ToolLayout>
  );
  return (
    <ToolGate skeleton={skeleton} around={(content) => <ToolLayout title={TITLE}>{content}</ToolLayout>}>
      {({ workspace, client }) =>
        me === undefined ? (
          skeleton
        ) : (
          <Workbench
            key={workspace.workspace_id}
            title={TITLE}
            workspace={workspace}
            client={client}
            userId={me.id}
          />
        )
      }
    </ToolGate>
  );
}
