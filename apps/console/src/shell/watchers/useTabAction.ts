import type { ToastAction } from '@acacia/ui';
import { useRouter } from '@tanstack/react-router';

interface TabSearch {
  readonly tab: 'solution' | 'dataprofiles';
  readonly space_id?: string;
  readonly graph_name?: string;
}

/** Makes the link of a toast to a tab of a workgroup. */
export function useTabAction(): (label: string, groupID: string, search: TabSearch) => ToastAction {
  const router = useRouter();
  return (label, groupID, search) => {
    const { href } = router.buildLocation({ to: '/groups/$groupID', params: { groupID }, search });
    return { label, href, go: () => router.history.push(href) };
  };
}
