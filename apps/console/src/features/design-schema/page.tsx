import { PageBody, PageHeader } from '@acacia/ui';
import { useDocumentTitle } from '../../shell/useDocumentTitle.ts';
import { WorkspaceSelector } from '../../shell/WorkspaceSelector.tsx';

export function Page() {
  useDocumentTitle('Design Schema');
  return (
    <PageBody>
      <PageHeader title="Design Schema" actions={<WorkspaceSelector />} />
    </PageBody>
  );
}
