/** Where data is loaded from: files of this device, addresses, and stores whose keys a data source holds. Pure. */
import { isHost, isPort, serverAddress } from '@acacia/base';
import { said, t } from '@acacia/texts';
import { nameFault } from '@acacia/language';
import type { UploadedFile } from './source-file.ts';

/** Types of data sources, as their settings name them. */
export type StoreType = 's3' | 'gcs' | 'abs' | 'postgresql' | 'snowflake';
export type SourceKind = 'files' | 'url' | StoreType;

export interface Field {
  /** The setting of the data source. */
  readonly name: string;
  readonly label: string;
  readonly description?: string;
  /** Shown as dots, and never given back by the workspace. */
  readonly secret?: boolean;
  readonly required?: boolean;
  readonly initial?: string;
  /** A secret of several lines, which may be read from a file. */
  readonly long?: boolean;
  /** Whether a value can be right: the workspace has the same rules. */
  readonly accepts?: (value: string) => boolean;
  /** Said of a value that is not accepted. */
  readonly fault?: string;
}

const BASE64 = /^(?=.)(?:[a-z\d+/]{4})*(?:[a-z\d+/]{2}==|[a-z\d+/]{3}=)?$/i;
const PEM = /^-----BEGIN PRIVATE KEY-----\s[\s\S]+\s-----END PRIVATE KEY-----$/;
const SNOWFLAKE = /^(?:jdbc:)?snowflake:\/\/[\w.-]+(?::\d+)?\/?(?:\?\S*)?$/i;
const SSL_MODES: readonly string[] = ['disable', 'require', 'verify-ca', 'verify-full'];

export interface Store {
  readonly fields: readonly Field[];
  readonly what: string;
  /** Label and example of what is read from it. */
  readonly label: string;
  readonly example: string;
  /** Whether data that is open to everybody is read without a data source. */
  readonly open: boolean;
}

export const STORES: Readonly<Record<StoreType, Store>> = {
  s3: {
    what: t`Amazon S3`,
    label: t`Address of a file or folder`,
    example: 's3://bucket/folder/people.csv',
    open: true,
    fields: [
      { name: 'access.key', label: t`Access key`, required: true },
      { name: 'secret.key', label: t`Secret key`, secret: true, required: true },
      {
        name: 'file.reader.settings.fs.s3a.endpoint',
        label: t`Endpoint`,
        description: t`Of a store that is not Amazon’s; else empty.`,
        accepts: (value) => 'url' in serverAddress(value, true),
        fault: t`Enter a host, or an address that begins with https:// or http://, without a password.`,
      },
    ],
  },
  gcs: {
    what: t`Google Cloud Storage`,
    label: t`Address of a file or folder`,
    example: 'gs://bucket/folder/people.csv',
    open: true,
    fields: [
      {
        name: 'key',
        label: t`Key of a service account (JSON)`,
        description: t`The whole content of the key file.`,
        secret: true,
        long: true,
        required: true,
      },
    ],
  },
  abs: {
    what: t`Azure Blob Storage`,
    label: t`Address of a file or folder`,
    example: 'abfss://container@account.dfs.core.windows.net/folder/people.csv',
    open: true,
    fields: [
      {
        name: 'account.key',
        label: t`Account key`,
        secret: true,
        required: true,
        accepts: (value) => BASE64.test(value),
        fault: t`This is no key of an account: it is written in base64.`,
      },
    ],
  },
  postgresql: {
    what: t`PostgreSQL`,
    label: t`Query`,
    example: 'SELECT id, name FROM people',
    open: false,
    fields: [
      {
        name: 'host',
        label: t`Host`,
        required: true,
        accepts: isHost,
        fault: t`Enter the name or the address of one server.`,
      },
      {
        name: 'port',
        label: t`Port`,
        initial: '5432',
        required: true,
        accepts: isPort,
        fault: t`Enter a port from 1 to 65535.`,
      },
      { name: 'db.name', label: t`Database`, required: true },
      { name: 'connection.user', label: t`User`, required: true },
      { name: 'connection.password', label: t`Password`, secret: true, required: true },
      {
        name: 'sslmode',
        label: t`SSL mode`,
        description: t`disable, require, verify-ca or verify-full`,
        initial: 'verify-full',
        accepts: (value) => SSL_MODES.includes(value),
        fault: t`Enter disable, require, verify-ca or verify-full.`,
      },
    ],
  },
  snowflake: {
    what: t`Snowflake`,
    label: t`Query`,
    example: 'SELECT id, name FROM people',
    open: false,
    fields: [
      {
        name: 'connection.url',
        label: t`Address of the account`,
        description: 'jdbc:snowflake://account.snowflakecomputing.com/?db=…&schema=…&warehouse=…&role=…',
        required: true,
        accepts: (value) => SNOWFLAKE.test(value),
        fault: t`Enter an address such as jdbc:snowflake://account.snowflakecomputing.com/.`,
      },
      { name: 'connection.user', label: t`User`, required: true },
      {
        name: 'private.key',
        label: t`Private key`,
        description: t`PEM, not encrypted; else a password.`,
        secret: true,
        long: true,
        accepts: (value) => PEM.test(value),
        fault: t`This is no private key in PEM that is not encrypted.`,
      },
      { name: 'connection.password', label: t`Password`, secret: true },
    ],
  },
};

/** Kinds of sources whose rows a query gives. */
export const isQueried = (kind: SourceKind): boolean => kind === 'postgresql' || kind === 'snowflake';

export const SOURCE_KINDS: readonly { readonly kind: SourceKind; readonly label: string }[] = [
  { kind: 'files', label: t`Local files` },
  { kind: 'url', label: t`URL` },
  ...(['s3', 'gcs', 'abs', 'postgresql', 'snowflake'] as const).map((kind) => ({
    kind,
    label: STORES[kind].what,
  })),
];

export const isStore = (kind: SourceKind): kind is StoreType => Object.hasOwn(STORES, kind);

/** Specification part 4, section 5. */
export const NAME_TAKEN = t`This name is already in the data source`;

/** Why a data source cannot be named so, or undefined. */
export const sourceNameFault = (name: string, taken: readonly string[]): string | undefined =>
  (name === '' ? t`Enter the name.` : said(nameFault('data source', name)?.message)) ??
  (taken.includes(name) ? NAME_TAKEN : undefined);

/** Values of the fields of a form, by the fields' names. */
export type FieldValues = Readonly<Record<string, string>>;

/** The faults of the fields, by their names. */
export function fieldFaults(type: StoreType, values: FieldValues): FieldValues {
  const faults: Record<string, string> = {};
  for (const { name, label, required, accepts, fault } of STORES[type].fields) {
    const value = (values[name] ?? '').trim();
    if (value === '') {
      if (required === true) faults[name] = t`Enter the ${lower(label)}.`;
    } else if (fault !== undefined && accepts?.(value) === false) faults[name] = fault;
  }
  const given = (name: string): boolean => (values[name] ?? '').trim() !== '';
  if (type === 'snowflake' && !given('private.key') && !given('connection.password')) {
    faults['connection.password'] = t`Enter the private key or the password.`;
  }
  if (type === 'gcs' && faults['key'] === undefined && serviceAccount(values['key'] ?? '') === null) {
    faults['key'] = t`This is no key of a service account: it needs "client_email" and "private_key".`;
  }
  return faults;
}

const lower = (label: string): string =>
  /^[A-Z]{2}/.test(label) ? label : label[0]?.toLowerCase() + label.slice(1);

function serviceAccount(
  text: string,
): { readonly client_email: string; readonly private_key: string } | null {
  try {
    const { client_email, private_key } = JSON.parse(text) as Record<string, unknown>;
    return typeof client_email === 'string' && typeof private_key === 'string'
      ? { client_email, private_key }
      : null;
  } catch (error) {
    // Not JSON, or JSON's null: no key.
    if (error instanceof SyntaxError || error instanceof TypeError) return null;
    throw error;
  }
}

/** The settings of a data source; fields that are empty are left out. */
export function settingsOf(type: StoreType, values: FieldValues): Record<string, string> {
  if (type === 'gcs') return { type, ...serviceAccount(values['key'] ?? '') };
  const given = STORES[type].fields.flatMap(({ name }): [string, string][] => {
    const value = (values[name] ?? '').trim();
    return value === '' ? [] : [[name, value]];
  });
  return { type, ...Object.fromEntries(given) };
}

const SCHEMES: Readonly<Record<'url' | 's3' | 'gcs' | 'abs', readonly string[]>> = {
  url: ['https', 'http'],
  s3: ['s3', 's3a'],
  gcs: ['gs'],
  abs: ['abfss', 'abfs', 'https'],
};

/** Why this cannot be read from a kind of source, or undefined. */
export function placeFault(kind: Exclude<SourceKind, 'files'>, text: string): string | undefined {
  const place = text.trim();
  if (kind === 'postgresql' || kind === 'snowflake') {
    return /^(?:SELECT|WITH)\s/i.test(place) ? undefined : t`Write a query that begins with SELECT or WITH.`;
  }
  const schemes = SCHEMES[kind];
  if (schemes.some((scheme) => place.toLowerCase().startsWith(`${scheme}://`))) return undefined;
  return t`The address begins with ${schemes.map((scheme) => `${scheme}://`).join(t` or `)}.`;
}

/** Text of DEFINE FILENAME for a place; `source`: name of a data source, null for what is open to everybody. */
export const pathOfPlace = (source: string | null, text: string): string =>
  source === null ? text.trim() : `$${source}:${text.trim()}`;

/** Whether a path leads to a source rather than to an uploaded file. */
export const isRemote = (path: string): boolean => /^(?:\$\w+:|[a-z0-9]+:\/\/)/i.test(path);

/** Whether a path names one file of an archive. */
export const isMember = (path: string): boolean => /\.(?:zip|tar|tgz|tar\.gz)!\//i.test(path);

/** Whether a path is the name of an uploaded file. */
export const isUploaded = (path: string): boolean => !isRemote(path) && !isMember(path);

/** A file of an archive as a source of its own. */
export const memberOf = (archive: UploadedFile, member: string): UploadedFile => ({
  ...archive,
  name: `${archive.name}!/${member}`,
  path: `${archive.path}!/${member}`,
});

/** A name for a source that no other chosen file has: the end of its address, or the table of its query. */
export function nameOfPlace(kind: SourceKind, text: string, taken: readonly string[]): string {
  const place = text.trim();
  const end = isQueried(kind)
    ? /\bFROM\s+"?([\w.]+)/i.exec(place)?.[1]
    : /([^/]+)\/*$/.exec(place.replace(/[?#].*$/, ''))?.[1];
  const plain = (end ?? '')
    .replace(/[\\/\p{Cc}]/gu, '_')
    .replace(/^\.+/, '')
    .slice(0, 100);
  const base = plain === '' ? 'source' : plain;
  if (!taken.includes(base)) return base;
  for (let number = 2; ; number++) {
    const name = `${number}_${base}`;
    if (!taken.includes(name)) return name;
  }
}
