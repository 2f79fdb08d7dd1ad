/** Rows per operator, when the profile is asked for. */
import { type Ast, lineColumn } from '@acacia/language';
import type { PatternPlan } from '../plan/operators.ts';
import type { Pattern } from '../plan/pattern.ts';
import { type Code, js, literal } from './code.ts';
import type { Unit } from './unit.ts';

const describe = (pattern: Pattern, operator: PatternPlan['operators'][number]): string => {
  if (operator.kind === 'scan' || operator.kind === 'gather') {
    return `${operator.kind} ${pattern.nodes[operator.node]?.name ?? '_'}`;
  }
  const edge = pattern.edges[operator.kind === 'count' ? operator.branch.edge : operator.edge];
  const name = edge?.name ?? edge?.steps.map((step) => step.name?.text ?? '_').join('|') ?? '_';
  return `${edge?.repeat === undefined ? operator.kind : 'repeat'} ${name}`;
};

/** One row of the profile per operator of a pattern; the last has the time of all of them. */
export const profileRows = (
  unit: Unit,
  pattern: Pattern,
  plan: PatternPlan,
  counters: readonly Code[],
  time: Code,
  span: Ast.SelectExpr['span'],
): Code => {
  const reports = plan.operators.map((operator, index) =>
    profileRow(unit, describe(pattern, operator), span, {
      rowsIn: counters[index - 1] ?? literal(1),
      rowsOut: counters[index] ?? literal(0),
      milliseconds: index === plan.operators.length - 1 ? time : literal(0),
      threads: js`X.threads`,
    }),
  );
  return js`${reports}`;
};

/** One row of the profile. */
const profileRow = (
  unit: Unit,
  operator: string,
  span: Ast.SelectExpr['span'],
  figures: Readonly<Record<'rowsIn' | 'rowsOut' | 'milliseconds' | 'threads', Code>>,
): Code => {
  const { rowsIn, rowsOut, milliseconds, threads } = figures;
  const line = literal(lineColumn(unit.text, span.start).line);
  return js`X.profiled({ operator: ${literal(operator)}, line: ${line}, rowsIn: ${rowsIn}, rowsOut: ${rowsOut}, milliseconds: ${milliseconds} }, ${threads});`;
};

/** Work with a row of the profile about it. */
export const timed = (
  unit: Unit,
  operator: string,
  span: Ast.SelectExpr['span'],
  rows: { readonly rowsIn: Code; readonly rowsOut: Code },
  work: Code,
): Code => {
  if (!unit.profile) return work;
  const begun = unit.names.fresh();
  const milliseconds = js`performance.now() - ${begun}`;
  return js`const ${begun} = performance.now();\n${work}\n${profileRow(unit, operator, span, { ...rows, milliseconds, threads: literal(1) })}`;
};
