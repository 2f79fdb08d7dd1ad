/** Over the page, once the session has ended: signing in again in another tab, so that nothing typed is lost. */
import '@acacia/ui/controls';
import { createCloudClient } from '@acacia/api-client';
import { Button, Group, Modal } from '@mantine/core';
import { useEffect } from 'react';
import { meQuery } from '../../data/me.ts';
import { useServices } from '../../services/services.ts';
import { onSignedIn } from './signed-in-channel.ts';

/** The tab of the sign-in ends at a page that tells this one. */
const SIGN_IN = '/session/sign-in?return_to=%2Fsigned-in';

export default function SessionEndedDialog() {
  const services = useServices();
  const { session, queryClient } = services;
  useEffect(() => {
    const look = (): void => {
      const known = queryClient.getQueryData(meQuery(services).queryKey);
      const isSame = async (token: string): Promise<boolean> => {
        const me = await createCloudClient('/api', () => Promise.resolve(token)).getMe({});
        return me.id === known?.id && me.org_id === known.org_id;
      };
      // The server is away: the dialog stays, and looks again with the next sign.
      session.resume(isSame).catch(() => undefined);
    };
    const stop = onSignedIn(look);
    // For a sign-in in a tab that cannot tell this one.
    window.addEventListener('focus', look);
    return () => {
      stop();
      window.removeEventListener('focus', look);
    };
  }, [queryClient, services, session]);
  return (
    <Modal
      opened
      onClose={() => undefined}
      title="Your session has ended"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      size={420}
      // Above every other dialog.
      zIndex={1000}
    >
      <p>Sign in again to go on. This page stays as it is.</p>
      <Group justify="flex-end">
        <Button
          component="a"
          href={SIGN_IN}
          target="_blank"
          rel="opener"
          data-autofocus
          // Escape must not reach a dialog below, which would close with what was typed there.
          data-mantine-stop-propagation="true"
        >
          Sign in again
        </Button>
      </Group>
    </Modal>
  );
}
