/** Comments on the saved exploration, or on one of its vertices. */
import { EXPLORATION_LIMITS, type ExplorationEntry } from '@acacia/contract';
import { EmptyState, errorText, Form, RelativeTime, toast } from '@acacia/ui';
import { ActionIcon, Button, Group, Textarea } from '@mantine/core';
import { IconMessage, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe } from '../../../data/me.ts';
import { useServices } from '../../../services/services.ts';
import { CopyAs } from '../../../shell/copy-as/CopyAs.tsx';
import { formCall } from '../../../shell/copy-as/form-call.ts';
import classes from '../explore.module.css';
import { commentsQuery, explorationKeys, type WorkspaceIds } from './explorations.ts';

interface CommentsPanelProps {
  readonly params: WorkspaceIds;
  readonly entry: ExplorationEntry;
  /** The one selected vertex, which a new comment is about; null: none. */
  readonly about: string | null;
  /** The name of a vertex in the picture. */
  readonly nameOf: (key: string) => string;
  readonly onLocate: (key: string) => void;
}

export function CommentsPanel({ params, entry, about, nameOf, onLocate }: CommentsPanelProps) {
  const services = useServices();
  const { cloud, queryClient } = services;
  const me = useMe();
  const { exploration_id } = entry;
  const comments = useQuery(commentsQuery(services, params, exploration_id));
  const [text, setText] = useState('');
  const [failure, setFailure] = useState<string>();
  const refresh = () => queryClient.invalidateQueries({ queryKey: explorationKeys.all(params.workspace_id) });
  const input = { params: { ...params, exploration_id }, body: { text, about: about ?? '' } };
  const add = async () => {
    try {
      await cloud.addExplorationComment(input);
      setText('');
      setFailure(undefined);
      await refresh();
    } catch (error) {
      setFailure(errorText(error));
    }
  };
  const remove = async (comment_id: string) => {
    await cloud.deleteExplorationComment({ params: { ...params, exploration_id, comment_id } });
    await refresh();
  };
  return (
    <section className={classes.section} aria-label="Comments">
      {comments.data?.length === 0 && (
        <EmptyState
          compact
          icon={<IconMessage size={20} stroke={1.6} />}
          title="No comments"
          description="Whoever may open the exploration can comment on it, or on a selected vertex."
        />
      )}
      {comments.error !== null && (
        <p role="alert" className={classes.problem}>
          {errorText(comments.error)}
        </p>
      )}
      <ul className={classes.comments}>
        {comments.data?.map(({ comment_id, author, about: subject, text: said, created_at }) => (
          <li key={comment_id}>
            <div className={classes.commentHead}>
              <strong>{author.name || author.email}</strong>
              <span className={classes.note}>
                <RelativeTime at={created_at} />
              </span>
              {(author.user_id === me.id || entry.permission === 'owner') && (
                <ActionIcon
                  size="sm"
                  aria-label={`Delete the comment of ${author.name || author.email}`}
                  onClick={() => void remove(comment_id).catch(toast.error)}
                >
                  <IconTrash size={13} stroke={1.7} />
                </ActionIcon>
              )}
            </div>
            {subject !== '' && (
              <button type="button" className={classes.subject} onClick={() => onLocate(subject)}>
                on {nameOf(subject)}
              </button>
            )}
            <p className={classes.commentText}>{said}</p>
          </li>
        ))}
      </ul>
      <Form className={classes.form} onSubmit={() => void add()} aria-label="New comment">
        <Textarea
          size="xs"
          label={about === null ? 'Comment' : `Comment on ${nameOf(about)}`}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={EXPLORATION_LIMITS.comment}
          value={text}
          error={failure}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs">
          {text.trim() !== '' && <CopyAs calls={[formCall('addExplorationComment', input)]} />}
          <Button type="submit" size="xs" disabled={text.trim() === ''}>
            Comment
          </Button>
        </Group>
      </Form>
    </section>
  );
}
