/** Calls that nothing answers yet: whoever builds one takes it out of this list. */
import type { CloudCall } from '@acacia/contract';
import type { HandlersOf } from '../http/call.ts';
import { Problem } from '../http/problem.ts';

const NOT_YET = ['getDataProfile'] as const satisfies readonly CloudCall[];

export const notYet = Object.fromEntries(
  NOT_YET.map((call) => [
    call,
    async () => {
      throw new Problem('Unavailable', `${call} is not built yet.`);
    },
  ]),
) as unknown as HandlersOf<(typeof NOT_YET)[number]>;
