/** The changes from one catalog to the next, in sentences for a log. */
import type { Catalog } from './catalog.ts';

const inGraph = (graph: string | null): string => (graph === null ? '' : ` of the graph ${graph}`);

interface Kind<K, V> {
  readonly entriesOf: (catalog: Catalog) => ReadonlyMap<K, V>;
  readonly nameOf: (entry: V) => string;
  /** The words for a change of an existing entry; null: the change is not logged. */
  readonly changed: (before: V, after: V) => string | null;
}

function changesOf<K, V>(
  { entriesOf, nameOf, changed }: Kind<K, V>,
  before: Catalog,
  after: Catalog,
): string[] {
  const [old, now] = [entriesOf(before), entriesOf(after)];
  const made = [...now].flatMap(([key, entry]) => {
    const known = old.get(key);
    if (known === undefined) return [`${nameOf(entry)} was created.`];
    const what = known === entry ? null : changed(known, entry);
    return what === null ? [] : [`${nameOf(entry)} ${what}.`];
  });
  const dropped = [...old]
    .filter(([key]) => !now.has(key))
    .map(([, entry]) => `${nameOf(entry)} was dropped.`);
  return [...made, ...dropped];
}

export const describeChange = (before: Catalog, after: Catalog): string[] => [
  ...changesOf(
    {
      entriesOf: (catalog) => catalog.graphs,
      nameOf: ({ name }) => `The graph ${name}`,
      changed: (old, now) => (old.schemaVersion === now.schemaVersion ? null : 'has a new schema'),
    },
    before,
    after,
  ),
  ...changesOf(
    {
      entriesOf: (catalog) => catalog.vertexTypes,
      nameOf: ({ type, graph }) => `The vertex type ${type.name}${inGraph(graph)}`,
      changed: (old, now) => (old.type === now.type ? null : 'was changed'),
    },
    before,
    after,
  ),
  ...changesOf(
    {
      entriesOf: (catalog) => catalog.edgeTypes,
      nameOf: ({ type, graph }) => `The edge type ${type.name}${inGraph(graph)}`,
      changed: (old, now) => (old.type === now.type ? null : 'was changed'),
    },
    before,
    after,
  ),
  ...changesOf(
    {
      entriesOf: (catalog) => catalog.queries,
      nameOf: ({ name, graph }) => `The query ${name}${inGraph(graph)}`,
      changed: (old, now) => {
        if (old.code !== now.code) return 'was replaced';
        if (old.installed === now.installed) return null;
        return now.installed ? 'was installed' : 'is no longer installed';
      },
    },
    before,
    after,
  ),
  ...changesOf(
    {
      entriesOf: (catalog) => catalog.loadingJobs,
      nameOf: ({ name, graph }) => `The loading job ${name}${inGraph(graph)}`,
      changed: (old, now) => (old.code === now.code ? null : 'was replaced'),
    },
    before,
    after,
  ),
  ...changesOf(
    {
      entriesOf: (catalog) => catalog.schemaJobs,
      nameOf: ({ name, graph }) => `The schema change job ${name}${inGraph(graph)}`,
      changed: () => null,
    },
    before,
    after,
  ),
  ...changesOf(
    {
      entriesOf: (catalog) => catalog.tuples,
      nameOf: ({ name }) => `The tuple ${name}`,
      changed: () => null,
    },
    before,
    after,
  ),
  ...changesOf(
    {
      entriesOf: (catalog) => catalog.functionFiles,
      nameOf: ({ name }) => `The functions of ${name}`,
      changed: (old, now) => (old.code === now.code ? null : 'were replaced'),
    },
    before,
    after,
  ),
  ...changesOf(
    {
      entriesOf: (catalog) => catalog.packages,
      nameOf: ({ name }) => `The package ${name}`,
      changed: () => null,
    },
    before,
    after,
  ),
  ...changesOf(
    {
      entriesOf: (catalog) => catalog.templates,
      nameOf: ({ name }) => `The template query ${name}`,
      changed: (old, now) => (old.code === now.code ? null : 'was replaced'),
    },
    before,
    after,
  ),
];
