/**
 * The tables of the social network: their columns, and the vertices that edges connect. Loading jobs, COPY statements
 * and SQL tables are generated from this one list.
 */

type ColumnType = 'INT' | 'STRING';

interface VertexSpec {
  readonly name: string;
  /** Besides `id`, an INT and the key. */
  readonly columns: Readonly<Record<string, ColumnType>>;
}

interface EdgeSpec {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly undirected?: true;
  readonly columns: Readonly<Record<string, ColumnType>>;
}

export const VERTICES: readonly VertexSpec[] = [
  { name: 'Place', columns: { name: 'STRING', kind: 'STRING' } },
  { name: 'Tag', columns: { name: 'STRING' } },
  {
    name: 'Person',
    columns: { name: 'STRING', gender: 'STRING', birthYear: 'INT', browser: 'STRING', created: 'INT' },
  },
  { name: 'Forum', columns: { title: 'STRING', created: 'INT' } },
  { name: 'Post', columns: { created: 'INT', length: 'INT', language: 'STRING', browser: 'STRING' } },
  { name: 'Remark', columns: { created: 'INT', length: 'INT', browser: 'STRING' } },
];

export const EDGES: readonly EdgeSpec[] = [
  { name: 'Part_Of', from: 'Place', to: 'Place', columns: {} },
  { name: 'Lives_In', from: 'Person', to: 'Place', columns: {} },
  { name: 'Interest', from: 'Person', to: 'Tag', columns: {} },
  { name: 'Knows', from: 'Person', to: 'Person', undirected: true, columns: { created: 'INT' } },
  { name: 'Moderator', from: 'Forum', to: 'Person', columns: {} },
  { name: 'Member', from: 'Forum', to: 'Person', columns: { joined: 'INT' } },
  { name: 'Holds', from: 'Forum', to: 'Post', columns: {} },
  { name: 'Post_By', from: 'Post', to: 'Person', columns: {} },
  { name: 'Tagged', from: 'Post', to: 'Tag', columns: {} },
  { name: 'Likes', from: 'Person', to: 'Post', columns: { created: 'INT' } },
  { name: 'Remark_By', from: 'Remark', to: 'Person', columns: {} },
  { name: 'Reply_Post', from: 'Remark', to: 'Post', columns: {} },
  { name: 'Reply_Remark', from: 'Remark', to: 'Remark', columns: {} },
];

/** Days since 1970 of the first and the last event. */
export const FIRST_DAY = 14_610;
export const LAST_DAY = 15_705;
