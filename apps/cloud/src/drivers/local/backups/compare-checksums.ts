/** Compares the checksums of a database with those in the manifest of its backup. */
import type { InternalChecksums } from '@acacia/contract';

type TypeChecksum = InternalChecksums['types'][number];

const nameOf = ({ graph, kind, type }: TypeChecksum): string =>
  `the ${kind} type ${type}${graph === null ? '' : ` of the graph ${graph}`}`;

function difference(expected: TypeChecksum, actual: TypeChecksum | undefined): string | undefined {
  if (actual === undefined) return `Data: ${nameOf(expected)} is missing.`;
  if (actual.count !== expected.count) {
    return `Data: ${nameOf(expected)} has ${actual.count} rows instead of ${expected.count}.`;
  }
  if (actual.checksum !== expected.checksum) {
    return `Data: ${nameOf(expected)} has the right number of rows (${actual.count}), but not the same content.`;
  }
  return undefined;
}

/** A sentence for each difference; none when the data are equal. */
export function compareChecksums(expected: InternalChecksums, actual: InternalChecksums): string[] {
  const found = new Map(actual.types.map((type) => [nameOf(type), type]));
  const named = new Set(expected.types.map(nameOf));
  return [
    ...(expected.catalog === actual.catalog
      ? []
      : ['Data: the catalog (types, graphs, queries, loading jobs) is not the same.']),
    ...expected.types.flatMap((type) => difference(type, found.get(nameOf(type))) ?? []),
    ...actual.types
      .filter((type) => !named.has(nameOf(type)))
      .map((type) => `Data: ${nameOf(type)} is there, but was not when the backup was taken.`),
  ];
}
