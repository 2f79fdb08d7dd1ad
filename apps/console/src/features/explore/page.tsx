import { PageBody, PageHeader } from '@acacia/ui';
import { useDocumentTitle } from '../../shell/useDocumentTitle.ts';
import { WorkspaceSelector } from '../../shell/WorkspaceSelector.tsx';

export function Page() {
  useDocumentTitle('Explore Graph');
  return (
    <PageBody>
      <PageHeader title="Explore Graph" actions={<WorkspaceSelector />} />
    </PageBody>
  );
}
