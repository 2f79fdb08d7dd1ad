/** The person's sessions: where they are signed in, and how to end that. */
import { said, t } from '@acacia/texts';
import type { UserSession } from '@acacia/contract';
import { RelativeTime, TableSkeleton, Tag, toast } from '@acacia/ui';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useServices } from '../services/services.ts';
import { LoadBoundary } from './loading/LoadBoundary.tsx';
import classes from './SessionsDialog.module.css';
import { SESSIONS_KEY, SignOutElsewhere } from './SignOutElsewhere.tsx';

interface SessionsDialogProps {
  readonly onClose: () => void;
}

export default function SessionsDialog({ onClose }: SessionsDialogProps) {
  const close = (
    <Button variant="default" onClick={onClose}>
      Close
    </Button>
  );
  const withClose = (content: ReactNode) => (
    <>
      {content}
      <Group justify="flex-end">{close}</Group>
    </>
  );
  return (
    <Modal opened onClose={onClose} title="Sessions" size={560}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          Where you are signed in. End what you do not know, and change your password then.
        </Text>
        <LoadBoundary
          compact
          what="The sessions"
          skeleton={withClose(<TableSkeleton rows={2} label="Loading sessions" />)}
          frame={withClose}
        >
          <Sessions close={close} />
        </LoadBoundary>
      </Stack>
    </Modal>
  );
}

/** @param close the button that closes the dialog */
function Sessions({ close }: { readonly close: ReactNode }) {
  const { cloud, queryClient } = useServices();
  const { data } = useSuspenseQuery({
    queryKey: SESSIONS_KEY,
    queryFn: ({ signal }) => cloud.listMySessions({ signal }),
    // Another browser may have signed in since it was opened last.
    staleTime: 0,
  });
  const refetch = () => queryClient.invalidateQueries({ queryKey: SESSIONS_KEY });
  return (
    <>
      <ul className={classes.list} aria-label="Sessions">
        {data.map((session) => (
          <Session key={session.session_id} session={session} onEnded={refetch} />
        ))}
      </ul>
      <Group justify="flex-end" gap="xs">
        {close}
        {data.some(({ is_current }) => !is_current) && <SignOutElsewhere color="red" />}
      </Group>
    </>
  );
}

interface SessionProps {
  readonly session: UserSession;
  readonly onEnded: () => Promise<void>;
}

/** The words of the server for a browser (`Safari on Linux`) or another program, in the language of the page. */
function inWords(agent: string): string {
  const [, browser, system] = /^([A-Z][A-Za-z ]+) on (\w+)$/.exec(agent) ?? [];
  return browser === undefined || system === undefined ? said(agent) : t`${browser} on ${system}`;
}

function Session({ session, onEnded }: SessionProps) {
  const { cloud } = useServices();
  const { session_id, address, is_current, create_time, last_seen_time } = session;
  const agent = inWords(session.agent);
  const end = useMutation({
    mutationFn: () => cloud.endMySession({ params: { session_id } }),
    onSuccess: () => {
      toast.success(t`${agent} is signed out.`);
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
          {address !== '' && t.of('session')`${address}, `}since <RelativeTime at={create_time} />
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
