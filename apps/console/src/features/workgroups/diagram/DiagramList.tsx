/** The diagram's content, in words. */
import type { Workgroup } from '@acacia/contract';
import { formatBytes, RelativeTime, Tag } from '@acacia/ui';
import { Link } from '@tanstack/react-router';
import { accessWord } from '../../../data/access-words.ts';
import { WorkspaceStatusBadge } from '../../../shell/WorkspaceStatusBadge.tsx';
import classes from './diagram.module.css';

export function DiagramList({ group }: { readonly group: Workgroup }) {
  const by = Map.groupBy(group.workspaces, ({ database_id }) => database_id);
  return (
    <ul className={classes.list} aria-label="Databases and their workspaces">
      {group.tg_databases.map((database) => {
        const users = by.get(database.database_id) ?? [];
        return (
          <li key={database.database_id}>
            <Link from="/groups/$groupID" search={{ tab: 'databases' }} className={classes.link}>
              {database.name}
            </Link>{' '}
            <span className={classes.dim}>{formatBytes(database.folder_statistics.billed_size)}</span>
            {users.length === 0 ? (
              <p className={classes.none}>No workspace uses it.</p>
            ) : (
              <ul>
                {users.map((workspace) => (
                  <li key={workspace.workspace_id}>
                    <Link
                      from="/groups/$groupID"
                      search={{ tab: 'workspaces', space_id: workspace.workspace_id }}
                      className={classes.link}
                    >
                      {workspace.name}
                    </Link>
                    <Tag>{accessWord(workspace)}</Tag>
                    <WorkspaceStatusBadge status={workspace.status} />
                    {workspace.snapshot_time !== null && (
                      <span className={classes.dim}>
                        shows a snapshot of <RelativeTime at={workspace.snapshot_time} />
                      </span>
                    )}
                  </li>
                ))}
              </ul>
            )}
          </li>
        );
      })}
    </ul>
  );
}
