/** The to-do list of a new organisation (specification part 1, sections 2.4 and 4.3). */
import { said, t } from '@acacia/texts';
import { can, type OnboardingTask, type Permission, type TaskId } from '@acacia/contract';
import { Card, Tag } from '@acacia/ui';
import { UnstyledButton } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMe } from '../../data/me.ts';
import { useOpenFeedback } from '../../shell/feedback/open-feedback.ts';
import home from './home.module.css';
import classes from './ToDo.module.css';

interface Shown {
  readonly label: string;
  /** Where the task is done; the one to sign up has none. */
  readonly opens?:
    | 'feedback'
    | { readonly to: '/groups/new' | '/ingestion' }
    | { readonly to: '/admin/users'; readonly search: { readonly invite: 'true' } }
    | {
        readonly to: '/admin/bills';
        readonly search: { readonly addCreditCard: 'true'; readonly tab: 'PaymentMethods' };
      };
  readonly needs?: Permission;
  readonly tag?: string;
}

/** A server lists the payment only where it charges. */
const SHOWN: Readonly<Record<TaskId, Shown>> = {
  signup: { label: t`Sign up`, tag: t`Limited Time` },
  'create workspace': {
    label: t`Create a workspace`,
    opens: { to: '/groups/new' },
    needs: 'workgroup.create',
  },
  'invite member': {
    label: t`Invite a team member`,
    opens: { to: '/admin/users', search: { invite: 'true' } },
    needs: 'user.manage',
  },
  'add payment': {
    label: t`Add payment method`,
    opens: { to: '/admin/bills', search: { addCreditCard: 'true', tab: 'PaymentMethods' } },
    needs: 'billing.pay',
  },
  'load data': { label: t`Load data`, opens: { to: '/ingestion' } },
  'give feedback': { label: t`Give feedback`, opens: 'feedback' },
};

const dollars = (tasks: readonly OnboardingTask[]): string =>
  `$${tasks.reduce((sum, { credits }) => sum + credits, 0)}`;

export default function ToDo({ tasks }: { readonly tasks: readonly OnboardingTask[] }) {
  const done = tasks.filter(({ completed }) => completed);
  const progress = `${dollars(done)} / ${dollars(tasks)}`;
  return (
    <Card
      title="New user to-do list"
      flush
      actions={<span className={classes.progress}>Credits {progress}</span>}
    >
      <ul className={classes.list}>
        {tasks.map((task) => (
          <Task key={task.id} task={task} />
        ))}
      </ul>
    </Card>
  );
}

function Task({ task }: { readonly task: OnboardingTask }) {
  const { roles } = useMe();
  const openFeedback = useOpenFeedback();
  const { label, opens, needs, tag } = SHOWN[task.id];
  const Mark = task.completed ? IconCircleCheckFilled : IconCircle;
  const isMine = needs === undefined || can(roles, needs);
  return (
    <li className={classes.row} data-done={task.completed || undefined}>
      <Mark size={18} className={classes.mark} role="img" aria-label={task.completed ? 'Done' : 'To do'} />
      <span className={classes.name}>
        {label} {tag !== undefined && <Tag>{tag}</Tag>}
        <span className={classes.description}>{said(task.description)}</span>
      </span>
      <span className={classes.credits}>${task.credits}</span>
      <span className={classes.action}>
        {!task.completed && opens === 'feedback' && (
          <UnstyledButton className={home.start} onClick={openFeedback}>
            Start<span className={classes.which}>: {label}</span>
          </UnstyledButton>
        )}
        {!task.completed && typeof opens === 'object' && isMine && (
          <Link {...opens} className={home.start}>
            Start<span className={classes.which}>: {label}</span>
          </Link>
        )}
        {!task.completed && !isMine && <span className={classes.description}>By an administrator</span>}
      </span>
    </li>
  );
}
