/** Feedback of the people of the organisation, the newest first. */
import { t } from '@acacia/texts';
import { FEEDBACK_PAGE, feedbackQuestions, type FeedbackEntry } from '@acacia/contract';
import { Card, EmptyState, formatDateTime, Tag } from '@acacia/ui';
import { Button } from '@mantine/core';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { useServices } from '../../services/services.ts';
import classes from './feedback.module.css';

export function FeedbackTab() {
  const { cloud } = useServices();
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery({
    queryKey: ['feedback'],
    queryFn: ({ signal, pageParam }) =>
      cloud.listFeedback({ query: pageParam === undefined ? {} : { before: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: FeedbackEntry[]) => (page.length < FEEDBACK_PAGE ? undefined : page.at(-1)?.id),
  });
  const entries = data.pages.flat();
  if (entries.length === 0) {
    return (
      <EmptyState
        title="No feedback yet"
        description="What the people of your organization say of Acacia shows here, and is mailed to your support."
      />
    );
  }
  return (
    <Card title="Feedback" description="What the people of your organization say of Acacia." flush>
      <ul className={classes.list}>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
      {hasNextPage && (
        <Button
          className={classes.more}
          variant="default"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show older
        </Button>
      )}
    </Card>
  );
}

function Entry({ entry: { category, rowData, from, created_at } }: { readonly entry: FeedbackEntry }) {
  const answers = feedbackQuestions(category).flatMap(({ label, kind }, place) => {
    const answer = rowData[place] ?? '';
    return answer === '' ? [] : [{ label, answer: kind === 'stars' ? t`${answer} of 5 stars` : answer }];
  });
  return (
    <li className={classes.entry}>
      <div className={classes.head}>
        <Tag>{category}</Tag>
        <span>
          {from ?? 'Somebody who has left'}, {formatDateTime(created_at)}
        </span>
      </div>
      <dl className={classes.answers}>
        {answers.map(({ label, answer }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
