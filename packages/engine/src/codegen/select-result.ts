/** HAVING, ORDER BY, OFFSET and LIMIT over the vertices that a SELECT has found. */
import type { Ast } from '@acacia/language';
import { type Code, js, list, literal } from './code.ts';
import { compileExpr, condition, guard } from './expressions.ts';
import { timed } from './profile.ts';
import { SAFE_INT } from './types.ts';
import type { Unit } from './unit.ts';
import { collect, vertexLoop } from './vertex-loops.ts';

/** Code that returns what is left of a set. */
export const selectResult = (
  unit: Unit,
  select: Ast.SelectExpr,
  name: string,
  types: readonly string[] | null,
  set: Code,
): Code => {
  const row = (operator: string, rowsIn: Code, rowsOut: Code, work: Code): Code =>
    timed(unit, operator, select.span, { rowsIn, rowsOut }, work);
  let current = set;
  const code: Code[] = [];
  const { having } = select;
  if (having !== undefined) {
    const kept = unit.names.fresh();
    const found = unit.names.fresh();
    const loop = vertexLoop(
      unit,
      current,
      name,
      types,
      () => js`if (${condition(unit, having)}) {\n${collect(unit, name, kept)}\n}`,
    );
    const work = js`const ${kept} = ${unit.call('collector', js`X`)};\n${loop}\nconst ${found} = ${kept}.finish();`;
    code.push(row('having', js`${current}.size`, js`${found}.size`, work));
    current = found;
  }
  const limit = select.limit === undefined ? literal(null) : compileExpr(unit, select.limit, SAFE_INT).code;
  const offset = select.offset === undefined ? literal(0) : compileExpr(unit, select.offset, SAFE_INT).code;
  if (select.orderBy.length > 0) {
    const sorter = unit.names.fresh();
    const directions = unit.constant(select.orderBy.map((item) => item.descending));
    const sorted = unit.names.fresh();
    const loop = vertexLoop(unit, current, name, types, (alias) => {
      const keys = select.orderBy.map((item) => {
        const key = compileExpr(unit, item.expr);
        return key.needs.length === 0 ? key.code : js`(${guard(key.needs)}true) ? ${key.code} : null`;
      });
      return js`${sorter}.add(${alias.ref}, [${list(keys)}]);`;
    });
    const work = js`const ${sorter} = ${unit.call('sorter', js`X`, directions, limit, offset)};
${loop}
const ${sorted} = ${sorter}.finish();`;
    code.push(row('order by', js`${current}.size`, js`${sorted}.size`, work));
    current = sorted;
  } else if (select.limit !== undefined || select.offset !== undefined) {
    current = unit.call('limitSet', js`X`, current, limit, offset);
  }
  code.push(js`return ${current};`);
  return js`${code}`;
};
