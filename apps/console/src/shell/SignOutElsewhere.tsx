/** Ends the person's sessions but the present one. */
import { t } from '@acacia/texts';
import { toast } from '@acacia/ui';
import { Button, type ButtonProps } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useServices } from '../services/services.ts';

/** Key of the list of the person's sessions. */
export const SESSIONS_KEY = ['my-sessions'] as const;

export function SignOutElsewhere(look: Pick<ButtonProps, 'color' | 'variant' | 'size'>) {
  const { cloud, queryClient } = useServices();
  const end = useMutation({
    mutationFn: () => cloud.endMyOtherSessions({}),
    onSuccess: ({ ended }) => {
      toast.success(ended === 1 ? t`One session is signed out.` : t`${ended} sessions are signed out.`);
      return queryClient.invalidateQueries({ queryKey: SESSIONS_KEY });
    },
    onError: (error) => toast.error(error),
  });
  return (
    <Button {...look} loading={end.isPending} onClick={() => end.mutate()}>
      Sign out everywhere else
    </Button>
  );
}
