/** `/second-factor`: somebody's organisation wants a second factor, and they have none yet. */
import { t } from '@acacia/texts';
import { ActionButton, Card, FullScreen, Notice, PageHeader, toast } from '@acacia/ui';
import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { meQuery, useMe, useMyOrganizations } from '../../data/me.ts';
import { useServices } from '../../services/services.ts';
import { methodsQuery } from '../../shell/security/methods.ts';
import { SignInMethods } from '../../shell/security/SignInMethods.tsx';
import { useDocumentTitle } from '../../shell/useDocumentTitle.ts';

export function Page() {
  useDocumentTitle(t`Second factor`);
  const services = useServices();
  const { org_id: id } = useMe();
  const name = useMyOrganizations().find(({ org_id }) => org_id === id)?.org_display_name;
  return (
    <FullScreen width={560}>
      <PageHeader
        title="Set up a second factor"
        description={`${name ?? 'Your organization'} requires one beside the password. Nothing else of the organization opens until you have it.`}
      />
      {services.config.mode === 'managed' ? <AtIssuer /> : <Here />}
      <OtherOrganizations />
    </FullScreen>
  );
}

/** Second factors that Acacia keeps. */
function Here() {
  const services = useServices();
  const router = useRouter();
  const { return_to: wanted = '/' } = useSearch({ from: '/second-factor' });
  const { data: methods } = useQuery(methodsQuery(services));
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const isSet =
    methods !== undefined && (methods.authenticator_app_since !== null || methods.passkeys.length > 0);
  const goOn = async (): Promise<void> => {
    await services.queryClient.fetchQuery({ ...meQuery(services), staleTime: 0 });
    router.history.push(wanted);
  };
  return (
    <Stack gap="md">
      <Card title="How you sign in">
        <SignInMethods codes={codes} onCodes={setCodes} />
      </Card>
      {codes === null && (
        <Group justify="flex-end">
          <ActionButton
            disabledReason={isSet ? undefined : t`Set up an authenticator app or a passkey first.`}
            onClick={() => void goOn().catch(toast.error)}
          >
            Continue
          </ActionButton>
        </Group>
      )}
    </Stack>
  );
}

/** Second factors that the outside issuer keeps. */
function AtIssuer() {
  const { session } = useServices();
  return (
    <Stack gap="md">
      <Notice tone="info" title="Your identity provider has your second factors">
        It did not say that you used one. Set one up there, then sign in again with it.
      </Notice>
      <Group justify="flex-end">
        <Button onClick={() => void session.signOut().catch(toast.error)}>Sign in again</Button>
      </Group>
    </Stack>
  );
}

/** The ways out: another organisation of the person, and signing out. */
function OtherOrganizations() {
  const { session } = useServices();
  const { org_id: current } = useMe();
  const others = useMyOrganizations().filter(({ org_id }) => org_id !== current);
  return (
    <Group gap="xs" mt="md">
      {others.map(({ org_id, org_display_name: name }) => (
        <Button
          key={org_id}
          variant="default"
          onClick={() => void session.enterOrganization(org_id, '/').catch(toast.error)}
        >
          Work in {name}
        </Button>
      ))}
      <Button variant="default" onClick={() => void session.signOut().catch(toast.error)}>
        Sign out
      </Button>
    </Group>
  );
}
