/** `/status`: whether the parts of this installation work; for everybody, signed in or not. */
import { said, t } from '@acacia/texts';
import type { PartState, SystemPart } from '@acacia/contract';
import { Card, ErrorState, FullScreen, PageSkeleton, RelativeTime, StatusBadge } from '@acacia/ui';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../services/services.ts';
import { useDocumentTitle } from '../../shell/useDocumentTitle.ts';
import classes from './Status.module.css';

/** Milliseconds between two looks. */
const EVERY = 15_000;

const WORDS: Readonly<
  Record<PartState, { readonly label: string; readonly tone: 'positive' | 'warning' | 'negative' }>
> = {
  working: { label: t`Working`, tone: 'positive' },
  impaired: { label: t`Impaired`, tone: 'warning' },
  down: { label: t`Down`, tone: 'negative' },
};
const TITLES: Readonly<Record<PartState, string>> = {
  working: t`Everything works`,
  impaired: t`Some of it is impaired`,
  down: t`Some of it is down`,
};

export function Page() {
  useDocumentTitle(t`Status`);
  const { cloud } = useServices();
  const status = useQuery({
    queryKey: ['status'],
    queryFn: ({ signal }) => cloud.getSystemStatus({ signal }),
    refetchInterval: EVERY,
    staleTime: 0,
  });
  return (
    <FullScreen width={640}>
      <div className={classes.page}>
        {status.isError ? (
          <ErrorState
            page
            title="The server cannot be reached"
            error={status.error}
            onRetry={() => void status.refetch()}
          />
        ) : status.data === undefined ? (
          <PageSkeleton />
        ) : (
          <>
            <div role="status">
              <h1 className={classes.title}>{TITLES[status.data.state]}</h1>
            </div>
            <p className={classes.about}>
              Version {status.data.version}, started <RelativeTime at={status.data.since} />; looked at{' '}
              <RelativeTime at={status.data.checked_at} />.
            </p>
            <Card>
              <ul className={classes.parts}>
                {status.data.parts.map((part) => (
                  <Part key={part.name} part={part} />
                ))}
              </ul>
            </Card>
          </>
        )}
        <Button component="a" href="/" variant="default">
          Open the console
        </Button>
      </div>
    </FullScreen>
  );
}

function Part({ part: { name, does, state, reason } }: { readonly part: SystemPart }) {
  const { label, tone } = WORDS[state];
  return (
    <li className={classes.part}>
      <div>
        <strong>{said(name)}</strong>
        <p className={classes.does}>{said(reason === '' ? does : reason)}</p>
      </div>
      <StatusBadge tone={tone}>{label}</StatusBadge>
    </li>
  );
}
