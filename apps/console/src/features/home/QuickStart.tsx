import { can as allows, type Workspace } from '@acacia/contract';
import { hint } from '@acacia/ui';
import { UnstyledButton } from '@mantine/core';
import {
  IconBinaryTree2,
  IconCode,
  IconDatabaseImport,
  IconMessage2,
  IconPackage,
  IconPlus,
  IconSchema,
  IconUserPlus,
  type Icon,
} from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useMe } from '../../data/me.ts';
import { useWorkgroups } from '../../data/workgroups.ts';
import { quickStart, type Tile } from './quick-start.ts';
import classes from './QuickStart.module.css';

const WorkgroupPicker = lazy(() => import('./WorkgroupPicker.tsx'));

const ICONS: Readonly<Record<string, Icon>> = {
  'Create Workspace': IconPlus,
  'Design Schema': IconSchema,
  'Load Data': IconDatabaseImport,
  'Write Query': IconCode,
  'Explore Graph': IconBinaryTree2,
  'Install Solution': IconPackage,
  'Invite User': IconUserPlus,
  'Give Feedback': IconMessage2,
};

/** @param workspaces undefined while they load: the tiles stand there, not yet to be used */
export function QuickStart({ workspaces }: { readonly workspaces: readonly Workspace[] | undefined }) {
  const me = useMe();
  const { data: groups = [] } = useWorkgroups();
  const navigate = useNavigate();
  const [picking, setPicking] = useState(false);
  const roles = me.data?.roles ?? [];
  const administered = groups.filter((group) =>
    allows(roles, 'workspace.create', { workgroup_id: group.workgroup_id }),
  );
  const isAdmin = allows(roles, 'workgroup.create');
  const loading = workspaces === undefined || me.data === undefined;
  const tiles = quickStart(workspaces ?? [], isAdmin || administered.length > 0, isAdmin);
  const create = (): void => {
    if (administered.length === 0) void navigate({ to: '/groups/new' });
    else setPicking(true);
  };
  return (
    <section aria-label="Quick Start">
      <h2 className={classes.heading}>Quick Start</h2>
      <ul className={classes.tiles}>
        {tiles.map((tile) => (
          <li key={tile.label}>
            <TileButton tile={tile} loading={loading} onCreate={create} />
          </li>
        ))}
      </ul>
      <Suspense fallback={null}>
        {picking && (
          <WorkgroupPicker groups={administered} mayCreateGroup={isAdmin} onClose={() => setPicking(false)} />
        )}
      </Suspense>
    </section>
  );
}

interface TileButtonProps {
  readonly tile: Tile;
  readonly loading: boolean;
  readonly onCreate: () => void;
}

function TileButton({ tile, loading, onCreate }: TileButtonProps) {
  const TileIcon = ICONS[tile.label] ?? IconPlus;
  const content = (
    <>
      <span className={classes.icon} aria-hidden="true">
        <TileIcon size={19} stroke={1.6} />
      </span>
      <span className={classes.texts}>
        <span className={classes.label}>{tile.label}</span>
        <span className={classes.description}>{tile.description}</span>
      </span>
    </>
  );
  if (loading || tile.refusal !== undefined || tile.opens === null) {
    const reason = tile.refusal;
    return (
      <UnstyledButton
        className={classes.tile}
        aria-disabled="true"
        {...(loading || reason === undefined ? {} : { 'aria-description': reason, ...hint(reason) })}
      >
        {content}
      </UnstyledButton>
    );
  }
  return tile.opens === 'create' ? (
    <UnstyledButton className={classes.tile} onClick={onCreate}>
      {content}
    </UnstyledButton>
  ) : (
    <Link to={tile.opens} className={classes.tile}>
      {content}
    </Link>
  );
}
