/** The rows of a SELECT as a function of their start vertices, so that it can run for some of these at a time. */
import { type Code, empty, js, list, literal } from './code.ts';
import { type PatternCode, declaredCounters } from './pattern-code.ts';
import type { Unit } from './unit.ts';

/** Results that rows gather in local variables, to be merged at the end. */
export interface RowsGathering {
  /** Declares the variables, with their values in the array `carried` unless that is null. */
  readonly goOn: (carried: Code) => Code;
  readonly names: readonly Code[];
  /** Adds the gathered results; `values` stands in for the names. */
  readonly merge: (values: readonly Code[]) => Code;
}

interface Division {
  readonly gathered: RowsGathering;
  /** Names that the rows use besides those that the pattern declares. */
  readonly given: readonly Code[];
  /** Code of the `Part` of the function and all that it calls, where several threads can run it. */
  readonly part: ((work: Code, code: Code) => Code) | null;
}

/** Code that runs the rows and merges their results. */
export function dividedRows(unit: Unit, pattern: PatternCode, { gathered, given, part }: Division): Code {
  const { start, shared, functions, counters, loops, report } = pattern;
  const fresh = (): Code => unit.names.fresh();
  const [work, results, result, begun, carried] = [fresh(), fresh(), fresh(), fresh(), fresh()];
  const { names } = gathered;
  const countersOn = counters.map((counter, index) => {
    const before = js`+${carried}[${literal(names.length + index)}]`;
    return js`let ${counter} = ${carried} === null ? 0 : ${before};`;
  });
  const code = js`function ${work}(${list([start, ...given, ...shared, carried])}) {
${gathered.goOn(carried)}
${countersOn}
${loops}
return [${list([...names, ...counters])}];
}`;
  unit.functions.push(code);
  const others = js`[${list([...given, ...shared])}]`;
  const { divisible } = pattern;
  const parts = part === null || divisible === 'false' ? [] : [part(work, js`${functions}${code}`)];
  const inParts = unit.call('inParts', js`X`, work, start, others, ...parts);
  const atOnce = unit.call('atOnce', work, start, others);
  const runs =
    divisible === 'true'
      ? inParts
      : divisible === 'false'
        ? atOnce
        : js`${divisible} ? ${inParts} : ${atOnce}`;
  const values = [...names, ...counters].map((_, index) => js`${result}[${literal(index)}]`);
  const sums = counters.map((counter, index) => js`${counter} += ${values[names.length + index] ?? empty};`);
  return js`${declaredCounters(counters)}
${unit.profiling === null ? empty : js`X.threads = 1;\nconst ${begun} = performance.now();`}
const ${results} = ${runs};
for (const ${result} of ${results}) {
${gathered.merge(values)}
${sums}
}
${report(js`performance.now() - ${begun}`)}`;
}
