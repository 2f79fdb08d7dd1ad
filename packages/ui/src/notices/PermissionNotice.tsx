/** In the place of a tab or a card that a person may not see: why, and whom to ask. */
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../EmptyState.tsx';

export function PermissionNotice({ children }: { readonly children: ReactNode }) {
  return (
    <EmptyState
      compact
      icon={<IconLock size={22} stroke={1.6} />}
      title="No permission"
      description={children}
    />
  );
}
