/**
 * Home, once there are workspaces: the next step, what was opened last, what runs, failed and was asked. Part of the first
 * page: it uses nothing large.
 */
import { t } from '@acacia/texts';
import type { Workspace } from '@acacia/contract';
import { Card, formatAnd, RelativeTime } from '@acacia/ui';
import { skipToken, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { use } from 'react';
import { useMe } from '../../data/me.ts';
import { wasGuided } from '../../data/guided.ts';
import { lastOpened } from '../../data/last-opened.ts';
import { part } from '../../services/part.ts';
import { useServices } from '../../services/services.ts';
import { useNarrow } from '../../shell/narrow.ts';
import { pageTitle } from '../../shell/navigation-items.ts';
import { Settled } from '../../shell/useSettled.ts';
import { activityOf, isCountedEmpty, nextStep, type Item, type NextStep } from './activity.ts';
import classes from './Cockpit.module.css';

const REFRESH_MS = 20_000;

const ASKING = t`Asking the workspaces …`;

/** The runs and loads of a workspace, asked for once the page stands; none without a workspace. */
function useSeen(workspace: Workspace | undefined) {
  const services = useServices();
  const settled = use(Settled);
  const { data, isError, isPending } = useQuery({
    queryKey: ['workspace', workspace?.workspace_id, 'activity', workspace?.status],
    queryFn:
      workspace === undefined || !settled
        ? skipToken
        : async ({ signal }) => {
            const { seenIn } = await part(() => import('./seen.ts'));
            return seenIn(services, workspace, signal);
          },
    refetchInterval: REFRESH_MS,
    retry: false,
  });
  return { workspace, data, isError, isPending: isPending && workspace !== undefined };
}

/** Asks a workspace that was counted empty whether it is: once, as the page is opened, since to ask is a use of it. */
function useHasVertices(workspace: Workspace | undefined) {
  const services = useServices();
  const settled = use(Settled);
  const isAsked =
    workspace !== undefined && settled && workspace.status === 'Active' && isCountedEmpty(workspace);
  const { data, isFetching } = useQuery({
    queryKey: ['workspace', workspace?.workspace_id, 'is-empty'],
    queryFn: isAsked
      ? async ({ signal }) =>
          (await part(() => import('./seen.ts'))).hasNoVertices(services, workspace, signal)
      : skipToken,
    staleTime: Infinity,
    refetchOnMount: 'always',
    retry: false,
  });
  return { workspace, hasVertices: data === false, isFetching };
}

export default function Cockpit({ workspaces }: { readonly workspaces: readonly Workspace[] }) {
  const [first, second, third] = workspaces.filter(({ canAccess }) => canAccess);
  // More workspaces are not asked: home stays quick.
  const answers = [useSeen(first), useSeen(second), useSeen(third)];
  const counts = [useHasVertices(first), useHasVertices(second), useHasVertices(third)];
  const { running, failedLoads, recent } = activityOf(
    answers.flatMap(({ data }) => data ?? []),
    Date.now(),
  );
  const silent = answers.flatMap(({ workspace, isError }) => (isError ? (workspace?.name ?? []) : []));
  const isPending = answers.some((answer) => answer.isPending);
  const me = useMe();
  const step = nextStep(
    workspaces,
    ({ workspace_id }) => wasGuided(me.id, workspace_id),
    ({ workspace_id }) =>
      counts.some((each) => each.hasVertices && each.workspace?.workspace_id === workspace_id),
  );
  return (
    <section aria-label="At a glance" className={classes.grid}>
      {step !== null && (
        <Next step={step} isAsked={step.kind === 'load' && counts.some(({ isFetching }) => isFetching)} />
      )}
      <LastOpened workspaces={workspaces} />
      <Items title="Running now" items={running} none={isPending ? ASKING : 'Nothing runs.'} />
      <Items
        title="Failed loads"
        items={failedLoads}
        none={isPending ? ASKING : 'No load failed in the last seven days.'}
      />
      <Items title="Recent queries" items={recent} none={isPending ? ASKING : 'Nothing was asked lately.'} />
      {silent.length > 0 && (
        <p className={classes.silent} role="status">
          {formatAnd(silent)} did not answer: what runs there is not shown.
        </p>
      )}
    </section>
  );
}

/** @param isAsked the workspace is still asked whether the step is the right one */
function Next({ step, isAsked }: { readonly step: NextStep; readonly isAsked: boolean }) {
  const { kind, workspace, title, text } = step;
  if (isAsked) {
    return (
      <Card title="Next step">
        <p className={classes.none}>{ASKING}</p>
      </Card>
    );
  }
  return (
    <Card title="Next step">
      <p className={classes.text}>
        <strong>{t`${title}.`}</strong> {text}
      </p>
      {kind === 'show' ? (
        <Link
          className={classes.lead}
          to="/groups/$groupID"
          params={{ groupID: workspace.workgroup_id }}
          search={{ tab: 'workspaces', space_id: workspace.workspace_id }}
        >
          Show the workspace
        </Link>
      ) : (
        <ToTool kind={kind} workspace={workspace} />
      )}
    </Card>
  );
}

/** The way to a tool, which has no room on a small screen. */
function ToTool({ kind, workspace: { workspace_id } }: Pick<NextStep, 'kind' | 'workspace'>) {
  const narrow = useNarrow();
  const search = { workspace_id };
  if (narrow) return <p className={classes.none}>Go on with a larger screen.</p>;
  return (
    <>
      {kind === 'load' && (
        <Link className={classes.lead} to="/onboarding/import-csv" search={search}>
          Bring my own files
        </Link>
      )}
      {kind === 'guide' && (
        <Link
          className={classes.lead}
          to="/explore"
          search={{ ...search, graph_name: 'Transaction_Fraud', guide: 'fraud' }}
        >
          Open the guide
        </Link>
      )}
      {kind === 'query' && (
        <Link className={classes.lead} to="/editor" search={search}>
          Open the editor
        </Link>
      )}
    </>
  );
}

function LastOpened({ workspaces }: { readonly workspaces: readonly Workspace[] }) {
  const opened = lastOpened(useMe().id);
  const workspace = workspaces.find(({ workspace_id }) => workspace_id === opened?.workspace_id);
  if (opened === null || workspace === undefined) return null;
  const { to, ...search } = opened;
  return (
    <Card title="Opened last">
      <p className={classes.text}>
        {pageTitle(to)}
        {opened.graph_name === undefined ? '' : ` of ${opened.graph_name}`} in {workspace.name}
      </p>
      <Link className={classes.go} to={to} search={search}>
        Go on
      </Link>
    </Card>
  );
}

interface ItemsProps {
  readonly title: string;
  readonly items: readonly Item[];
  readonly none: string;
}

function Items({ title, items, none }: ItemsProps) {
  return (
    <Card title={title}>
      {items.length === 0 ? (
        <p className={classes.none}>{none}</p>
      ) : (
        <ul className={classes.list} aria-label={title}>
          {items.map(({ id, to, title: what, workspace, graph, at, error }) => (
            <li key={id}>
              <Link
                to={to}
                search={{ workspace_id: workspace.workspace_id, graph_name: graph ?? '1' }}
                className={classes.item}
              >
                <span className={classes.what}>{what}</span>
                <span className={classes.where}>
                  {graph ?? 'global scope'} · {workspace.name} · <RelativeTime at={at} />
                </span>
                {error !== null && <span className={classes.error}>{error}</span>}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
