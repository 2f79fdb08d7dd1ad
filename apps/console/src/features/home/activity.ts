/** Runs and loads of workspaces that are worth a look at home, and the next step of a person. Pure. */
import { said, t } from '@acacia/texts';
import { IN_PROGRESS, workspaceCan, type PastLoad, type WireRun, type Workspace } from '@acacia/contract';

/** Days for which a failed load is shown. */
const DAYS = 7;
const MOST = 5;

/** A run or a load of a workspace. */
export interface Item {
  readonly id: string;
  readonly to: '/editor' | '/ingestion';
  readonly title: string;
  readonly workspace: Workspace;
  /** Null: the global scope. */
  readonly graph: string | null;
  /** Start, ISO 8601. */
  readonly at: string;
  /** Why it failed; null: it did not. */
  readonly error: string | null;
}

export interface Activity {
  readonly running: readonly Item[];
  readonly failedLoads: readonly Item[];
  readonly recent: readonly Item[];
}

export interface Seen {
  readonly workspace: Workspace;
  readonly runs: readonly WireRun[];
  readonly loads: readonly PastLoad[];
}

const ofRun = (workspace: Workspace, { id, title, graph, startedAt, error }: WireRun): Item => ({
  ...{ id, to: '/editor', title, workspace, graph, at: startedAt, error },
});

const ofLoad = (workspace: Workspace, { id, job, graph, started_at, error }: PastLoad): Item => ({
  ...{ id, to: '/ingestion', title: job, workspace, graph, at: started_at, error },
});

const newest = (items: readonly Item[]): readonly Item[] =>
  items.toSorted((a, b) => b.at.localeCompare(a.at));

/** @param now milliseconds since 1970 */
export function activityOf(seen: readonly Seen[], now: number): Activity {
  const runs = seen.flatMap(({ workspace, runs: all }) => all.map((run) => [workspace, run] as const));
  const loads = seen.flatMap(({ workspace, loads: all }) => all.map((load) => [workspace, load] as const));
  const since = new Date(now - DAYS * 86_400_000).toISOString();
  return {
    running: newest([
      ...runs.filter(([, run]) => run.state === 'running').map((each) => ofRun(...each)),
      ...loads.filter(([, { state }]) => state === 'running').map((each) => ofLoad(...each)),
    ]),
    failedLoads: newest(
      loads
        .filter(([, { state, started_at }]) => state === 'failed' && started_at >= since)
        .map((each) => ofLoad(...each)),
    ).slice(0, MOST),
    recent: newest(
      runs.filter(([, run]) => run.state !== 'running' && run.title !== '').map((each) => ofRun(...each)),
    ).slice(0, MOST),
  };
}

/** The step that a person is led to, with the reason. */
export interface NextStep {
  readonly kind: 'show' | 'load' | 'guide' | 'query';
  readonly workspace: Workspace;
  readonly title: string;
  readonly text: string;
}

const FRAUD = 'transaction-fraud';

/** Why nothing can be asked of the workspace now. */
function why({ canAccess, status, err_message }: Workspace): string {
  if (!canAccess) return t`Your IP is not allowed to access this workspace.`;
  if (status === 'Error' && err_message !== '') return said(err_message);
  return t`It is ${said(status)}: nothing can be asked of it now.`;
}

/** To look at a workspace of which nothing can be asked. */
const lookAfter = (workspace: Workspace): NextStep => ({
  kind: 'show',
  workspace,
  title: IN_PROGRESS.has(workspace.status) ? t`Wait for ${workspace.name}` : t`Look after ${workspace.name}`,
  text: why(workspace),
});

/** Whether the cloud counted no vertices when it looked last. */
export const isCountedEmpty = ({ vertex_count }: Workspace): boolean => vertex_count === 0;

/**
 * One that failed comes first. Null without a workspace.
 * @param workspaces newest first
 * @param wasGuided whether the person followed the guide of a workspace to its end
 * @param hasVertices whether a workspace said that it has some: the cloud's last count may be older than a load
 */
export function nextStep(
  workspaces: readonly Workspace[],
  wasGuided: (workspace: Workspace) => boolean,
  hasVertices: (workspace: Workspace) => boolean,
): NextStep | null {
  const usable = workspaces.filter((each) => each.canAccess && workspaceCan('connect', each).allowed);
  const failed = workspaces.find(({ canAccess, status }) => canAccess && status === 'Error');
  if (failed !== undefined) return lookAfter(failed);
  const workspace = usable.find(({ is_rw }) => is_rw) ?? usable[0];
  if (workspace === undefined) {
    const [last] = workspaces;
    return last === undefined ? null : lookAfter(last);
  }
  const guided = usable.find(
    (each) => each.solution_catalog_id === FRAUD && each.solution_status === 'installed' && !wasGuided(each),
  );
  if (guided !== undefined) {
    return {
      kind: 'guide',
      workspace: guided,
      title: t`Find a ring of fraud`,
      text: t`A guide leads from one card to all of them, in ${guided.name}.`,
    };
  }
  if (workspace.is_rw && isCountedEmpty(workspace) && !hasVertices(workspace)) {
    return {
      kind: 'load',
      workspace,
      title: t`Load data into ${workspace.name}`,
      text: t`It is empty. A schema is proposed from your files.`,
    };
  }
  return {
    kind: 'query',
    workspace,
    title: t`Ask ${workspace.name} a question`,
    text: t`Write a query, or run one that is ready.`,
  };
}
