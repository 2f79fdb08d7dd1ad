/** The Quick Start tiles and when each can be used (specification part 1, section 2.4). */
import { NO_CREATE_RIGHT, type Workspace } from '@acacia/contract';
import { LATER, type ToolPath } from '../../shell/navigation-items.ts';

export interface Tile {
  readonly label: string;
  readonly description: string;
  readonly opens: 'create' | ToolPath | null;
  /** Why it cannot be used; undefined when it can. */
  readonly refusal: string | undefined;
}

const NO_WRITER = 'Needs a read-write workspace that is active.';
const NO_ACTIVE = 'Needs a workspace that is active.';

/** @param mayCreate whether the person may create a workspace somewhere */
export function quickStart(
  workspaces: readonly Workspace[],
  mayCreate: boolean,
  isAdmin: boolean,
): readonly Tile[] {
  const active = workspaces.filter((workspace) => workspace.status === 'Active');
  const any = active.length > 0 ? undefined : NO_ACTIVE;
  const writer = active.some((workspace) => workspace.is_rw) ? undefined : NO_WRITER;
  return [
    {
      label: 'Create Workspace',
      description: 'Ready in seconds',
      opens: 'create',
      refusal: mayCreate ? undefined : NO_CREATE_RIGHT,
    },
    {
      label: 'Design Schema',
      description: 'Vertex and edge types',
      opens: '/design-schema',
      refusal: writer,
    },
    { label: 'Load Data', description: 'From files to the graph', opens: '/ingestion', refusal: writer },
    { label: 'Write Query', description: 'GSQL, run as you write', opens: '/editor', refusal: any },
    { label: 'Explore Graph', description: 'Vertex by vertex', opens: '/explore', refusal: any },
    {
      label: 'Install Solution',
      description: 'Start from a sample',
      opens: null,
      refusal: LATER,
    },
    {
      label: 'Invite User',
      description: 'Bring a colleague in',
      opens: null,
      refusal: isAdmin ? LATER : 'Only organization admins invite users.',
    },
    { label: 'Give Feedback', description: 'Tell what is missing', opens: null, refusal: LATER },
  ];
}
