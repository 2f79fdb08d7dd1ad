import { PageBody, PageHeader } from '@acacia/ui';
import { useDocumentTitle } from '../../shell/useDocumentTitle.ts';
import { WorkspaceSelector } from '../../shell/WorkspaceSelector.tsx';

export function Page() {
  useDocumentTitle('Load Data');
  return (
    <PageBody>
      <PageHeader title="Load Data" actions={<WorkspaceSelector />} />
    </PageBody>
  );
}
