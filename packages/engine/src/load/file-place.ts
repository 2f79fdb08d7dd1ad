/**
 * The places that a file variable's text names: files and folders of this machine, remote addresses, or data of a
 * data source. Forms of TigerGraph's DEFINE FILENAME: `/data/f.csv`, `any:/data`,
 * `m1:/a.csv, m2|m3:/b.csv`, `$sys.data_root/f.csv`, `$source:s3://bucket/f.csv`, `$source:{json}`,
 * `$source:/config.json`.
 */
import { engineError } from '../errors/catalogue.ts';
import { isRemoteAddress } from '@acacia/object-stores';
import { parseSettings, type Settings } from './settings-text.ts';

export type FilePlace =
  | { readonly kind: 'local'; readonly path: string }
  | {
      readonly kind: 'remote';
      /** Null: no data source, so no credentials. */
      readonly source: string | null;
      readonly addresses: readonly string[];
      /** `file.type`, `archive.type`, `regexp`, `recursive` and others, as they were written. */
      readonly settings: Settings;
    }
  /** The rows of a query in the data source. */
  | { readonly kind: 'query'; readonly source: string; readonly query: string }
  /** A data source with a file of this machine that holds the rest as JSON. */
  | { readonly kind: 'config'; readonly source: string; readonly path: string };

const MACHINES = /^(?:all|any|m\d+(?:\s*\|\s*m\d+)*)\s*:\s*/i;
const DATA_ROOT = /^\$sys\.data_root/i;

/** @throws EngineError when the text has none of these forms */
export function parsePlaces(text: string, dataRoot: string): readonly FilePlace[] {
  const trimmed = text.trim();
  if (DATA_ROOT.test(trimmed)) return [{ kind: 'local', path: trimmed.replace(DATA_ROOT, dataRoot) }];
  const [, source, rest = ''] = /^\$(\w+)\s*:\s*(.*)$/s.exec(trimmed) ?? [];
  if (source !== undefined) return [ofSource(source, rest)];
  if (isRemoteAddress(trimmed)) {
    return [{ kind: 'remote', source: null, addresses: [trimmed], settings: {} }];
  }
  if (!MACHINES.test(trimmed)) return [{ kind: 'local', path: trimmed }];
  // Every part is for other machines; this one is all of them.
  return trimmed
    .split(/,\s*(?=(?:all|any|m\d+(?:\s*\|\s*m\d+)*)\s*:)/i)
    .map((part) => ({ kind: 'local', path: part.trim().replace(MACHINES, '').replace(DATA_ROOT, dataRoot) }));
}

function ofSource(source: string, rest: string): FilePlace {
  if (rest.startsWith('{')) return settingsPlace(source, parseSettings(rest));
  if (/^(?:SELECT|WITH)\s/i.test(rest)) return { kind: 'query', source, query: rest };
  if (isRemoteAddress(rest)) return { kind: 'remote', source, addresses: [rest], settings: {} };
  if (rest === '') {
    throw engineError('sourceFileMissing', { source });
  }
  return { kind: 'config', source, path: rest };
}

/**
 * The place that settings describe by `file.uris` or a `query`.
 * @throws EngineError when they have neither
 */
export function settingsPlace(
  source: string,
  settings: Settings,
): Extract<FilePlace, { kind: 'remote' | 'query' }> {
  const { query } = settings;
  if (query !== undefined) return { kind: 'query', source, query };
  const uris = settings['file.uris'] ?? settings['file_uris'];
  const addresses = (uris ?? '').split(',').map((each) => each.trim());
  if (uris === undefined || addresses.some((address) => !isRemoteAddress(address))) {
    throw uris === undefined
      ? engineError('fileUrisMissing', { source })
      : engineError('fileUrisWrong', { source, uris });
  }
  return { kind: 'remote', source, addresses, settings };
}
