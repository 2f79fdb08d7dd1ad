/** `/terms`: accepting the user agreement, at first and when it has changed. */
import { t } from '@acacia/texts';
import { termsAccepted, termsOutdated } from '@acacia/contract';
import { Card, FullScreen, Notice, PageHeader, toast } from '@acacia/ui';
import { Button, Group, Stack } from '@mantine/core';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useMe } from '../../data/me.ts';
import { nextAddress, useAcceptTerms } from '../../data/onboarding.ts';
import { useServices } from '../../services/services.ts';
import { Agreement } from '../../shell/agreement/Agreement.tsx';
import { UPDATED } from '../../shell/agreement/texts.ts';
import { useDocumentTitle } from '../../shell/useDocumentTitle.ts';

export function Page() {
  useDocumentTitle(t`User agreement`);
  const { metadata } = useMe();
  // As it was when the page was opened: the page does not change while it leads on.
  const [standing] = useState(metadata);
  return (
    <FullScreen width={720}>
      <PageHeader title="User agreement" description="Please read both texts." />
      <Stack gap="md">
        {termsOutdated(standing) && (
          <Notice tone="info" title={UPDATED}>
            The agreement has changed since you accepted it. Please accept it again to go on.
          </Notice>
        )}
        <Card flush>
          <Agreement />
        </Card>
        <Group justify="flex-end" gap="xs">
          {termsAccepted(standing) ? <Continue /> : <Choice />}
        </Group>
      </Stack>
    </FullScreen>
  );
}

/** Goes on to the survey, the first workspace or the page that the person wanted. */
function useGoOn(): () => Promise<void> {
  const services = useServices();
  const router = useRouter();
  const { return_to: wanted = '/' } = useSearch({ from: '/person/terms' });
  return async () => router.history.push(await nextAddress(services, wanted));
}

/** For somebody who has accepted before, as after a reload. */
function Continue() {
  const goOn = useGoOn();
  return <Button onClick={() => void goOn().catch(toast.error)}>Continue</Button>;
}

function Choice() {
  const services = useServices();
  const goOn = useGoOn();
  const accept = useAcceptTerms();
  const [leaving, setLeaving] = useState(false);

  const onAccept = async (): Promise<void> => {
    try {
      if (await accept.mutateAsync()) {
        setLeaving(true);
        await goOn();
      } else {
        toast.error(t`Network Error: Please accept again.`);
      }
    } catch (error) {
      setLeaving(false);
      toast.error(error);
    }
  };
  return (
    <>
      <Button variant="default" onClick={() => void services.session.signOut().catch(toast.error)}>
        Decline
      </Button>
      <Button loading={accept.isPending || leaving} onClick={() => void onAccept()}>
        Accept
      </Button>
    </>
  );
}
