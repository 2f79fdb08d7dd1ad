import type { QueryContext } from '../library/context.ts';
import { library } from '../library/index.ts';
import type { Code } from './code.ts';

/** The one place where generated source becomes a function. It takes `Code` and nothing else. */
export function instantiate(
  source: Code,
  constants: readonly unknown[],
): (context: QueryContext, args: readonly unknown[], parts?: true) => unknown {
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the compiler's product; see code.ts for what may enter it
  const make = new Function('L', 'K', source) as (
    lib: typeof library,
    values: readonly unknown[],
  ) => (context: QueryContext, args: readonly unknown[], parts?: true) => unknown;
  return make(library, constants);
}
