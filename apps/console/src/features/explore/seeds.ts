/** The vertices with which an exploration began, in the address: `Airport/ATL,Airport/ORD`. */
import { vertexKey, vertexOfKey, type VertexRef } from '../workspace-tool/wire-graph.ts';

/** More would make an address that cannot be sent. */
const MAX_SEEDS = 40;

/** Commas and percent signs in ids are escaped: as %2C and %25. */
export const seedsText = (seeds: readonly VertexRef[]): string =>
  seeds
    .slice(0, MAX_SEEDS)
    .map((seed) => vertexKey(seed).replaceAll('%', '%25').replaceAll(',', '%2C'))
    .join(',');

/** Invalid parts are left out. */
export function seedsOf(text: string | undefined): readonly VertexRef[] {
  if (text === undefined || text === '') return [];
  return text
    .split(',')
    .slice(0, MAX_SEEDS)
    .map((part) => vertexOfKey(part.replaceAll('%2C', ',').replaceAll('%25', '%')))
    .filter(({ type, id }) => /^\w+$/.test(type) && id !== '');
}
