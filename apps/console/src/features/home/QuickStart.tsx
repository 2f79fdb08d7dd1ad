import { t } from '@acacia/texts';
import { can as allows, workspaceCan } from '@acacia/contract';
import { Heading, hint } from '@acacia/ui';
import { UnstyledButton } from '@mantine/core';
import {
  IconBinaryTree2,
  IconCode,
  IconDatabaseImport,
  IconMessage,
  IconPackage,
  IconPlus,
  IconSchema,
  IconUserPlus,
  type Icon,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useMe } from '../../data/me.ts';
import { workgroupsQuery, workspacesOf } from '../../data/workgroups.ts';
import { lazyPart } from '../../services/lazy-part.tsx';
import { useServices } from '../../services/services.ts';
import { useOpenFeedback } from '../../shell/feedback/open-feedback.ts';
import { quickStart, type Tile } from './quick-start.ts';
import classes from './QuickStart.module.css';

const WorkgroupPicker = lazyPart(async () => (await import('./WorkgroupPicker.tsx')).default);

const ICONS: Readonly<Record<Tile['opens'], Icon>> = {
  create: IconPlus,
  '/marketplace/solutions': IconPackage,
  '/design-schema': IconSchema,
  '/ingestion': IconDatabaseImport,
  '/editor': IconCode,
  '/explore': IconBinaryTree2,
  invite: IconUserPlus,
  feedback: IconMessage,
};

/** The tiles are disabled until the workgroups are fetched. */
export function QuickStart() {
  const { roles } = useMe();
  const { data: groups = [], isSuccess } = useQuery(workgroupsQuery(useServices()));
  const navigate = useNavigate();
  const [picking, setPicking] = useState(false);
  const administered = groups.filter((group) =>
    allows(roles, 'workspace.create', { workgroup_id: group.workgroup_id }),
  );
  const isAdmin = allows(roles, 'workgroup.create');
  const workspaces = workspacesOf(groups);
  const tiles = quickStart(workspaces, isAdmin || administered.length > 0, allows(roles, 'user.manage'));
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
            <TileButton tile={tile} loading={!isSuccess} onCreate={create} />
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

/** The way to use a tile that cannot be used yet. */
function whatToDo({ first, refusal }: Tile): string | undefined {
  if (first === undefined) return refusal;
  if (first === 'create') return t`Create a workspace first`;
  return workspaceCan('resume', first).allowed ? t`Resume ${first.name} first` : t`Wait for ${first.name}`;
}

interface TileButtonProps {
  readonly tile: Tile;
  readonly loading: boolean;
  readonly onCreate: () => void;
}

function TileButton({ tile, loading, onCreate }: TileButtonProps) {
  const openFeedback = useOpenFeedback();
  const TileIcon = ICONS[tile.opens];
  const content = (
    <>
      <span className={classes.icon} aria-hidden="true">
        <TileIcon size={19} stroke={1.6} />
      </span>
      <span className={classes.texts}>
        <span className={classes.label}>{tile.label}</span>
        <span className={classes.description}>
          {tile.refusal === undefined || loading ? tile.description : whatToDo(tile)}
        </span>
      </span>
    </>
  );
  // It leads to what it needs first.
  if (!loading && tile.first === 'create') {
    return (
      <UnstyledButton className={classes.tile} data-later onClick={onCreate}>
        {content}
      </UnstyledButton>
    );
  }
  if (!loading && tile.first !== undefined && tile.first !== 'create') {
    const { workgroup_id: groupID, workspace_id: space_id } = tile.first;
    return (
      <Link
        to="/groups/$groupID"
        params={{ groupID }}
        search={{ tab: 'workspaces', space_id }}
        className={classes.tile}
        data-later
      >
        {content}
      </Link>
    );
  }
  if (loading || tile.refusal !== undefined) {
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
  if (tile.opens === 'create' || tile.opens === 'feedback') {
    return (
      <UnstyledButton className={classes.tile} onClick={tile.opens === 'create' ? onCreate : openFeedback}>
        {content}
      </UnstyledButton>
    );
  }
  if (tile.opens === 'invite') {
    return (
      <Link to="/admin/users" state={{ showInvite: true }} className={classes.tile}>
        {content}
      </Link>
    );
  }
  return (
    <Link to={tile.opens} className={classes.tile}>
      {content}
    </Link>
  );
}
