/** Creates, grants and drops data sources: each function gives a new catalog or throws EngineError. */
import { engineError } from '../errors/catalogue.ts';
import type { DataSourceInfo } from '../engine.ts';
import { graphEntry, withEntry, type Catalog, type DataSourceEntry } from './catalog.ts';
import { checkName } from './names.ts';

const TYPES = ['s3', 'gcs', 'abs', 'postgresql', 'snowflake'] as const;

/** The settings as the catalog stores them: the open ones, and the encrypted ones in `sealed`. */
type Kept = Pick<DataSourceEntry, 'settings' | 'sealed'>;

function checkType(name: string, settings: Readonly<Record<string, string>>): void {
  const type = settings['type']?.toLowerCase();
  if (TYPES.some((known) => known === type)) return;
  const found = type === undefined ? 'has no "type"' : `has the type "${type}"`;
  throw engineError('dataSourceType', { name, found });
}

/**
 * For null every graph may read from it.
 * @throws EngineError when the name is taken, or the settings have no known type
 */
export function addDataSource(catalog: Catalog, name: string, graph: string | null, kept: Kept): Catalog {
  checkName('data source', name);
  if (graph !== null) graphEntry(catalog, graph);
  if (catalog.dataSources.has(name)) throw engineError('dataSourceThere', { name });
  if (Object.keys(kept.settings).length > 0) checkType(name, kept.settings);
  const entry = { name, graphs: graph === null ? null : [graph], ...kept };
  return { ...catalog, dataSources: withEntry(catalog.dataSources, name, entry) };
}

export function setDataSource(catalog: Catalog, name: string, kept: Kept): Catalog {
  const entry = knownDataSource(catalog, name);
  checkType(name, kept.settings);
  return { ...catalog, dataSources: withEntry(catalog.dataSources, name, { ...entry, ...kept }) };
}

function knownDataSource(catalog: Catalog, name: string): DataSourceEntry {
  const entry = catalog.dataSources.get(name);
  if (entry === undefined) throw engineError('dataSourceUnknown', { name });
  return entry;
}

/** One that a graph may read from. @throws EngineError when there is none, or the graph may not read from it */
export function dataSourceIn(catalog: Catalog, graph: string, name: string): DataSourceEntry {
  const entry = knownDataSource(catalog, name);
  if (entry.graphs === null || entry.graphs.includes(graph)) return entry;
  throw engineError('dataSourceNotGranted', { name, graph });
}

/** @throws EngineError when there is none, or it was not granted */
export function grantDataSource(catalog: Catalog, name: string, graph: string, grants: boolean): Catalog {
  const entry = knownDataSource(catalog, name);
  graphEntry(catalog, graph);
  const others = (entry.graphs ?? [...catalog.graphs.keys()]).filter((each) => each !== graph);
  if (!grants && entry.graphs !== null && !entry.graphs.includes(graph)) {
    throw engineError('dataSourceNotGranted', { name, graph });
  }
  if (grants && entry.graphs === null) return catalog;
  const graphs = grants ? [...others, graph] : others;
  return { ...catalog, dataSources: withEntry(catalog.dataSources, name, { ...entry, graphs }) };
}

export function dropDataSource(catalog: Catalog, name: string): Catalog {
  knownDataSource(catalog, name);
  return { ...catalog, dataSources: withEntry(catalog.dataSources, name, undefined) };
}

/** Those that a graph may read from; for null all. */
export const dataSourcesOf = (
  catalog: Catalog,
  graph: string | null,
  isLost: (entry: DataSourceEntry) => boolean,
): DataSourceInfo[] =>
  [...catalog.dataSources.values()]
    .filter(({ graphs }) => graph === null || graphs === null || graphs.includes(graph))
    .map((entry) => ({
      name: entry.name,
      type: entry.settings['type'] ?? '',
      graphs: entry.graphs,
      settings: shownSettings(entry),
      keysLost: isLost(entry),
    }));

/** Settings whose values are no secrets. */
const SHOWN =
  /^(?:type|project_id|client_email|client\.id|tenant\.id|account\.name|region|token_uri|host|port|db\.name|connection\.user|sslmode)$|endpoint|root\.url|path\.style|provider/i;

export const isShownSetting = (name: string): boolean => SHOWN.test(name);

/** Settings as people may see them. */
const shownSettings = ({ settings, sealed }: DataSourceEntry): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, isShownSetting(name) ? value : '****']),
  ),
  ...Object.fromEntries((sealed?.names ?? []).map((name) => [name, '****'])),
});
