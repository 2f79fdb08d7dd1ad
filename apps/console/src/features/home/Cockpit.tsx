/** Home, once there are workspaces: the next step, what was opened last, what runs, failed and was asked. */
import { comma, t } from '@acacia/texts';
import { createWorkspaceClient } from '@acacia/api-client';
import type { Workspace } from '@acacia/contract';
import { Card, RelativeTime } from '@acacia/ui';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMe } from '../../data/me.ts';
import { wasGuided } from '../../data/guided.ts';
import { lastOpened } from '../../data/last-opened.ts';
import { workspaceOrigin } from '../../data/workspace-client.ts';
import { idsOf } from '../../data/workspaces.ts';
import { useServices, type Services } from '../../services/services.ts';
import { LinkButton } from '../../shell/LinkButton.tsx';
import { useNarrow } from '../../shell/narrow.ts';
import { pageTitle } from '../../shell/navigation-items.ts';
import { activityOf, nextStep, type Item, type NextStep, type Seen } from './activity.ts';
import classes from './Cockpit.module.css';

/** More workspaces are not asked: home stays quick. */
const MOST_WORKSPACES = 3;
const REFRESH_MS = 20_000;

const ASKING = t`Asking the workspaces …`;

/**
 * Loads as the cloud knows them, and runs of a workspace that is up. Neither is a use that would keep a workspace from
 * being suspended.
 */
async function seenIn(services: Services, workspace: Workspace, signal: AbortSignal): Promise<Seen> {
  const { cloud, session } = services;
  const client = createWorkspaceClient(workspaceOrigin(workspace), session.getToken);
  const [loads, runs] = await Promise.all([
    cloud.listPastLoads({ params: idsOf(workspace), signal }),
    workspace.status === 'Active' ? client.runs({ signal }) : [],
  ]);
  return { workspace, runs, loads };
}

export default function Cockpit({ workspaces }: { readonly workspaces: readonly Workspace[] }) {
  const services = useServices();
  const asked = workspaces.filter(({ canAccess }) => canAccess).slice(0, MOST_WORKSPACES);
  const answers = useQueries({
    queries: asked.map((workspace) => ({
      queryKey: ['workspace', workspace.workspace_id, 'activity', workspace.status],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => seenIn(services, workspace, signal),
      refetchInterval: REFRESH_MS,
      retry: false,
    })),
  });
  const { running, failedLoads, recent } = activityOf(
    answers.flatMap(({ data }) => data ?? []),
    Date.now(),
  );
  const silent = asked.filter((_, at) => answers[at]?.isError);
  const isPending = answers.some((answer) => answer.isPending);
  const me = useMe();
  const step = nextStep(workspaces, ({ workspace_id }) => wasGuided(me.id, workspace_id));
  return (
    <section aria-label="At a glance" className={classes.grid}>
      {step !== null && <Next step={step} />}
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
          {silent.map(({ name }) => name).join(comma)} did not answer: what runs there is not shown.
        </p>
      )}
    </section>
  );
}

function Next({ step }: { readonly step: NextStep }) {
  const { kind, workspace, title, text } = step;
  return (
    <Card title="Next step">
      <p className={classes.text}>
        <strong>{t`${title}.`}</strong> {text}
      </p>
      {kind === 'show' ? (
        <LinkButton
          size="xs"
          to="/groups/$groupID"
          params={{ groupID: workspace.workgroup_id }}
          search={{ tab: 'workspaces', space_id: workspace.workspace_id }}
        >
          Show the workspace
        </LinkButton>
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
        <LinkButton size="xs" to="/onboarding/import-csv" search={search}>
          Bring my own files
        </LinkButton>
      )}
      {kind === 'guide' && (
        <LinkButton
          size="xs"
          to="/explore"
          search={{ ...search, graph_name: 'Transaction_Fraud', guide: 'fraud' }}
        >
          Open the guide
        </LinkButton>
      )}
      {kind === 'query' && (
        <LinkButton size="xs" to="/editor" search={search}>
          Open the editor
        </LinkButton>
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
      <LinkButton size="xs" variant="default" to={to} search={search}>
        Go on
      </LinkButton>
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
