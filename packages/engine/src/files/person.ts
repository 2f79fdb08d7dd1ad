/** The person for whom a statement, a query or a load runs, with their rights on files. */
import { createHash } from 'node:crypto';

export interface Person {
  /** Determines the folder for the files that the person writes. */
  readonly name: string;
  /** Whether the person may read everybody's outputs, and those that earlier versions kept in one common folder. */
  readonly readsAllOutputs: boolean;
  /** @throws EngineError when the person may not write files from the graph */
  readonly demandWriting: (graph: string) => void;
}

/** The person for work without a named one: may read and write everything that the engine may. */
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
