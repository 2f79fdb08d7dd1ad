/** In place of content that a person may not see: its name, the reason, and whom to ask. */
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../EmptyState.tsx';

interface PermissionNoticeProps {
  /** With its verb, e.g. `Metrics are`. */
  readonly what: string;
  readonly action?: ReactNode;
  /** The notice is the whole page. */
  readonly page?: boolean;
  readonly children: ReactNode;
}

export function PermissionNotice({ what, action, page = false, children }: PermissionNoticeProps) {
  return (
    <EmptyState
      compact={!page}
      page={page}
      icon={<IconLock size={22} stroke={1.6} />}
      title={`${what} not available to you`}
      description={children}
      action={action}
    />
  );
}
