/** The query editor (specification part 4, section 2). */
import { t } from '@acacia/texts';
import { ToolPage } from '../workspace-tool/ToolPage.tsx';
import { Workbench } from './Workbench.tsx';

const TITLE = t`Query editor`;

export function Page() {
  return (
    <ToolPage title={TITLE} whileAway>
      {(ready) => <Workbench key={ready.workspace.workspace_id} title={TITLE} {...ready} />}
    </ToolPage>
  );
}
