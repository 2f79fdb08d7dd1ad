/** Results of a run: log, graph, table, JSON, profile; and the runs of this session. */
import { said, t } from '@acacia/texts';
import type { WorkspaceClient } from '@acacia/api-client';
import type { WireGraphSchema } from '@acacia/contract';
import { EmptyState, formatDateTime, formatDuration, formatNumber, StatusBadge, useNow } from '@acacia/ui';
import { ActionIcon, Button, Menu, Tabs, Tooltip } from '@mantine/core';
import { IconHistory, IconPin, IconPinFilled, IconPlayerPlay } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { lazyPart } from '../../../services/lazy-part.tsx';
import { LoadBoundary } from '../../../shell/loading/LoadBoundary.tsx';
import type { TypeColors } from '../../workspace-tool/type-colors.ts';
import { partsOf } from '../../workspace-tool/wire-graph.ts';
import type { Run } from '../run/run-store.ts';
import { RUN_TONE, wordOf } from '../run/run-words.ts';
import type { OtherTable } from './CompareDialog.tsx';
import { JsonView } from './JsonView.tsx';
import { LinesView } from './LinesView.tsx';
import { logBefore } from './log-text.ts';
import { OutputFiles } from './OutputFiles.tsx';
import type { ShownPlan } from '../workbench-state.ts';
import { PlanPane } from './PlanPane.tsx';
import { ProfileView } from './ProfileView.tsx';
import classes from './results.module.css';

const ResultGraph = lazyPart(async () => (await import('./ResultGraph.tsx')).ResultGraph);
const ResultTables = lazyPart(async () => (await import('./ResultTableView.tsx')).ResultTables);

interface ResultsPaneProps {
  /** Runs of the open file, newest first. */
  readonly runs: readonly Run[];
  /** Runs of any file whose results are pinned. */
  readonly pinned: readonly Run[];
  readonly onPin: (id: string, pinned: boolean) => void;
  /** Shown in the place of results; null: none is. */
  readonly plan: ShownPlan | null;
  readonly onPlanClosed: () => void;
  /** null: the newest. */
  readonly shownId: string | null;
  readonly onShow: (id: string) => void;
  /** Reads what a run of before a reload gave. */
  readonly onLoad: (id: string) => void;
  readonly client: WorkspaceClient;
  readonly schema: WireGraphSchema | undefined;
  readonly colors: TypeColors;
}

type Tab = 'log' | 'graph' | 'table' | 'json' | 'profile' | 'files';

export function ResultsPane(props: ResultsPaneProps) {
  /** The last view of each run, restored when the person comes back to it. */
  const [views, setViews] = useState<ReadonlyMap<string, Tab>>(new Map());
  const run = [...props.runs, ...props.pinned].find((each) => each.id === props.shownId) ?? props.runs[0];
  const { onLoad } = props;
  const unread = run?.loaded === false ? run.id : null;
  useEffect(() => {
    if (unread !== null) onLoad(unread);
  }, [unread, onLoad]);
  if (props.plan !== null) {
    return <PlanPane plan={props.plan} hasRuns={run !== undefined} onClose={props.onPlanClosed} />;
  }
  if (run === undefined) {
    return (
      <div className={classes.pane}>
        <EmptyState
          compact
          icon={<IconPlayerPlay size={22} stroke={1.6} />}
          title="No result"
          description="Run a statement with Ctrl+Enter (⌘ Enter), or the whole file with Shift added. What it gives is shown here."
          {...(props.pinned.length === 0
            ? {}
            : {
                action: (
                  <RunsMenu runs={props.runs} pinned={props.pinned} shown={null} onShow={props.onShow} />
                ),
              })}
        />
      </div>
    );
  }
  return (
    <RunResult
      key={run.id}
      run={run}
      chosen={views.get(run.id) ?? null}
      onChoose={(tab) => setViews(new Map(views).set(run.id, tab))}
      {...props}
    />
  );
}

interface RunResultProps extends ResultsPaneProps {
  readonly run: Run;
  /** null: the most informative one. */
  readonly chosen: Tab | null;
  readonly onChoose: (tab: Tab) => void;
}

function RunResult(props: RunResultProps) {
  const { run, runs, pinned, chosen, onChoose, onShow, onPin, client, schema, colors } = props;
  const { answers } = run;
  const tables = useMemo(() => answers.flatMap(({ stored }) => stored.tables), [answers]);
  const cut = answers.find(({ stored }) => stored.cut !== null)?.stored.cut ?? null;
  const parts = useMemo(() => partsOf(answers.map((answer) => answer.results)), [answers]);
  const has: Readonly<Record<Tab, boolean>> = {
    log: run.log.trim() !== '',
    graph: parts.vertices.size > 0,
    table: tables.length > 0,
    json: answers.some(({ stored }) => stored.whole),
    profile: run.profile.length > 0,
    files: run.toFile !== null,
  };
  const log = useMemo(() => logBefore(run), [run]);
  const others = useMemo(() => otherTables(run, runs, pinned), [run, runs, pinned]);
  // The table is the most informative; with edges the graph is.
  const best: Tab = has.files
    ? run.state === 'failed'
      ? 'log'
      : 'files'
    : parts.edges.size > 0
      ? 'graph'
      : has.table
        ? 'table'
        : 'log';
  const tab = chosen !== null && (has[chosen] || chosen === 'log') ? chosen : best;
  const name = run.title.replaceAll(/\W+/g, '-').slice(0, 40) || 'result';

  return (
    <Tabs
      className={classes.pane}
      value={tab}
      onChange={(value) => onChoose(value as Tab)}
      keepMounted={false}
    >
      <div className={classes.bar}>
        <Tabs.List style={{ flexWrap: 'nowrap' }}>
          {has.files && <Tabs.Tab value="files">Output</Tabs.Tab>}
          <Tabs.Tab value="graph" disabled={!has.graph}>
            Graph
          </Tabs.Tab>
          <Tabs.Tab value="table" disabled={!has.table}>
            Table
          </Tabs.Tab>
          <Tabs.Tab value="json" disabled={!has.json}>
            JSON
          </Tabs.Tab>
          <Tabs.Tab value="log">Log</Tabs.Tab>
          {has.profile && <Tabs.Tab value="profile">Profile</Tabs.Tab>}
        </Tabs.List>
        <div className={classes.facts}>
          <StatusBadge tone={RUN_TONE[run.state]}>{wordOf(run)}</StatusBadge>
          {run.lost && <span>Connecting again …</span>}
          <Elapsed run={run} />
          {has.table && <span>· {counted(tables.reduce((sum, { rows }) => sum + rows, 0))}</span>}
          {(has.table || run.pinned) && run.state !== 'running' && (
            <Tooltip
              label={
                run.pinned
                  ? 'Unpin: the result is kept for a day'
                  : 'Pin: the result is kept as long as the workspace runs and has room'
              }
            >
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                aria-label="Pin result"
                aria-pressed={run.pinned}
                onClick={() => onPin(run.id, !run.pinned)}
              >
                {run.pinned ? <IconPinFilled size={15} /> : <IconPin size={15} />}
              </ActionIcon>
            </Tooltip>
          )}
          <RunsMenu runs={runs} pinned={pinned} shown={run} onShow={onShow} />
        </div>
      </div>
      {run.error !== null && (
        <div className={classes.error} data-tone={run.state} role="alert">
          {said(run.error)}
        </div>
      )}
      <div className={classes.content}>
        {tab === 'log' &&
          (log.trim() !== '' ? (
            <LinesView text={log} label="Log" follow={run.state === 'running'} />
          ) : (
            run.state !== 'running' &&
            run.error === null &&
            run.loaded && (
              <EmptyState
                compact
                title={has.json ? 'Nothing in the log' : 'No result'}
                description={has.json ? 'The result is in the other tabs.' : 'The command wrote nothing.'}
              />
            )
          ))}
        {tab === 'graph' && (
          <LoadBoundary what="The graph" skeleton={null} compact>
            <ResultGraph parts={parts} client={client} graph={run.graph} schema={schema} colors={colors} />
          </LoadBoundary>
        )}
        {tab === 'files' && <OutputFiles run={run} client={client} />}
        {tab === 'table' && (
          <LoadBoundary what="The table" skeleton={null} compact>
            <ResultTables run={run.id} tables={tables} client={client} cut={cut} others={others} />
          </LoadBoundary>
        )}
        {tab === 'json' && <JsonView value={jsonOf(run)} name={name} />}
        {tab === 'profile' && <ProfileView steps={run.profile} name={name} />}
      </div>
    </Tabs>
  );
}

/** A single answer itself; several as a list. Large ones are in their tables alone. */
function jsonOf({ answers }: Run): unknown {
  const whole = answers.filter(({ stored }) => stored.whole);
  return whole.length === 1 ? whole[0]?.results : whole.map(({ results }) => results);
}

const counted = (rows: number): string =>
  rows === 1 ? t`${formatNumber(rows)} row` : t`${formatNumber(rows)} rows`;

function Elapsed({ run }: { readonly run: Run }) {
  const now = useNow(run.endedAt === null ? 250 : 3_600_000);
  return <span>{formatDuration(Math.max(0, (run.endedAt ?? now) - run.startedAt))}</span>;
}

/** Tables of other runs; those of the same title come first. */
function otherTables(run: Run, runs: readonly Run[], pinned: readonly Run[]): readonly OtherTable[] {
  const others = [...new Set([...runs, ...pinned])].filter((each) => each.id !== run.id);
  const same = others.filter(({ title }) => title === run.title);
  return [...same, ...others.filter((each) => !same.includes(each))].flatMap((each) =>
    each.answers.flatMap(({ stored }) =>
      stored.tables
        .filter(({ unsortable }) => !unsortable)
        .map(({ table, name, rows }) => ({
          ...{ run: each.id, table },
          label: `${each.title} · ${formatDateTime(new Date(each.startedAt))} · ${name} · ${counted(rows)}`,
        })),
    ),
  );
}

interface RunsMenuProps extends Pick<ResultsPaneProps, 'runs' | 'pinned' | 'onShow'> {
  readonly shown: Run | null;
}

function RunsMenu({ runs, pinned, shown, onShow }: RunsMenuProps) {
  const item = (run: Run) => (
    <Menu.Item
      key={run.id}
      onClick={() => onShow(run.id)}
      rightSection={<StatusBadge tone={RUN_TONE[run.state]}>{wordOf(run)}</StatusBadge>}
      {...(run.id === shown?.id ? { 'aria-current': true } : {})}
    >
      <span className={classes.historyTitle}>{run.title}</span>
    </Menu.Item>
  );
  return (
    <Menu>
      <Menu.Target>
        <Button variant="subtle" color="gray" size="compact-sm" leftSection={<IconHistory size={14} />}>
          {runs.length === 0 ? 'Pinned results' : 'Runs'}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {pinned.length > 0 && <Menu.Label>Pinned</Menu.Label>}
        {pinned.map(item)}
        {runs.length > 0 && <Menu.Label>Of this file</Menu.Label>}
        {runs.filter((run) => !pinned.includes(run)).map(item)}
      </Menu.Dropdown>
    </Menu>
  );
}
