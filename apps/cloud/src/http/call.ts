/** Types of the handlers of cloud API calls: parameters and results, derived from the contract. */
import type { CloudApi, CloudCall, OperatorsPermission } from '@acacia/contract';
import type { z } from 'zod';
import type { Db } from '../database/database.ts';
import type { Actor, Person } from '../identity/person.ts';

type Output<Definition, Part extends 'params' | 'query' | 'body'> = Definition extends {
  readonly [P in Part]: infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : undefined;

/** The change that a mutation made, for the audit log: the values before, after, or both, without secrets. */
export type Change = {
  /** Kind and id, e.g. `workspace/7b0…`. */
  readonly resource: string;
  /**
   * One of many alike, such as a text that is saved while somebody types: it gets no audit row, and nobody who waits for
   * changes is told (docs/adr/0056-files-of-the-editor.md).
   */
  readonly quiet?: true;
  /** The organisation whose audit log gets the row, where an operator changes something; default: the actor's. */
  readonly orgId?: string;
} & (
  | { readonly before: object; readonly after?: object }
  | { readonly before?: object | null; readonly after: object }
);

/** A file as a response. Its text is made while it is sent, and no faster. */
export interface Download {
  /** The type of its content, without the character set: all are UTF-8. */
  readonly type: string;
  /** Letters, digits, dots and hyphens. */
  readonly name: string;
  readonly text: AsyncIterable<string>;
}

type CallerOf<P> = P extends 'public' ? null : P extends 'signedIn' | OperatorsPermission ? Person : Actor;

export interface Call<K extends CloudCall> {
  readonly params: Output<CloudApi[K], 'params'>;
  readonly query: Output<CloudApi[K], 'query'>;
  readonly body: Output<CloudApi[K], 'body'>;
  /** The version of `If-Match`; 0 for calls without it. */
  readonly version: number;
  /** A person with an organisation, except where the call needs none. */
  readonly actor: CallerOf<CloudApi[K]['permission']>;
  /** The client's address, as far as the configured proxies are trusted to name it. */
  readonly address: string;
  /** For a mutation, the transaction in which its audit row is written too, unless the call waits. */
  readonly db: Db;
  /** Records the change for the audit log; a mutation calls it once. */
  readonly changed: (change: Change) => void;
}

type Answer<K extends CloudCall> = CloudApi[K] extends { readonly download: readonly string[] }
  ? Download
  : z.input<CloudApi[K]['result']>;
type Handler<K extends CloudCall> = (call: Call<K>) => Promise<Answer<K>>;
export type Handlers = { readonly [K in CloudCall]: Handler<K> };
/** The handlers of one resource. */
export type HandlersOf<K extends CloudCall> = Pick<Handlers, K>;
