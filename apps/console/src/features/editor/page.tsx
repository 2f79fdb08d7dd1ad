import { PageBody, PageHeader } from '@acacia/ui';
import { useDocumentTitle } from '../../shell/useDocumentTitle.ts';
import { WorkspaceSelector } from '../../shell/WorkspaceSelector.tsx';

export function Page() {
  useDocumentTitle('Query Editor');
  return (
    <PageBody>
      <PageHeader title="Query Editor" actions={<WorkspaceSelector />} />
    </PageBody>
  );
}
