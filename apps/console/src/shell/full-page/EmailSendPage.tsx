/** `/emailSend`: somebody's address is not verified yet, and a mail with a link is in their inbox. */
import { EmptyState, FullScreen } from '@acacia/ui';
import { Button } from '@mantine/core';
import { IconMailOpened } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useDocumentTitle } from '../useDocumentTitle.ts';
import classes from './FullPage.module.css';

export function EmailSendPage() {
  useDocumentTitle('Check your inbox');
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
            Open the link in the mail that was sent to it, then sign in.
          </>
        }
        action={
          <Button component="a" href="/">
            Sign in
          </Button>
        }
      />
    </FullScreen>
  );
}
