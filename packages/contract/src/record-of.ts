/** Objects whose keys are names that people gave. */
import { z } from 'zod';

/**
 * Like `z.record` with text keys, but with every key: `z.record` leaves out the name `__proto__`, and data acknowledged
 * under that name would be lost.
 */
export const recordOf = <V extends z.ZodType>(value: V) =>
  z
    .custom<Readonly<Record<string, z.input<V>>>>(
      (given) => typeof given === 'object' && given !== null && !Array.isArray(given),
      'must be an object',
    )
    .transform((given, context): Record<string, z.output<V>> => {
      const entries: (readonly [string, z.output<V>])[] = [];
      for (const [key, item] of Object.entries(given)) {
        const parsed = value.safeParse(item);
        if (parsed.success) entries.push([key, parsed.data]);
        for (const { message, path } of parsed.error?.issues ?? []) {
          context.addIssue({ code: 'custom', message, path: [key, ...path], input: item });
        }
      }
      // Defines its members, where an assignment would set the prototype.
      return Object.fromEntries(entries);
    });
