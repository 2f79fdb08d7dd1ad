/** `/emailSend`: somebody's address is not verified yet, and nobody is signed in (specification part 1, section 4.1). */
import { t } from '@acacia/texts';
import { EmptyState, FullScreen } from '@acacia/ui';
import { Button, Group } from '@mantine/core';
import { IconMailOpened } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useServices } from '../../services/services.ts';
import { useDocumentTitle } from '../useDocumentTitle.ts';
import classes from './FullPage.module.css';

/** Sends the browser on to the identity provider. */
const SIGN_UP = '/oidc/sign-up';

export function EmailSendPage() {
  useDocumentTitle(t`Check your inbox`);
  const { config } = useServices();
  const { email = '' } = useSearch({ from: '/emailSend' });
  return (
    <FullScreen>
      <EmptyState
        page
        icon={<IconMailOpened size={22} stroke={1.6} />}
        title="Check your inbox"
        description={
          <>
            {email === '' ? (
              'Your e-mail address is to be verified first.'
            ) : (
              <>
                The address <strong className={classes.address}>{email}</strong> is to be verified first.
              </>
            )}{' '}
            {config.mode === 'managed'
              ? 'Acacia sends no mail for this: your identity provider does, and lets you ask for another one where it can.'
              : 'Open the link in the mail that was sent to it, then sign in.'}
          </>
        }
        action={
          <Group gap="xs" justify="center">
            <Button component="a" href="/">
              Sign in
            </Button>
            {email !== '' && <Another email={email} />}
          </Group>
        }
      />
    </FullScreen>
  );
}

/** Asks for another mail: here, or at the outside issuer, which asks to sign in once more and sends it. */
function Another({ email }: { readonly email: string }) {
  const { config } = useServices();
  if (config.mode === 'managed') {
    const again = new URLSearchParams({ return_to: '/', as: email }).toString();
    return (
      <Button component="a" variant="default" href={`/session/sign-in?${again}`}>
        Ask the identity provider again
      </Button>
    );
  }
  return (
    <form method="post" action={SIGN_UP}>
      <input type="hidden" name="email" value={email} />
      <Button type="submit" variant="default">
        Send it again
      </Button>
    </form>
  );
}
