import { can as allows, type Workspace } from '@acacia/contract';
import { Heading, hint } from '@acacia/ui';
import { UnstyledButton } from '@mantine/core';
import {
  IconBinaryTree2,
  IconCode,
  IconDatabaseImport,
  IconPackage,
  IconPlus,
  IconSchema,
  type Icon,
} from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useMe } from '../../data/me.ts';
import { useWorkgroups } from '../../data/workgroups.ts';
import { idsOf } from '../../data/workspaces.ts';
import { quickStart, type Tile } from './quick-start.ts';
import classes from './QuickStart.module.css';

const WorkgroupPicker = lazy(() => import('./WorkgroupPicker.tsx'));

const ICONS: Readonly<Record<string, Icon>> = {
  'Create workspace': IconPlus,
  'Design schema': IconSchema,
  'Load data': IconDatabaseImport,
  'Write query': IconCode,
  'Explore graph': IconBinaryTree2,
  'Install solution': IconPackage,
};

/** @param workspaces undefined while they load: the tiles are shown disabled */
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
  const tiles = quickStart(workspaces ?? [], isAdmin || administered.length > 0, (workspace) =>
    allows(roles, 'solution.install', idsOf(workspace)),
  );
  const create = (): void => {
    if (administered.length === 0) void navigate({ to: '/groups/new' });
    else setPicking(true);
  };
  return (
    <section aria-label="Quick start">
      <Heading>Quick start</Heading>
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
  if (tile.opens === 'create') {
    return (
      <UnstyledButton className={classes.tile} onClick={onCreate}>
        {content}
      </UnstyledButton>
    );
  }
  return typeof tile.opens === 'string' ? (
    <Link to={tile.opens} className={classes.tile}>
      {content}
    </Link>
  ) : (
    <Link
      to="/groups/$groupID"
      params={{ groupID: tile.opens.workgroup_id }}
      search={{ tab: 'solution', space_id: tile.opens.workspace_id }}
      className={classes.tile}
    >
      {content}
    </Link>
  );
}
