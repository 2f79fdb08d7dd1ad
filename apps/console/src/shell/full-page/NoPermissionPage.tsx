import { t } from '@acacia/texts';
import { PermissionNotice } from '@acacia/ui';
import { Button } from '@mantine/core';
import { useDocumentTitle } from '../useDocumentTitle.ts';
import classes from './FullPage.module.css';

export function NoPermissionPage() {
  useDocumentTitle(t`Not available`);
  return (
    <div className={classes.inside}>
      <PermissionNotice
        page
        what="This page is"
        action={
          <Button component="a" href="/" variant="default">
            Go home
          </Button>
        }
      >
        You don&apos;t have permission to access this page. Please request access from your
        organization&apos;s administrator.
      </PermissionNotice>
    </div>
  );
}
