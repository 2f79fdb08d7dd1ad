/** A call of the cloud API as data. The server, the client, the OpenAPI document and the tests are derived from it. */
import type { z } from 'zod';
import type { Permission } from './policy.ts';

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api`; parameters as `:name`. */
  readonly path: string;
  /** Other paths that serve the same call (specification and public API differ). */
  readonly aliases?: readonly string[];
  readonly tag: string;
  readonly summary: string;
  /** Permission that the caller needs; 'public' needs no sign-in, 'signedIn' one alone: no organisation, no role. */
  readonly permission: Permission | 'public' | 'signedIn';
  /** The call is made by people alone: API keys are refused. 'signedIn' says so too. */
  readonly people?: true;
  /** `Message` of the answer; '' without. */
  readonly message?: string;
  /** Whether the call changes state, in a transaction and with an audit row; by default all but GETs do. */
  readonly changes?: boolean;
  /** The call waits for something outside of the database: no transaction is held open meanwhile. */
  readonly waits?: true;
  /** The call costs much more than others: fewer of it are accepted from one person. */
  readonly heavy?: true;
  /**
   * The call changes a version that the caller knows, and needs it in the header `If-Match` (RFC 9110, 13.1.1). The
   * answer has the new one in `ETag`.
   */
  readonly ifMatch?: true;
  /** Bytes of the body at most, where they are more than usual. */
  readonly bodyBytes?: number;
  /** The answer is a file and no envelope: the types of content that it may have. `result` is its text. */
  readonly download?: readonly string[];
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly result: z.ZodType;
}

/** Whether people alone may make the call, and no API key. */
export const isOfPeople = ({ permission, people }: Route): boolean =>
  people === true || permission === 'signedIn';

export const changesState = ({ method, changes }: Route): boolean => changes ?? method !== 'GET';

export const route = <const R extends Route>(definition: R): R => definition;
