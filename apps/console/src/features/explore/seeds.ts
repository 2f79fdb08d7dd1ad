/** The vertices an exploration began with, as the address tells them: `Airport/ATL,Airport/ORD`. */
import { vertexKey, vertexOfKey, type VertexRef } from '../workspace-tool/wire-graph.ts';

/** More would make an address that cannot be sent. */
const MAX_SEEDS = 40;

/** Commas in ids are written as %2C, and so is what else would part them. */
export const seedsText = (seeds: readonly VertexRef[]): string =>
  seeds
    .slice(0, MAX_SEEDS)
    .map((seed) => vertexKey(seed).replaceAll('%', '%25').replaceAll(',', '%2C'))
    .join(',');

/** What cannot be read is left out. */
export function seedsOf(text: string | undefined): readonly VertexRef[] {
  if (text === undefined || text === '') return [];
  return text
    .split(',')
    .slice(0, MAX_SEEDS)
    .map((part) => vertexOfKey(part.replaceAll('%2C', ',').replaceAll('%25', '%')))
    .filter(({ type, id }) => /^\w+$/.test(type) && id !== '');
}
