/**
 * Every sentence that a store of files says on purpose, by the name under which code throws it
 * (docs/adr/0041-one-catalogue-of-errors.md). Whoever answers a call gives it a code and a status. Listed in
 * `docs/guides/errors.md`.
 */
import { textOf, type ParamsOf, type Quoted, type SentenceRows } from '@acacia/base';

const row = <Text extends (params: never) => string>(text: Text) => ({ code: '', text });

/** Advice for the operator about a server that may not be read from. */
export const WHERE_ALLOWED =
  'Addresses of this machine and of its own network are read from where its operator allows them (ACACIA_ALLOWED_SOURCES).';

export const STORE_ERRORS = {
  // Addresses of objects
  noAddress: row(
    ({ text, expected }: Quoted<'text' | 'expected'>) => `'${text}' is not an address of ${expected}.`,
  ),
  addressWithPassword: row(() => 'An address of the web must not hold a name and a password.'),
  otherStore: row(
    ({ address, store, wanted }: Quoted<'address' | 'store' | 'wanted'>) =>
      `${address} is an address of ${store}; the data source is for ${wanted}.`,
  ),

  // Settings of data sources
  settingNeeded: row(
    ({ name, purpose }: Quoted<'name' | 'purpose'>) => `The data source needs "${name}" ${purpose}.`,
  ),
  settingNoWeb: row(
    ({ name }: Quoted<'name'>) =>
      `The setting "${name}" of the data source must be an address that begins with http:// or https://.`,
  ),
  settingNoAddress: row(
    ({ name }: Quoted<'name'>) =>
      `The setting "${name}" of the data source is no address with a host and a port from 1 to 65535.`,
  ),
  settingWithPassword: row(
    ({ name }: Quoted<'name'>) =>
      `The setting "${name}" of the data source must not hold a name and a password.`,
  ),
  settingPort: row(
    ({ name }: Quoted<'name'>) => `The setting "${name}" of the data source needs a port from 1 to 65535.`,
  ),
  settingWithQuery: row(
    ({ name }: Quoted<'name'>) =>
      `The setting "${name}" of the data source must be an address without ? and #.`,
  ),
  serverRefused: row(
    ({ name }: Quoted<'name'>) =>
      `The setting "${name}" of the data source names a server that may not be read from. ${WHERE_ALLOWED}`,
  ),
  noPrivateKey: row(() => 'The "private_key" of the data source is not a private key.'),
  roleNotLent: row(
    ({ provider }: Quoted<'provider'>) =>
      `The data source asks for the role of the machine (${provider}), which is not lent to workspaces: give "access.key" and "secret.key".`,
  ),
  keyInHalf: row(() => 'The data source needs both "access.key" and "secret.key", or none of them.'),

  // Servers and objects
  /**
   * One sentence for every reason why a server cannot be read: an unknown name, an address that may not be reached, a
   * closed port, a server that serves no files. Naming the reason would reveal to strangers the servers on the machine's
   * network.
   */
  unreachable: row(
    ({ about }: Quoted<'about'>) =>
      `${about} cannot be read: there is no server that files may be read from. ${WHERE_ALLOWED}`,
  ),
  denied: row(
    ({ about, why, status }: Quoted<'about' | 'why' | 'status'>) =>
      `${about} cannot be read: ${why} (status ${status}).`,
  ),
  notFromByte: row(
    ({ about, from }: Quoted<'about' | 'from'>) => `${about} cannot be read from its byte ${from} on.`,
  ),
  tooManyObjects: row(
    ({ about, most }: Quoted<'about' | 'most'>) =>
      `${about} has more than ${most} objects: name a folder of it.`,
  ),
} as const satisfies SentenceRows;

type StoreErrors = typeof STORE_ERRORS;

/** A refusal or failure of a store. Made by `storeError` alone. */
export class ObjectStoreError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ObjectStoreError';
  }

  /** Sets the error that this one follows from. */
  causedBy(cause: unknown): this {
    this.cause = cause;
    return this;
  }
}

/** An error of the catalogue, by its name and the parameters of its sentence. */
export const storeError = <Id extends keyof StoreErrors>(
  id: Id,
  ...params: ParamsOf<StoreErrors[Id]>
): ObjectStoreError => new ObjectStoreError(textOf(STORE_ERRORS[id], params));
