/** The vertices with which an exploration began, in the address: `Airport/ATL,Airport/ORD`. */
import { vertexKey, vertexOfKey, type VertexRef } from '../workspace-tool/wire-graph.ts';

const MAX_SEEDS = 40;
/** Characters of the seeds in an address; servers refuse requests whose head is longer than 16 kB. */
const MAX_LENGTH = 8_500;

/** The first seeds, as many as an address holds. Commas and percent signs in ids are escaped: as %2C and %25. */
export function seedsText(seeds: readonly VertexRef[]): string {
  let room = MAX_LENGTH;
  return seeds
    .slice(0, MAX_SEEDS)
    .map((seed) => vertexKey(seed).replaceAll('%', '%25').replaceAll(',', '%2C'))
    .filter((part) => {
      const length = encodeURIComponent(part).length;
      if (length > room) return false;
      room -= length;
      return true;
    })
    .join(',');
}

/** Invalid parts are left out. */
export function seedsOf(text: string | undefined): readonly VertexRef[] {
  if (text === undefined || text === '') return [];
  return text
    .split(',')
    .slice(0, MAX_SEEDS)
    .map((part) => vertexOfKey(part.replaceAll('%2C', ',').replaceAll('%25', '%')))
    .filter(({ type, id }) => /^\w+$/.test(type) && id !== '');
}
