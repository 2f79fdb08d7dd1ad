/** Replaces a page that threw while rendering. */
import { EmptyState, errorText } from '@acacia/ui';
import { Button } from '@mantine/core';
import { IconMoodSad } from '@tabler/icons-react';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { NoPermissionPage } from './NoPermissionPage.tsx';
import classes from './FullPage.module.css';

export function CrashPage({ error }: ErrorComponentProps) {
  if (errorText(error).includes('operation denied')) return <NoPermissionPage />;
  return (
    <div className={classes.inside} role="alert">
      <EmptyState
        page
        icon={<IconMoodSad size={22} stroke={1.6} />}
        title="Something went wrong on this page"
        description="Your data is safe. Reload the page; if it happens again, report the text below."
        action={
          <>
            <Button onClick={() => window.location.reload()}>Reload</Button>
            <Button component="a" href="/" variant="default">
              Go home
            </Button>
          </>
        }
      />
      <pre className={classes.details} tabIndex={0} aria-label="Error">
        {errorText(error)}
      </pre>
    </div>
  );
}
