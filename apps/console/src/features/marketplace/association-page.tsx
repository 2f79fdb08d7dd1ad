/** `/marketplace/association`: the last step of an arrival from a marketplace (specification part 1, section 4.1). */
import { t } from '@acacia/texts';
import { can, MARKETPLACES } from '@acacia/contract';
import { Card, errorText, FullScreen, Notice, PageHeader, toast } from '@acacia/ui';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { forgetArrival, pendingArrival, useAssociate, type Arrival } from '../../data/marketplace.ts';
import { organizationQuery, useMe } from '../../data/me.ts';
import { useServices } from '../../services/services.ts';
import { useDocumentTitle } from '../../shell/useDocumentTitle.ts';

export function Page() {
  useDocumentTitle(t`Marketplace subscription`);
  // As it was when the page was opened: it is forgotten when the page leads on.
  const [arrival] = useState(pendingArrival);
  return (
    <FullScreen width={560}>{arrival === undefined ? <Nothing /> : <Pending arrival={arrival} />}</FullScreen>
  );
}

function useGoOn(): () => void {
  const router = useRouter();
  const { return_to: wanted = '/' } = useSearch({ from: '/person/marketplace/association' });
  return () => router.history.push(wanted);
}

function Nothing() {
  const goOn = useGoOn();
  return (
    <Stack gap="md">
      <PageHeader
        title="No subscription to associate"
        description="Open the subscription at the marketplace, and come here from there."
      />
      <Group justify="flex-end">
        <Button onClick={goOn}>Continue</Button>
      </Group>
    </Stack>
  );
}

function Pending({ arrival }: { readonly arrival: Arrival }) {
  const { roles } = useMe();
  const { org_display_name: name } = useSuspenseQuery(organizationQuery(useServices())).data;
  const associate = useAssociate();
  const goOn = useGoOn();
  const marketplace = MARKETPLACES[arrival.provider];
  const mayAssociate = can(roles, 'marketplace.associate');
  const onAssociate = async (): Promise<void> => {
    try {
      await associate.mutateAsync(arrival);
    } catch {
      // The page shows the refusal.
      return;
    }
    toast.success(t`The subscription is recorded for ${name}.`);
    goOn();
  };
  const onLeave = (): void => {
    forgetArrival();
    goOn();
  };
  return (
    <Stack gap="md">
      <PageHeader
        title="Associate a subscription"
        description={`You come from ${marketplace} with a subscription for Acacia.`}
      />
      <Card title={name}>
        <Text size="sm">
          The subscription is recorded for this organization, as pending. Acacia does not ask {marketplace}{' '}
          about it: whoever runs this installation confirms it there.
        </Text>
      </Card>
      {!mayAssociate && (
        <Notice tone="warning" title="For administrators">
          Only an administrator of the organization or of its billing can associate a subscription. Ask one to
          open it at the marketplace.
        </Notice>
      )}
      {associate.error !== null && (
        <Notice tone="negative" title="The subscription was not recorded">
          {errorText(associate.error)}
        </Notice>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onLeave}>
          {mayAssociate ? 'Do not associate' : 'Continue without it'}
        </Button>
        {mayAssociate && (
          <Button loading={associate.isPending} onClick={() => void onAssociate()}>
            Associate
          </Button>
        )}
      </Group>
    </Stack>
  );
}
