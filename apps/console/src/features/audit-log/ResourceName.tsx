/** The resource of an entry: its kind, and its name with a link while it lives. */
import type { AuditEntry } from '@acacia/contract';
import { cutInMiddle } from '@acacia/ui';
import { Link } from '@tanstack/react-router';
import classes from './audit-log.module.css';
import { resourceParts } from './words.ts';

/** The tab of a workgroup that shows a kind of resource. */
const TABS = { workgroup: 'general', workspace: 'workspaces', database: 'databases' } as const;

const isInGroup = (kind: string): kind is keyof typeof TABS => Object.hasOwn(TABS, kind);

export function ResourceName({ entry }: { readonly entry: AuditEntry }) {
  const { resource, resource_name: name, workgroup_id: groupID } = entry;
  if (resource === '') return <span className={classes.dim}>—</span>;
  const { kind, id } = resourceParts(resource);
  const [type = ''] = resource.split('/');
  return (
    <span>
      <span className={classes.dim}>{kind} </span>
      {name === null ? (
        <code title={id} className={classes.id}>
          {cutInMiddle(id)}
        </code>
      ) : groupID !== null && isInGroup(type) ? (
        <Link
          to="/groups/$groupID"
          params={{ groupID }}
          search={{ tab: TABS[type] }}
          className={classes.link}
        >
          {name}
        </Link>
      ) : (
        name
      )}
    </span>
  );
}
