import { z } from 'zod';
import { nextTask } from '../workspace-transport.ts';

/**
 * Validates a long list of an answer in parts, between which the page answers to its person.
 * @param atOnce items that are validated in one task
 */
export async function inParts<T extends z.ZodType>(
  item: T,
  unread: readonly unknown[],
  atOnce: number,
): Promise<z.output<T>[]> {
  const read: z.output<T>[] = [];
  for (let at = 0; at < unread.length; at += atOnce) {
    if (at > 0) await nextTask();
    read.push(...z.array(item).parse(unread.slice(at, at + atOnce)));
  }
  return read;
}
