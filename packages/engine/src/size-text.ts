/** Formats sizes for messages. */
import { engineError } from './errors/catalogue.ts';
import type { EngineError } from './errors.ts';

const UNITS = [
  ['MB', 2 ** 20],
  ['KB', 2 ** 10],
] as const;

function sizeText(bytes: number, units: readonly (readonly [string, number])[]): string {
  const [unit, step] = units.find(([, size]) => bytes >= size) ?? units.at(-1) ?? [' bytes', 1];
  return `${Math.ceil(bytes / step)}${unit}`;
}

/** A size and the limit that it exceeds, each in its largest unit, or in smaller ones where they would look the same. */
export function sizeAndLimit(bytes: number, limitBytes: number): readonly [size: string, limit: string] {
  for (const first of UNITS.keys()) {
    const [size, limit] = [bytes, limitBytes].map((each) => sizeText(each, UNITS.slice(first)));
    if (size !== undefined && limit !== undefined && size !== limit) return [size, limit];
  }
  return [sizeText(bytes, []), sizeText(limitBytes, [])];
}

/** RESTPP's error for an answer that is too large. */
export function answerTooLarge(bytes: number, limitBytes: number): EngineError {
  const [size, limit] = sizeAndLimit(bytes, limitBytes);
  return engineError('answerTooLarge', { size, limit });
}
