/** Results of a run: log, graph, table, JSON, profile; and the runs of this session. */
import type { WorkspaceClient } from '@acacia/api-client';
import type { WireGraphSchema } from '@acacia/contract';
import { EmptyState, formatDuration, formatNumber, StatusBadge, useNow, type StatusTone } from '@acacia/ui';
import { Button, Menu, Tabs } from '@mantine/core';
import { IconHistory, IconPlayerPlay } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { TypeColors } from '../../workspace-tool/type-colors.ts';
import { partsOf } from '../../workspace-tool/wire-graph.ts';
import type { Run } from '../run/run-store.ts';
import { JsonView } from './JsonView.tsx';
import { LinesView } from './LinesView.tsx';
import { ProfileView } from './ProfileView.tsx';
import { ResultGraph } from './ResultGraph.tsx';
import { ResultTables } from './ResultTableView.tsx';
import classes from './results.module.css';
import { rowCount, tablesOf } from './table-data.ts';

interface ResultsPaneProps {
  /** Runs of the open file, newest first. */
  readonly runs: readonly Run[];
  /** null: the newest. */
  readonly shownId: number | null;
  readonly onShow: (id: number) => void;
  readonly client: WorkspaceClient;
  readonly schema: WireGraphSchema | undefined;
  readonly colors: TypeColors;
}

const TONE: Readonly<Record<Run['state'], StatusTone>> = {
  running: 'progress',
  done: 'positive',
  failed: 'negative',
  cancelled: 'stopped',
};
const WORD: Readonly<Record<Run['state'], string>> = {
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

type Tab = 'log' | 'graph' | 'table' | 'json' | 'profile';

export function ResultsPane(props: ResultsPaneProps) {
  /** The last view of each run, restored when the person comes back to it. */
  const [views, setViews] = useState<ReadonlyMap<number, Tab>>(new Map());
  const run = props.runs.find((each) => each.id === props.shownId) ?? props.runs[0];
  if (run === undefined) {
    return (
      <div className={classes.pane}>
        <EmptyState
          compact
          icon={<IconPlayerPlay size={22} stroke={1.6} />}
          title="No result"
          description="Run a statement with Ctrl+Enter (⌘ Enter), or the whole file with Shift added. What it gives is shown here."
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
  const { run, runs, chosen, onChoose, onShow, client, schema, colors } = props;
  const { answers } = run;
  const tables = useMemo(() => tablesOf(answers), [answers]);
  const parts = useMemo(() => partsOf(answers.map((answer) => answer.results)), [answers]);
  const has: Readonly<Record<Tab, boolean>> = {
    log: run.log.trim() !== '',
    graph: parts.vertices.size > 0,
    table: tables.length > 0,
    json: answers.length > 0,
    profile: run.profile.length > 0,
  };
  // The table is the most informative; with edges the graph is.
  const best: Tab = parts.edges.size > 0 ? 'graph' : has.table ? 'table' : 'log';
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
          <StatusBadge tone={TONE[run.state]}>{WORD[run.state]}</StatusBadge>
          <Elapsed run={run} />
          {has.table && <span>· {counted(rowCount(tables))}</span>}
          <History runs={runs} shown={run} onShow={onShow} />
        </div>
      </div>
      {run.error !== null && (
        <div className={classes.error} data-tone={run.state} role="alert">
          {run.error}
        </div>
      )}
      <div className={classes.content}>
        {tab === 'log' &&
          (has.log ? (
            <LinesView text={run.log} label="Log" follow={run.state === 'running'} />
          ) : (
            run.state !== 'running' &&
            run.error === null && (
              <EmptyState
                compact
                title={has.json ? 'Nothing in the log' : 'No result'}
                description={has.json ? 'The result is in the other tabs.' : 'The command wrote nothing.'}
              />
            )
          ))}
        {tab === 'graph' && (
          <ResultGraph parts={parts} client={client} graph={run.graph} schema={schema} colors={colors} />
        )}
        {tab === 'table' && <ResultTables tables={tables} name={name} />}
        {tab === 'json' && <JsonView value={jsonOf(run)} name={name} />}
        {tab === 'profile' && <ProfileView steps={run.profile} name={name} />}
      </div>
    </Tabs>
  );
}

/** A single answer itself; several as a list. */
const jsonOf = ({ answers }: Run): unknown =>
  answers.length === 1 ? answers[0]?.results : answers.map((answer) => answer.results);

const counted = (rows: number): string => `${formatNumber(rows)} ${rows === 1 ? 'row' : 'rows'}`;

function Elapsed({ run }: { readonly run: Run }) {
  const now = useNow(run.endedAt === null ? 250 : 3_600_000);
  return <span>{formatDuration(Math.max(0, (run.endedAt ?? now) - run.startedAt))}</span>;
}

function History({
  runs,
  shown,
  onShow,
}: {
  readonly runs: readonly Run[];
  readonly shown: Run;
  readonly onShow: (id: number) => void;
}) {
  return (
    <Menu>
      <Menu.Target>
        <Button variant="subtle" color="gray" size="compact-sm" leftSection={<IconHistory size={14} />}>
          Runs
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        <Menu.Label>Of this file, in this session</Menu.Label>
        {runs.map((run) => (
          <Menu.Item
            key={run.id}
            onClick={() => onShow(run.id)}
            rightSection={<StatusBadge tone={TONE[run.state]}>{WORD[run.state]}</StatusBadge>}
            {...(run.id === shown.id ? { 'aria-current': true } : {})}
          >
            <span className={classes.historyTitle}>{run.title}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
