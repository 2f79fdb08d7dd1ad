/** The four words that a newcomer meets first, as the glossary has them (docs/glossary.md). */
import { t } from '@acacia/texts';

export const WORDS = {
  workgroup: t`A cloud provider and a region; it holds databases and workspaces.`,
  workspace: t`A running graph-database server of a chosen size, which opens a database.`,
  database: t`Data and schema that outlive any workspace. At most one read-write workspace opens it at a time.`,
  graph: t`Vertices and edges of some types within a database, and the queries over them.`,
} as const;

/** The same words themselves. */
export const WORD_NAMES: Readonly<Record<keyof typeof WORDS, string>> = {
  workgroup: t`Workgroup`,
  workspace: t`Workspace`,
  database: t`Database`,
  graph: t`Graph`,
};
