/** The workspaces of a workgroup, newest first; with a search where there are many. */
import { said, t } from '@acacia/texts';
import type { Workgroup, Workspace } from '@acacia/contract';
import { EmptyState, formatNumber, StatusBadge } from '@acacia/ui';
import { Button, NativeSelect, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconSearch, IconServer2 } from '@tabler/icons-react';
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { LinkButton } from '../../../shell/LinkButton.tsx';
import { WORKSPACE_TONE } from '../../../shell/workspace-tone.ts';
import { WORKSPACE_ORDERS, type workgroupSearch, type WorkspaceOrder } from '../search.ts';
import { useCreateRefusal } from '../useCreateRefusal.ts';
import { chosenWorkspaces, statusCounts } from './workspace-list.ts';
import { NextSteps } from './NextSteps.tsx';
import { WorkspaceCard } from '../workspace-card/WorkspaceCard.tsx';
import classes from './WorkspacesTab.module.css';
import type { z } from 'zod';

/** More than these are filtered; so many more are drawn at a time. */
const FEW = 8;
const STEP = 20;

type Search = z.output<typeof workgroupSearch>;
type Filter = Pick<Search, 'find' | 'status' | 'order'>;

const ORDER_LABEL: Readonly<Record<WorkspaceOrder, string>> = {
  newest: t`Newest first`,
  name: t`By name`,
  status: t`By status`,
};

export function Tab({ group }: { readonly group: Workgroup }) {
  const { workspaces } = group;
  const search = useSearch({ from: '/shell/groups/$groupID' });
  const navigate = useNavigate({ from: '/groups/$groupID' });
  const find = useDeferredValue(search.find);
  const { status, order, space_id } = search;
  const shown = useMemo(
    () => chosenWorkspaces(workspaces, { find, status, order }),
    [workspaces, find, status, order],
  );
  const refusal = useCreateRefusal(group);
  const createdId = useLocation({ select: ({ state }) => state.createdWorkspace });
  const created = workspaces.find(({ workspace_id }) => workspace_id === createdId);
  if (workspaces.length === 0) {
    return (
      <EmptyState
        icon={<IconServer2 size={22} stroke={1.6} />}
        title="No workspaces"
        description="Nothing serves the databases of this workgroup. Create a workspace to use them."
        action={
          <LinkButton
            to="/groups/$groupID/spaces/config"
            params={{ groupID: group.workgroup_id }}
            leftSection={<IconPlus size={16} />}
            disabledReason={refusal}
          >
            Create workspace
          </LinkButton>
        }
      />
    );
  }
  const change = (filter: Filter): void => {
    void navigate({
      search: { tab: 'workspaces', find: search.find, status, order, ...filter },
      replace: true,
    });
  };
  return (
    <Stack gap="sm">
      {created !== undefined && <NextSteps workspace={created} />}
      <div className={classes.tools}>
        {workspaces.length > FEW && (
          <>
            <TextInput
              type="search"
              aria-label="Filter workspaces"
              placeholder="Filter workspaces"
              className={classes.find}
              leftSection={<IconSearch size={15} stroke={1.7} />}
              value={search.find ?? ''}
              onChange={({ currentTarget: { value } }) => change({ find: value === '' ? undefined : value })}
            />
            <NativeSelect
              aria-label="Order"
              value={order ?? 'newest'}
              onChange={({ currentTarget: { value } }) =>
                change({ order: WORKSPACE_ORDERS.find((each) => each === value) })
              }
              data={WORKSPACE_ORDERS.map((value) => ({ value, label: ORDER_LABEL[value] }))}
            />
          </>
        )}
        <Counts workspaces={workspaces} chosen={status} onChoose={(next) => change({ status: next })} />
      </div>
      {shown.length === 0 ? (
        <EmptyState
          compact
          title="No workspace matches"
          description="Other words or another status may find what you look for."
          action={
            <Button variant="default" onClick={() => change({ find: undefined, status: undefined })}>
              Show all
            </Button>
          }
        />
      ) : (
        <Cards
          // Another choice begins at its top again.
          key={`${find ?? ''}\n${status ?? ''}\n${order ?? ''}`}
          all={workspaces}
          shown={shown}
          wanted={search.configure === undefined ? space_id : undefined}
        />
      )}
    </Stack>
  );
}

interface CountsProps {
  readonly workspaces: readonly Workspace[];
  readonly chosen: Workspace['status'] | undefined;
  readonly onChoose: (status: Workspace['status'] | undefined) => void;
}

/** Number of workspaces by status; with many workspaces, each number is a button that filters by it. */
function Counts({ workspaces, chosen, onChoose }: CountsProps) {
  const many = workspaces.length > FEW;
  return (
    <ul className={classes.counts} aria-label="Workspaces by status">
      {statusCounts(workspaces).map(({ status, count }) => {
        const badge = (
          <StatusBadge tone={WORKSPACE_TONE[status]}>
            {t.of('status')`${formatNumber(count)} ${said(status)}`}
          </StatusBadge>
        );
        return (
          <li key={status}>
            {many ? (
              <button
                type="button"
                className={classes.count}
                aria-pressed={chosen === status}
                onClick={() => onChoose(chosen === status ? undefined : status)}
              >
                {badge}
              </button>
            ) : (
              badge
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface CardsProps {
  readonly all: readonly Workspace[];
  readonly shown: readonly Workspace[];
  /** The id of the one that is looked for. */
  readonly wanted: string | undefined;
}

function Cards({ all, shown, wanted }: CardsProps) {
  const place = shown.findIndex(({ workspace_id }) => workspace_id === wanted);
  const [count, setCount] = useState(Math.max(STEP, Math.ceil((place + 1) / STEP) * STEP));
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    card.current?.scrollIntoView({ block: 'nearest' });
  }, [wanted]);
  const left = shown.length - count;
  return (
    <>
      {shown.slice(0, count).map((workspace) => {
        const looked = workspace.workspace_id === wanted;
        return (
          <div
            key={workspace.workspace_id}
            ref={looked ? card : undefined}
            className={classes.card}
            data-wanted={looked || undefined}
          >
            <WorkspaceCard
              workspace={workspace}
              others={all.filter((each) => each !== workspace).map((each) => each.name)}
            />
          </div>
        );
      })}
      {left > 0 && (
        <Button variant="default" className={classes.more} onClick={() => setCount(count + STEP)}>
          Show {formatNumber(Math.min(STEP, left))} more of {formatNumber(left)}
        </Button>
      )}
    </>
  );
}
