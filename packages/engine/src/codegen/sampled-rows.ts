/** SAMPLE: the rows of one hop are gathered by their source, and ACCUM runs for those that are chosen. */
import type { Ast } from '@acacia/language';
import { patternOf } from '../plan/pattern.ts';
import { type Code, js, list, literal } from './code.ts';
import { compileDml } from './dml.ts';
import { compileExpr, condition } from './expressions.ts';
import { fault } from './fault.ts';
import { type SelectRows, patternCode } from './pattern-code.ts';
import { bindEdge, nodeTypes } from './pattern-parts.ts';
import { type Shown, shortText, timed } from './profile.ts';
import { type Unit, VertexAlias } from './unit.ts';

type Sample = NonNullable<Ast.SelectExpr['sample']>;

/** The path with a name for each vertex and edge that has none: no name of a query has a space. */
function named(path: Ast.PathPattern): Ast.PathPattern {
  const alias = (text: string, node: Ast.VertexPattern | Ast.EdgePattern) => ({
    alias: node.alias ?? { text: ` ${text}`, span: node.span },
  });
  return {
    ...path,
    start: { ...path.start, ...alias('source', path.start) },
    hops: path.hops.map(({ edge, vertex }) => ({
      edge: { ...edge, ...alias('edge', edge) },
      vertex: { ...vertex, ...alias('target', vertex) },
    })),
  };
}

/** `accum`: how ACCUM is shown; `marks`: code that notes the vertices of a row. */
export function sampledRows(
  unit: Unit,
  select: Ast.SelectExpr,
  sample: Sample,
  accum: Shown,
  marks: () => readonly Code[],
): SelectRows {
  const [only, ...others] = select.from;
  const hop = only?.hops[0];
  if (
    only === undefined ||
    hop === undefined ||
    only.hops.length > 1 ||
    others.length > 0 ||
    hop.edge.repeat
  ) {
    throw fault(select.span, 'sampleOfOneHop');
  }
  const from = [named(only)];
  const pattern = patternOf(from);
  const [source, edge, target] = [pattern.nodes[0], pattern.edges[0], pattern.nodes[1] ?? pattern.nodes[0]];
  if (source === undefined || edge === undefined || target === undefined) {
    throw fault(select.span, 'sampleWithoutEdge');
  }
  const names = [source.name, edge.name, target.name].map((name) => name ?? '');
  const sampler = unit.names.fresh();
  const text = `${shortText(unit, sample.size.span)}${sample.percent ? ' %' : ''} ${sample.of.toUpperCase()}`;
  const work = { operator: 'SAMPLE', text, span: sample.size.span, rowsOut: literal(null) };
  const gathered = patternCode(unit, { from, work }, select.span, () => {
    const refs = names.map((name) => compileExpr(unit, { kind: 'name', name, span: select.span }).code);
    const when = sample.when === undefined ? literal(true) : condition(unit, sample.when);
    return js`${sampler}.add([${list(refs)}], ${when});`;
  });
  const chosen = (counted: Code): Code =>
    unit.scoped(() => {
      const row = unit.names.fresh();
      const bound = [bindVertex(unit, pattern.nodes[0], js`${row}[0]`)];
      if (target !== source) bound.push(bindVertex(unit, target, js`${row}[2]`));
      const alias = bindEdge(unit, edge);
      const { where } = select;
      const statements = js`${marks()}\n${unit.scoped(() => compileDml(unit, select.accum))}`;
      const body = where === undefined ? statements : js`if (${condition(unit, where)}) {\n${statements}\n}`;
      const declared = bound.map(({ declare }) => declare());
      return js`let ${counted} = 0;
for (const ${row} of ${sampler}.rows()) {
${unit.call('check')};
${counted} += 1;
${declared}
const ${alias.row} = ${unit.call('numberOf', js`${row}[1]`)}, ${alias.base} = ${row}[1] - ${alias.row};
const ${alias.ordinal} = Math.floor(${unit.call('typeIndexOf', js`${row}[1]`)} / 2);
${alias.prelude()}
${body}
}`;
    });
  const size = compileExpr(unit, sample.size).code;
  const by = literal(sample.of);
  const before = js`${gathered.before}
const ${sampler} = ${unit.call('sampler', size, literal(sample.percent), by)};`;
  const counted = unit.names.fresh();
  const rows = { rowsIn: counted, rowsOut: counted };
  const after = timed(unit, accum, rows, chosen(counted));
  return { ...gathered, before, shared: [...gathered.shared, sampler], divisible: literal(false), after };
}

function bindVertex(
  unit: Unit,
  node: ReturnType<typeof patternOf>['nodes'][number] | undefined,
  ref: Code,
): { readonly declare: () => Code } {
  const alias = new VertexAlias(unit.names, node === undefined ? null : nodeTypes(unit, node));
  if (node?.name !== undefined) unit.bind(node.name, { kind: 'vertex', alias });
  const place = js`${alias.typeIndex} = ${unit.call('typeIndexOf', ref)}, ${alias.number} = ${unit.call('numberOf', ref)}`;
  return { declare: () => js`const ${place};\n${alias.prelude()}` };
}
