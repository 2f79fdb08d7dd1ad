/** The query editor (specification part 4, section 2). */
import { useMe } from '../../data/me.ts';
import { ToolPage } from '../workspace-tool/ToolPage.tsx';
import { Workbench } from './Workbench.tsx';

const TITLE = 'Query editor';

export function Page() {
  const { id } = useMe();
  return (
    <ToolPage title={TITLE}>
      {(ready) => <Workbench key={ready.workspace.workspace_id} title={TITLE} {...ready} userId={id} />}
    </ToolPage>
  );
}
