/** HAVING, ORDER BY, OFFSET and LIMIT over the vertices that a SELECT has found. */
import type { Ast } from '@acacia/language';
import { type Code, js, list, literal } from './code.ts';
import { compileExpr, condition, guard } from './expressions.ts';
import { type Shown, clauseShown, passed, shortText, timed } from './profile.ts';
import { SAFE_INT } from './types.ts';
import type { Unit } from './unit.ts';
import { collect, vertexLoop } from './vertex-loops.ts';

/** Code that returns the vertices of a set that remain; `start`: the vertices that the rows began with. */
export function selectResult(
  unit: Unit,
  select: Ast.SelectExpr,
  name: string,
  types: readonly string[] | null,
  set: Code,
  start: Code,
): Code {
  const row = (shown: Shown, work: Code, before: Code, after: Code): Code =>
    timed(unit, shown, { rowsIn: js`${before}.size`, rowsOut: js`${after}.size` }, work);
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
    code.push(row(clauseShown(unit, 'HAVING', [having], select), work, current, found));
    current = found;
  }
  const limit = limitCode(unit, select);
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
    code.push(row(orderShown(unit, select), work, current, sorted));
    current = sorted;
  } else if (select.limit !== undefined || select.offset !== undefined) {
    const some = unit.names.fresh();
    const work = js`const ${some} = ${unit.call('limitSet', js`X`, current, limit, offset)};`;
    code.push(row(orderShown(unit, select), work, current, some));
    current = some;
  }
  code.push(passed(unit, js`${start}.size`, js`${current}.size`), js`return ${current};`);
  return js`${code}`;
}

/** The greatest number of vertices of a SELECT; null for all, which a negative LIMIT means as well. */
export function limitCode(unit: Unit, { limit }: Ast.SelectExpr): Code {
  if (limit === undefined) return literal(null);
  const { code } = compileExpr(unit, limit, SAFE_INT);
  return limit.kind === 'int' ? code : unit.call('limitOf', code);
}

/** ORDER BY and LIMIT, or LIMIT alone, as the profile shows them. */
export function orderShown(unit: Unit, select: Ast.SelectExpr): Shown {
  const { orderBy, limit, offset } = select;
  const rest = limit ?? offset;
  const shown = clauseShown(unit, 'ORDER BY', orderBy, rest ?? select);
  const texts = [
    shown.text,
    limit === undefined ? '' : `LIMIT ${shortText(unit, limit.span)}`,
    offset === undefined ? '' : `OFFSET ${shortText(unit, offset.span)}`,
  ];
  const text = texts.filter((part) => part !== '').join(' ');
  return orderBy.length > 0
    ? { ...shown, text }
    : { ...shown, operator: 'LIMIT', text: text.replace('LIMIT ', '') };
}
