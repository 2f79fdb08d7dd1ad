/** The files of a run: the named ones, or all of the job when none is named. */
import { engineError, relayed } from '../errors/catalogue.ts';
import {
  ObjectStoreError,
  openObjects,
  settingsOf,
  type ObjectReader,
  type RemoteObject,
  type SourceNetwork,
} from '@acacia/object-stores';
import { dataSourceIn } from '../catalog/data-sources.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { FileAccess } from '../files/file-access.ts';
import { findFiles } from '../files/find-files.ts';
import type { Readable } from '../files/judge-file.ts';
import { checkPathText } from '../files/path-text.ts';
import type { Person } from '../files/person.ts';
import type { DataSourceKeys } from '../storage/data-source-keys.ts';
import { memberPath } from './archives.ts';
import { QUERIED } from './fetch-rows.ts';
import { parsePlaces, settingsPlace, type FilePlace } from './file-place.ts';
import type { SourcePlan } from './loading-job.ts';
import { readSettingsFile } from './settings-file.ts';
import { writtenPattern } from '../written-pattern.ts';

/** A file that a run reads. */
export interface Source {
  readonly plan: SourcePlan;
  /** For reports: a path as it can be written again, or an address. */
  readonly file: string;
  /** 0 where it is not known. */
  readonly bytes: number;
  readonly from:
    | {
        readonly kind: 'local';
        readonly source: null;
        readonly path: string;
        readonly readable: Readable;
      }
    | {
        readonly kind: 'remote';
        /** The data source whose keys are used; null: none. */
        readonly source: string | null;
        readonly reader: ObjectReader;
        readonly object: RemoteObject;
      }
    | {
        readonly kind: 'query';
        readonly source: string;
        readonly query: string;
        readonly settings: Readonly<Record<string, string>>;
      };
  /** The only file of the archive that is read; absent: all of them. */
  readonly member?: string;
  /** `archive.type` and `file.type` of its settings. */
  readonly archiveType?: string;
  readonly fileType?: string;
}

export type FoundSource = Omit<Source, 'plan'>;

/** The reader and the place that is read from. */
export interface Reach {
  readonly catalog: Catalog;
  readonly keys: DataSourceKeys;
  readonly network: SourceNetwork;
  /** Its data sources may be read; `global` where there is no graph: those of every graph. */
  readonly graph: string;
  readonly access: FileAccess;
  /** The person who runs the job: files that they may not read are refused. */
  readonly person: Person;
  /** A folder that may be read besides theirs. */
  readonly imported: string | null;
  /** The folder that relative paths start from. */
  readonly baseDir: string;
  /** The value of `$sys.data_root`. */
  readonly dataRoot: string;
  /** The file is the body of a request, whatever its path. */
  readonly posted: boolean;
  readonly signal?: AbortSignal;
}

export interface Choice extends Reach {
  readonly job: string;
  readonly plans: readonly SourcePlan[];
  readonly given: Readonly<Record<string, string>>;
}

/** The name of a request's body in reports. */
const POSTED = 'Online_POST';

/** @throws EngineError when a file variable or a file does not exist */
export async function chooseFiles(choice: Choice): Promise<Source[]> {
  const { job, plans, given } = choice;
  const unknown = Object.keys(given).find((name) => !plans.some(({ variable }) => variable === name));
  if (unknown !== undefined) {
    throw engineError('jobWithoutFile', {
      job,
      name: unknown,
      known: plans.map(({ variable }) => variable).join(', '),
    });
  }
  const named = Object.keys(given).length > 0;
  const sources: Source[] = [];
  for (const plan of plans) {
    if (named && !Object.hasOwn(given, plan.variable)) continue;
    // Naming a file without a path runs its part with the path that the job gives.
    const path = Object.hasOwn(given, plan.variable) ? given[plan.variable] : undefined;
    const text = path === undefined || path === '' ? plan.path : path;
    if (text === null || text === '') {
      throw engineError('fileVariableWithoutPath', { variable: plan.variable, job });
    }
    const found = await findSources(choice, plan.variable, text);
    sources.push(...found.map((each) => ({ ...each, plan })));
  }
  return sources;
}

/**
 * The files that a text of DEFINE FILENAME names.
 * @param variable for messages
 * @throws EngineError when there is none, or one may not be read
 */
export async function findSources(reach: Reach, variable: string, text: string): Promise<FoundSource[]> {
  const found: FoundSource[] = [];
  for (const place of parsePlaces(text, reach.dataRoot))
    found.push(...(await filesAt(reach, variable, place)));
  return found;
}

async function filesAt(choice: Reach, variable: string, place: FilePlace): Promise<FoundSource[]> {
  switch (place.kind) {
    case 'local': {
      const { access, person, baseDir } = choice;
      checkPathText(`path of the file ${variable}`, place.path);
      const readable = readableOf(choice);
      const within = memberPath(place.path);
      const given = within?.archive ?? place.path;
      const files = await findFiles(access.places(person, baseDir, given), given, readable);
      return files.map(({ path, bytes }) => ({
        file: choice.posted ? POSTED : memberName(access.shown(person, baseDir, path), within?.member),
        bytes,
        from: { kind: 'local', source: null, path, readable },
        ...(within === null ? {} : { member: within.member }),
      }));
    }
    case 'config':
      return filesAt(choice, variable, settingsPlace(place.source, readSettingsFile(choice, place.path)));
    case 'remote':
      return remoteFiles(choice, place);
    case 'query':
      return [queryRows(choice, place)];
  }
}

/** A file of an archive as a person names it. */
const memberName = (archive: string, member: string | undefined): string =>
  member === undefined ? archive : `${archive}!/${member}`;

const readableOf = ({ access, person, imported }: Reach): Readable =>
  access.readable(person, imported === null ? [] : [imported]);

/** Characters of a query in reports. */
const SHOWN_QUERY = 100;

function queryRows(
  { catalog, keys, graph }: Reach,
  { source, query }: Extract<FilePlace, { kind: 'query' }>,
): FoundSource {
  const settings = keys.unseal(dataSourceIn(catalog, graph, source));
  if (!QUERIED.includes(settings['type']?.toLowerCase() ?? '')) {
    throw engineError('sourceWithoutQueries', { source, type: String(settings['type']) });
  }
  const text = query.trim().replaceAll(/\s+/g, ' ');
  const shown = text.length > SHOWN_QUERY ? `${text.slice(0, SHOWN_QUERY)}…` : text;
  return { file: `$${source}:${shown}`, bytes: 0, from: { kind: 'query', source, query, settings } };
}

/** The time limit for listing the files of a store, in milliseconds. */
const LISTING_MS = 120_000;

async function remoteFiles(
  { catalog, keys, network, graph, signal: given }: Reach,
  { source, addresses, settings }: Extract<FilePlace, { kind: 'remote' }>,
): Promise<FoundSource[]> {
  const credentials = source === null ? {} : keys.unseal(dataSourceIn(catalog, graph, source));
  const type = credentials['type']?.toLowerCase() ?? '';
  if (QUERIED.includes(type)) throw engineError('sourceWithoutQuery', { source: String(source), type });
  const known = settingsOf(settings);
  const fits = nameFilter(known.get('regexp'));
  const recursive = known.get('recursive')?.toLowerCase() !== 'false';
  const archiveType = known.get('archive.type');
  const fileType = known.get('file.type', 'file.reader.type');
  const found: FoundSource[] = [];
  const patience = AbortSignal.timeout(LISTING_MS);
  const signal = given === undefined ? patience : AbortSignal.any([given, patience]);
  try {
    for (const written of addresses) {
      const within = memberPath(written);
      const address = within?.archive ?? written;
      const reader = await openObjects(address, credentials, network);
      const listed = await reader.list(signal);
      const objects = listed.filter(
        ({ key }) =>
          listed.length === 1 || (!isHidden(key) && fits(key) && (recursive || isDirect(address, key))),
      );
      if (objects.length === 0) {
        throw engineError('addressWithoutFile', { address });
      }
      for (const object of objects) {
        found.push({
          file: memberName(object.address, within?.member),
          bytes: object.sizeBytes ?? 0,
          from: { kind: 'remote', source, reader, object },
          ...(within === null ? {} : { member: within.member }),
          ...(archiveType === undefined ? {} : { archiveType }),
          ...(fileType === undefined ? {} : { fileType }),
        });
      }
    }
  } catch (cause) {
    given?.throwIfAborted();
    if (patience.aborted) {
      throw engineError('filesListedTooLong').causedBy(cause);
    }
    if (cause instanceof ObjectStoreError) throw relayed('REST-10021', cause.message).causedBy(cause);
    throw cause;
  }
  return found;
}

/** Whether an object is a marker that writers of many files leave beside them, such as `_SUCCESS`. */
const isHidden = (key: string): boolean => /(?:^|\/)[._][^/]*$/.test(key);

/** Whether an object is directly in the folder of an address. */
function isDirect(address: string, key: string): boolean {
  const folder = address.replace(/\/$/, '').split('/').at(-1) ?? '';
  return key.split('/').at(-2) === folder || !key.includes('/');
}

/**
 * A filter of names by a regular expression that must match the whole name, as in Java.
 * @throws EngineError when the expression is not valid
 */
function nameFilter(regexp: string | undefined): (key: string) => boolean {
  if (regexp === undefined) return () => true;
  let matches: (text: string) => boolean;
  try {
    matches = writtenPattern(`^(?:${regexp})$`, 's');
  } catch (cause) {
    throw engineError('regexpInvalid', { regexp }).causedBy(cause);
  }
  return (key) => matches(key) || matches(key.split('/').at(-1) ?? '');
}
