import { EmptyState } from '@acacia/ui';
import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useDocumentTitle } from '../shell/useDocumentTitle.ts';
import classes from './FullPage.module.css';

export function NoPermissionPage() {
  useDocumentTitle('No permission');
  return (
    <div className={classes.inside}>
      <EmptyState
        page
        icon={<IconLock size={22} stroke={1.6} />}
        title="No permission"
        description="You don't have permission to access this page. Please request access from your organization's administrator."
        action={
          <Button component="a" href="/" variant="default">
            Go home
          </Button>
        }
      />
    </div>
  );
}
