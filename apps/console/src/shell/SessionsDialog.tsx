/** The person's sessions: where they are signed in, and how to end that. */
import type { UserSession } from '@acacia/contract';
import { ErrorState, RelativeTime, TableSkeleton, Tag, toast } from '@acacia/ui';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useServices } from '../services/services.ts';
import classes from './SessionsDialog.module.css';

const KEY = ['my-sessions'];

function useSessions() {
  const { cloud } = useServices();
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => cloud.listMySessions({ signal }),
    // Another browser may have signed in since it was opened last.
    staleTime: 0,
  });
}

interface SessionsDialogProps {
  readonly onClose: () => void;
}

export default function SessionsDialog({ onClose }: SessionsDialogProps) {
  const { cloud, queryClient } = useServices();
  const sessions = useSessions();
  const refetch = () => queryClient.invalidateQueries({ queryKey: KEY });
  const endOthers = useMutation({
    mutationFn: () => cloud.endMyOtherSessions({}),
    onSuccess: ({ ended }) => {
      toast.success(ended === 1 ? 'One session is signed out.' : `${ended} sessions are signed out.`);
      return refetch();
    },
    onError: (error) => toast.error(error),
  });
  const hasOthers = sessions.data?.some(({ is_current }) => !is_current) ?? false;
  return (
    <Modal opened onClose={onClose} title="Sessions" size={560}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          Where you are signed in. End what you do not know, and change your password then.
        </Text>
        {sessions.data !== undefined ? (
          <ul className={classes.list} aria-label="Sessions">
            {sessions.data.map((session) => (
              <Session key={session.session_id} session={session} onEnded={refetch} />
            ))}
          </ul>
        ) : sessions.error !== null ? (
          <ErrorState
            what="The sessions"
            error={sessions.error}
            onRetry={() => void sessions.refetch()}
            compact
          />
        ) : (
          <TableSkeleton rows={2} label="Loading sessions" />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          {hasOthers && (
            <Button color="red" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
              Sign out everywhere else
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

interface SessionProps {
  readonly session: UserSession;
  readonly onEnded: () => Promise<void>;
}

function Session({ session, onEnded }: SessionProps) {
  const { cloud } = useServices();
  const { session_id, agent, address, is_current, create_time, last_seen_time } = session;
  const end = useMutation({
    mutationFn: () => cloud.endMySession({ params: { session_id } }),
    onSuccess: () => {
      toast.success(`${agent} is signed out.`);
      return onEnded();
    },
    onError: (error) => {
      toast.error(error);
      return onEnded();
    },
  });
  return (
    <li className={classes.session}>
      <div className={classes.texts}>
        <div className={classes.agent}>
          {agent}
          {is_current && <Tag>This session</Tag>}
        </div>
        <div className={classes.facts}>
          {address !== '' && `${address}, `}since <RelativeTime at={create_time} />
          {!is_current && (
            <>
              , last seen <RelativeTime at={last_seen_time} />
            </>
          )}
        </div>
      </div>
      {!is_current && (
        <Button
          variant="default"
          size="xs"
          aria-label={`Sign out of ${agent}`}
          loading={end.isPending}
          onClick={() => end.mutate()}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}
