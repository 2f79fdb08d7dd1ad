/** The sets of vertices that the nodes of a pattern may match. */
import type { Ast } from '@acacia/language';
import type { Pattern } from '../plan/pattern.ts';
import { type Code, js } from './code.ts';
import { compileExpr, sourceNamed } from './expressions.ts';
import { fault } from './fault.ts';
import type { Unit } from './unit.ts';

/** The vertices that each node may match, computed before the loops. */
export interface PatternSources {
  /** Code of the VertexSet of a node; null: any vertex. */
  readonly sets: readonly (Code | null)[];
  /** Whether the set of a node has all vertices of its types, so that membership needs no test. */
  readonly whole: readonly boolean[];
  readonly declarations: Code;
}

export function compileSources(unit: Unit, pattern: Pattern): PatternSources {
  const declarations: Code[] = [];
  const sets = pattern.nodes.map((node) => {
    const unions = node.sources.map((names) => {
      const sources = names.map((name) => {
        const isType = unit.schema.vertexTypes.some((type) => type.name === name.text);
        if (unit.lookup(name.text) === undefined && !isType && name.text !== 'ANY' && name.text !== '_') {
          throw fault(name.span, 'notVertexTypeOrSet', { name: name.text });
        }
        return sourceNamed(unit, name.text);
      });
      return sources.reduce((union, source) => js`${union}.union(${source})`);
    });
    const [first, ...rest] = unions;
    if (first === undefined) return null;
    const id = unit.names.fresh();
    declarations.push(js`const ${id} = ${rest.reduce((all, one) => js`${all}.intersect(${one})`, first)};`);
    return id;
  });
  const whole = pattern.nodes.map(({ sources }) =>
    sources.every((names) => names.every(({ text }) => unit.lookup(text) === undefined)),
  );
  return { sets, whole, declarations: js`${declarations}` };
}

/** The vertices of a scan: those of its node, or the one that `key` is or whose id `key` is. */
export function scanned(unit: Unit, set: Code | null | undefined, key: Ast.Expr | undefined): Code {
  const all = set ?? js`X.allVertices()`;
  if (key === undefined) return all;
  const { code, type } = compileExpr(unit, key);
  if (type.kind === 'vertex') return js`${unit.call('single', js`X`, code)}.intersect(${all})`;
  return js`${all}.withId(String(${code}), X.snapshot)`;
}
