/** Rows per operator, when the profile is asked for. */
import { type Ast, lineColumn } from '@acacia/language';
import type { PatternPlan } from '../plan/operators.ts';
import type { Pattern } from '../plan/pattern.ts';
import { type Code, js, literal } from './code.ts';
import type { Unit } from './unit.ts';

const lineOf = (unit: Unit, span: Ast.SelectExpr['span']): Code =>
  literal(lineColumn(unit.text, span.start).line);

const describe = (pattern: Pattern, operator: PatternPlan['operators'][number]): string => {
  if (operator.kind === 'scan') return `scan ${pattern.nodes[operator.node]?.name ?? '_'}`;
  const edge = pattern.edges[operator.edge];
  const name = edge?.name ?? edge?.steps.map((step) => step.name?.text ?? '_').join('|') ?? '_';
  return `${edge?.repeat === undefined ? operator.kind : 'repeat'} ${name}`;
};

/** The loops, then one profile row per operator; the last has the time of all of them. */
export const profileRows = (
  unit: Unit,
  pattern: Pattern,
  plan: PatternPlan,
  counters: readonly Code[],
  loops: Code,
  span: Ast.SelectExpr['span'],
): Code => {
  const start = unit.names.fresh();
  const line = lineOf(unit, span);
  const reports = plan.operators.map((operator, index) => {
    const rowsIn = counters[index - 1] ?? literal(1);
    const time = index === plan.operators.length - 1 ? js`performance.now() - ${start}` : literal(0);
    return js`X.profile.push({ operator: ${literal(describe(pattern, operator))}, line: ${line}, rowsIn: ${rowsIn}, rowsOut: ${counters[index] ?? literal(0)}, milliseconds: ${time} });`;
  });
  return js`${counters.map((counter) => js`let ${counter} = 0;`)}
const ${start} = performance.now();
${loops}
${reports}`;
};
