/** Whoever a statement, a query or a load runs for, as far as files are concerned. */
import { createHash } from 'node:crypto';

export interface Person {
  /** What they write lies in a folder of this name's own. */
  readonly name: string;
  /** Reads what everybody wrote, and what versions before kept in one folder for all. */
  readonly readsAllOutputs: boolean;
  /** Throws EngineError where they may write no files from a graph. */
  readonly demandWriting: (graph: string) => void;
}

/** Who runs what nobody in particular asked for: may read and write what the engine may. */
export const OPERATOR: Person = {
  name: 'tigergraph',
  readsAllOutputs: true,
  demandWriting: () => undefined,
};

/** Names that are a folder's name on every system as they are; no two of them differ in case alone. */
const PLAIN = /^[a-z0-9][a-z0-9._@+-]{0,99}$/;

/** The name of a person's folder: theirs where it is plain, else its SHA-256. No two people have the same. */
export const folderOfPerson = ({ name }: Pick<Person, 'name'>): string =>
  PLAIN.test(name) && !name.endsWith('.') ? name : `~${createHash('sha256').update(name).digest('hex')}`;
