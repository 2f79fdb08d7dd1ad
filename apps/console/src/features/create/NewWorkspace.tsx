/** Loads the catalogs for the form of a new workspace, then shows it. */
import type { Platform } from '@acacia/contract';
import { PageSkeleton } from '@acacia/ui';
import { useSuspenseQueries } from '@tanstack/react-query';
import { catalogQuery } from '../../data/catalog.ts';
import { quotaQuery } from '../../data/quota.ts';
import { workspaceTypesQuery } from '../../data/workspace-types.ts';
import { useServices } from '../../services/services.ts';
import { LoadBoundary } from '../../shell/loading/LoadBoundary.tsx';
import { WorkspaceForm, type WorkspaceFormProps } from './WorkspaceForm.tsx';

interface NewWorkspaceProps extends Omit<WorkspaceFormProps, 'catalog' | 'types' | 'quota'> {
  readonly platform: Platform;
  readonly region: string;
  readonly providerId: string;
}

export function NewWorkspace(props: NewWorkspaceProps) {
  return (
    <LoadBoundary what="The form" skeleton={<PageSkeleton label="Loading sizes" />}>
      <Form {...props} />
    </LoadBoundary>
  );
}

function Form({ platform, region, providerId, ...form }: NewWorkspaceProps) {
  const services = useServices();
  const place = { platform, region, cloud_provider_id: providerId };
  const [{ data: catalog }, { data: types }, { data: quota }] = useSuspenseQueries({
    queries: [catalogQuery(services), workspaceTypesQuery(services, place), quotaQuery(services)],
  });
  return <WorkspaceForm catalog={catalog} types={types} quota={quota} {...form} />;
}
