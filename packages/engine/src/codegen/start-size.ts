/** The number of vertices that a plan would start from, estimated from a sample where they have conditions. */
import type { PatternPlan } from '../plan/operators.ts';
import type { Pattern } from '../plan/pattern.ts';
import { type Code, js, joined } from './code.ts';
import { condition } from './expressions.ts';
import { nodeTypes, propertyTests } from './pattern-parts.ts';
import { type Unit, VertexAlias } from './unit.ts';

/** @param set code of the vertices that the first operator of the plan scans */
export function startSize(unit: Unit, pattern: Pattern, plan: PatternPlan, set: Code): Code {
  const [scan] = plan.operators;
  const node = scan?.kind === 'scan' ? pattern.nodes[scan.node] : undefined;
  if (scan?.kind !== 'scan' || node === undefined) return js`${set}.size`;
  const test = unit.scoped(() => {
    const alias = new VertexAlias(unit.names, nodeTypes(unit, node));
    if (node.name !== undefined) unit.bind(node.name, { kind: 'vertex', alias });
    const tests = unit.within(unit.clause === null ? null : { ...unit.clause, kind: 'where' }, () => [
      ...propertyTests(unit, alias, node.properties),
      ...scan.filters.map((filter) => condition(unit, filter)),
    ]);
    if (tests.length === 0) return undefined;
    const all = joined(
      tests.map((one) => js`(${one})`),
      '&&',
    );
    return js`(${alias.typeIndex}) => {
${alias.prelude()}
return (${alias.number}) => { ${alias.rowPrelude()} return ${all}; };
}`;
  });
  return test === undefined ? js`${set}.size` : unit.call('sampledSize', set, test);
}
