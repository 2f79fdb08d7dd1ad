/** `/signed-in`: the end of a sign-in in a tab of its own, for which another tab waits. */
import { t } from '@acacia/texts';
import { EmptyState, FullScreen } from '@acacia/ui';
import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect } from 'react';
import { tellSignedIn } from '../session-ended/signed-in-channel.ts';
import { useDocumentTitle } from '../useDocumentTitle.ts';

export function SignedInPage() {
  useDocumentTitle(t`Signed in`);
  useEffect(() => {
    tellSignedIn();
    // Browsers close only a tab that a page has opened.
    window.close();
  }, []);
  return (
    <FullScreen>
      <EmptyState
        page
        icon={<IconCircleCheck size={22} stroke={1.6} />}
        title="You are signed in"
        description="Close this tab and go on where you were."
        action={
          <Button component="a" href="/" variant="default">
            Go home
          </Button>
        }
      />
    </FullScreen>
  );
}
