/** In place of a workgroup or workspace that belongs to another organisation of the person than this tab's. */
import type { MyOrganization } from '@acacia/contract';
import { EmptyState, toast } from '@acacia/ui';
import { Button } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useOrganization } from '../data/me.ts';
import { useServices } from '../services/services.ts';

interface InAnotherOrganizationProps {
  readonly organization: MyOrganization;
  /** The message is the whole page: its title is the heading. */
  readonly page?: boolean;
}

export function InAnotherOrganization({ organization, page = false }: InAnotherOrganizationProps) {
  const { session } = useServices();
  const router = useRouter();
  const here = useOrganization().data?.org_display_name;
  const { org_id, org_display_name: name } = organization;
  return (
    <EmptyState
      page={page}
      icon={<IconBuilding size={22} stroke={1.6} />}
      title="In another organization"
      description={`This address belongs to ${name}.${here === undefined ? '' : ` This tab is in ${here}.`}`}
      action={
        <Button
          onClick={() =>
            void session.enterOrganization(org_id, router.state.location.href).catch(toast.error)
          }
        >
          Switch to {name}
        </Button>
      }
    />
  );
}
