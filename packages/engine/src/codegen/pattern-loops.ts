/** The loops over the rows of a pattern: one nest, or one behind another where rows are gathered between. */
import { type Code, js } from './code.ts';
import { type LoopsInput, loopNest } from './loop-nest.ts';
import type { Unit } from './unit.ts';

/** Loops over all rows of the pattern, with `body` inside. Where rows are gathered, one nest follows another. */
export function patternLoops(unit: Unit, input: LoopsInput, gathered?: Code): Code {
  const { operators } = input.plan;
  const at = operators.findIndex(({ kind }) => kind === 'gather');
  const gather = operators[at];
  if (gather?.kind !== 'gather') {
    return loopNest(unit, { ...input, from: gathered });
  }
  const into = unit.names.fresh();
  const first = { ...input.plan, operators: operators.slice(0, at + 1) };
  const scan = { kind: 'scan', node: gather.node, filters: [] } as const;
  const rest = { ...input.plan, operators: [scan, ...operators.slice(at + 1)] };
  const counters = [input.counters.slice(0, at + 1), input.counters.slice(at)] as const;
  const marks = input.marks.slice(at);
  const before = loopNest(unit, { ...input, plan: first, counters: counters[0], from: gathered, into });
  const after = patternLoops(unit, { ...input, plan: rest, counters: counters[1], marks, start: into }, into);
  return js`const ${into} = ${unit.call('gathered', js`X`)};\n${before}\n${after}`;
}
