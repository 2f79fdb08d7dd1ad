/** The Quick start tiles, in the order of the specification, and the conditions for using each (part 1, section 2.4). */
import { said, t } from '@acacia/texts';
import { NO_CREATE_RIGHT, type Workspace } from '@acacia/contract';
import type { ToolPath } from '../../shell/navigation-items.ts';

export interface Tile {
  readonly label: string;
  readonly description: string;
  /** A page, the choice of a workgroup to create in, invitations, or feedback. */
  readonly opens: 'create' | 'invite' | 'feedback' | ToolPath | '/marketplace/solutions';
  /** Why it cannot be used; undefined when it can. */
  readonly refusal: string | undefined;
  /** The way to make it usable, where the person can do that: to create a workspace, or to see to this one. */
  readonly first?: 'create' | Workspace;
}

const NO_WRITER = t`Needs a read-write workspace that is active.`;
const NO_INVITE_RIGHT = t`Only an organization admin can invite people.`;
const NO_ACTIVE = t`Needs a workspace that is active.`;

/**
 * @param mayCreate whether the person may create a workspace somewhere
 * @param mayInvite whether the person may invite people
 */
export function quickStart(
  workspaces: readonly Workspace[],
  mayCreate: boolean,
  mayInvite: boolean,
): readonly Tile[] {
  const active = workspaces.filter((workspace) => workspace.status === 'Active');
  const any = active.length > 0 ? undefined : NO_ACTIVE;
  const writer = active.some((workspace) => workspace.is_rw) ? undefined : NO_WRITER;
  /** The workspace that could serve, were it up; else one is created. */
  const first = (writes: boolean): Pick<Tile, 'first'> => {
    const asleep = workspaces.find(({ status, is_rw }) => status !== 'Active' && (is_rw || !writes));
    if (asleep !== undefined) return { first: asleep };
    return mayCreate ? { first: 'create' } : {};
  };
  const toWrite = writer === undefined ? {} : first(true);
  const toRead = any === undefined ? {} : first(false);
  return [
    {
      label: t`Create workspace`,
      description: t`Ready in seconds`,
      opens: 'create',
      refusal: mayCreate ? undefined : said(NO_CREATE_RIGHT),
    },
    {
      label: t`Install solution`,
      description: t`Start from a sample`,
      opens: '/marketplace/solutions',
      refusal: writer,
      ...toWrite,
    },
    {
      label: t`Design schema`,
      description: t`Vertex and edge types`,
      opens: '/design-schema',
      refusal: writer,
      ...toWrite,
    },
    {
      label: t`Load data`,
      description: t`From files to the graph`,
      opens: '/ingestion',
      refusal: writer,
      ...toWrite,
    },
    {
      label: t`Write query`,
      description: t`GSQL, run as you write`,
      opens: '/editor',
      refusal: any,
      ...toRead,
    },
    { label: t`Explore graph`, description: t`Vertex by vertex`, opens: '/explore', refusal: any, ...toRead },
    {
      label: t`Invite user`,
      description: t`To your organization`,
      opens: 'invite',
      refusal: mayInvite ? undefined : NO_INVITE_RIGHT,
    },
    {
      label: t`Give feedback`,
      description: t`What is good, what is not`,
      opens: 'feedback',
      refusal: undefined,
    },
  ];
}
