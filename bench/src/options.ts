/** Options of `npm run bench -- NAME …`. */
import { parseArgs } from 'node:util';

const SIZES = ['small', 'medium', 'large'] as const;
export type Size = (typeof SIZES)[number];

export interface BenchOptions {
  readonly size: Size;
  readonly rounds: number;
  /** Cases whose name holds this text; all when it is empty. */
  readonly only: string;
}

const isSize = (text: string): text is Size => SIZES.some((size) => size === text);

/** @throws Error with a sentence when an option is not valid */
export function parseOptions(args: readonly string[]): { names: readonly string[]; options: BenchOptions } {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      size: { type: 'string', default: 'small' },
      rounds: { type: 'string', default: '5' },
      only: { type: 'string', default: '' },
    },
  });
  const { size, only } = values;
  if (!isSize(size)) throw new Error(`There is no size ${size}. Sizes: ${SIZES.join(', ')}.`);
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) {
    throw new Error(`--rounds is ${values.rounds}, not a whole number above 0.`);
  }
  return { names: positionals, options: { size, rounds, only } };
}
