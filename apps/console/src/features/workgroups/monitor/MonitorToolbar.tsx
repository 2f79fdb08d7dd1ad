/** Choice of workspace, time range and interval of refreshing. */
import { t } from '@acacia/texts';
import type { Workspace } from '@acacia/contract';
import { ActionButton, DateField, Form, formatDateTime, localMoment } from '@acacia/ui';
import { Button, Select } from '@mantine/core';
import { IconCalendarTime, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { GuideLink } from '../../../shell/GuideLink.tsx';
import { TabWorkspaceSelect } from '../TabWorkspace.tsx';
import classes from './monitor.module.css';
import {
  customProblem,
  momentsOf,
  RANGES,
  REFRESHES,
  type Range,
  type RangeName,
  type RefreshName,
} from './ranges.ts';

interface MonitorToolbarProps {
  readonly workspaces: readonly Workspace[];
  readonly workspace: Workspace;
  readonly range: Range;
  readonly refresh: RefreshName;
  readonly refreshing: boolean;
  readonly onWorkspace: (id: string) => void;
  readonly onRange: (range: Range) => void;
  readonly onRefresh: (refresh: RefreshName) => void;
  readonly onRefreshNow: () => void;
}

const CUSTOM = 'custom';

const options = (table: Readonly<Record<string, { readonly label: string }>>) =>
  Object.entries(table).map(([value, { label }]) => ({ value, label }));

export function MonitorToolbar(props: MonitorToolbarProps) {
  const { workspaces, workspace, range, refresh, refreshing } = props;
  const [picking, setPicking] = useState(false);
  const custom = range.name === CUSTOM;
  return (
    <div className={classes.toolbar}>
      <TabWorkspaceSelect workspaces={workspaces} chosen={workspace} onChoose={props.onWorkspace} />
      <Select
        className={classes.choice}
        label="Time"
        leftSection={<IconCalendarTime size={16} stroke={1.6} />}
        data={[...options(RANGES), { value: CUSTOM, label: t`Custom` }]}
        value={picking ? CUSTOM : range.name}
        onChange={(name) => {
          setPicking(name === CUSTOM);
          if (name !== null && name !== CUSTOM) props.onRange({ name: name as RangeName });
        }}
        allowDeselect={false}
      />
      <Select
        className={classes.choice}
        label="Refresh"
        data={options(REFRESHES)}
        value={custom ? 'off' : refresh}
        onChange={(name) => name !== null && props.onRefresh(name as RefreshName)}
        allowDeselect={false}
        disabled={custom}
        title={custom ? 'A time that has gone by does not change' : undefined}
      />
      <ActionButton
        variant="default"
        leftSection={<IconRefresh size={16} stroke={1.6} />}
        loading={refreshing}
        onClick={props.onRefreshNow}
      >
        Refresh
      </ActionButton>
      <GuideLink guide="monitoring" about="monitoring" />
      {custom && !picking && (
        <p className={classes.times}>
          {formatDateTime(new Date(range.from))} – {formatDateTime(new Date(range.to))}
          <Button variant="subtle" size="compact-sm" onClick={() => setPicking(true)}>
            Change
          </Button>
        </p>
      )}
      {picking && (
        <CustomTime
          range={range}
          onCancel={() => setPicking(false)}
          onApply={(chosen) => {
            setPicking(false);
            props.onRange(chosen);
          }}
        />
      )}
    </div>
  );
}

function CustomTime(props: {
  readonly range: Range;
  readonly onCancel: () => void;
  readonly onApply: (range: Range) => void;
}) {
  const [initial] = useState(() => momentsOf(props.range, Date.now()));
  const [from, setFrom] = useState(localMoment(new Date(initial.from)));
  const [to, setTo] = useState(localMoment(new Date(initial.to)));
  const [problem, setProblem] = useState<string | null>(null);
  const apply = (): void => {
    const chosen = { name: CUSTOM, from: Date.parse(from), to: Date.parse(to) } as const;
    const found = customProblem(chosen.from, chosen.to);
    setProblem(found);
    if (found === null) props.onApply(chosen);
  };
  return (
    <Form aria-label="Custom time" className={classes.custom} onSubmit={apply}>
      <DateField label="From" withTime value={from} onChange={setFrom} />
      <DateField label="To" withTime value={to} onChange={setTo} error={problem} />
      <Button type="submit">Show</Button>
      <Button variant="default" onClick={props.onCancel}>
        Cancel
      </Button>
    </Form>
  );
}
