import { t } from '@acacia/texts';
import { EmptyState } from '@acacia/ui';
import { Button } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { useDocumentTitle } from '../useDocumentTitle.ts';
import classes from './FullPage.module.css';

export function NotFoundPage() {
  useDocumentTitle(t`Page not found`);
  return (
    <div className={classes.inside}>
      <EmptyState
        page
        icon={<IconMapOff size={22} stroke={1.6} />}
        title="Page not found"
        description={
          <>
            There is nothing at <code>{window.location.pathname}</code>. It may have been deleted, or the link
            is incomplete.
          </>
        }
        action={
          <Button component="a" href="/">
            Go home
          </Button>
        }
      />
    </div>
  );
}
