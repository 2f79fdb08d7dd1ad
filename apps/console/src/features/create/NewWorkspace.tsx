/** Loads the catalogs for the form of a new workspace, then shows it. */
import type { Platform } from '@acacia/contract';
import { ErrorState, PageSkeleton } from '@acacia/ui';
import { useCatalog } from '../../data/catalog.ts';
import { useQuota } from '../../data/quota.ts';
import { useWorkspaceTypes } from '../../data/workspace-types.ts';
import { WorkspaceForm, type WorkspaceFormProps } from './WorkspaceForm.tsx';

interface NewWorkspaceProps extends Omit<WorkspaceFormProps, 'catalog' | 'types' | 'quota'> {
  readonly platform: Platform;
  readonly region: string;
  readonly providerId: string;
}

export function NewWorkspace({ platform, region, providerId, ...form }: NewWorkspaceProps) {
  const catalog = useCatalog();
  const types = useWorkspaceTypes({ platform, region, cloud_provider_id: providerId });
  const quota = useQuota();
  if (catalog.data !== undefined && types.data !== undefined && quota.data !== undefined) {
    return <WorkspaceForm catalog={catalog.data} types={types.data} quota={quota.data} {...form} />;
  }
  const failure = catalog.error ?? types.error ?? quota.error;
  return failure === null ? (
    <PageSkeleton label="Loading sizes" />
  ) : (
    <ErrorState
      what="The form"
      error={failure}
      onRetry={() => void Promise.all([catalog.refetch(), types.refetch(), quota.refetch()])}
    />
  );
}
