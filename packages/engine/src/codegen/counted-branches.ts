/** Branches of which only the number of matches matters: each becomes a function of the vertex at which it starts. */
import type { CountedBranch } from '../plan/operators.ts';
import type { Pattern, PatternEdge, PatternNode } from '../plan/pattern.ts';
import { type Code, js, literal } from './code.ts';
import { condition } from './expressions.ts';
import { bindEdge, hopsOf, nodeTypes, propertyTests } from './pattern-parts.ts';
import { type Unit, VertexAlias } from './unit.ts';

interface BranchInput {
  readonly pattern: Pattern;
  /** Code of the vertices of each node; null: any. */
  readonly sets: readonly (Code | null)[];
  /** Whether the set of each node has all vertices of its types. */
  readonly whole: readonly boolean[];
  /** Code that counts `amount` units of work and checks for a stop request after every few thousand. */
  readonly tick: (amount: Code) => Code;
  /** The list to which generated functions are appended. */
  readonly declared: Code[];
  /** Code of a value that is computed once. */
  readonly keep: (value: (kept: Code, place: number) => Code) => Code;
  /** False: any number above 0 means that there is a match. */
  readonly exact: boolean;
}

/** Code of a function that gives, for the index of a type, the function from a vertex' number to matches. */
export const compileBranch = (unit: Unit, input: BranchInput, branch: CountedBranch): Code =>
  unit.scoped(() => {
    const edge = input.pattern.edges[branch.edge] as PatternEdge;
    const [ownerIndex, reachedIndex] = branch.backward ? [edge.to, edge.from] : [edge.from, edge.to];
    const inner = branch.branches.map((part) => compileBranch(unit, input, part));
    const owner = bindVertex(unit, input.pattern.nodes[ownerIndex] as PatternNode);
    const reachedNode = input.pattern.nodes[reachedIndex] as PatternNode;
    const reached = bindVertex(unit, reachedNode);
    const alias = bindEdge(unit, edge);
    const tests = unit.within(unit.clause === null ? null : { ...unit.clause, kind: 'where' }, () => [
      ...propertyTests(unit, reached, reachedNode.properties),
      ...propertyTests(unit, alias, edge.properties),
      ...branch.filters.map((filter) => condition(unit, filter)),
    ]);
    const matches = inner.map(
      (counter) =>
        js`${reached.hoist(`branch ${counter}`, js`${counter}(${reached.typeIndex})`)}(${reached.number})`,
    );
    const fresh = (): Code => unit.names.fresh();
    const [id, hops, parts, config, offsets, ends, neighbours, filter] = [
      fresh(),
      fresh(),
      fresh(),
      fresh(),
      fresh(),
      fresh(),
      fresh(),
      fresh(),
    ];
    const [at, end, sum] = [fresh(), fresh(), fresh()];
    const whole = input.whole[reachedIndex] === true;
    const filtered = whole ? [] : [js`${filter} === null || ${filter}[${reached.number}] === 1`];
    const checks = [...filtered, ...tests].map((test) => js`if (!(${test})) continue;`);
    const found = matches.length === 0 ? literal(1) : matchesOf(matches, input.exact);
    const add = input.exact ? js`${sum} += ${found};` : js`if (${found} !== 0) return 1;`;
    const body = js`${checks}\n${add}`;
    const row = body.includes(alias.row) ? js`const ${alias.row} = ${config}.rows[${at}];` : js``;
    const degree = js`${parts}.push({ cheap: true, count: (${owner.number}) => ${ends}[${owner.number}] - ${offsets}[${owner.number}] }); continue;`;
    const isDegree = tests.length === 0 && matches.length === 0;
    const quick = isDegree ? js`if (${whole ? literal(true) : js`${filter} === null`}) { ${degree} }` : js``;
    input.declared
      .push(js`const ${hops} = ${input.keep(() => hopsOf(unit, edge, branch.backward, input.sets[reachedIndex] ?? null))};
const ${id} = ${input.keep((kept, place) =>
      unit.call(
        'branchCounter',
        js`X`,
        kept,
        literal(place),
        js`(${owner.typeIndex}) => {
const ${parts} = [];
for (const ${config} of ${unit.call('hopsFrom', hops, owner.typeIndex)}) {
const ${offsets} = ${config}.offsets, ${ends} = ${config}.ends, ${neighbours} = ${config}.neighbours, ${filter} = ${config}.filter;
const ${reached.typeIndex} = ${config}.toType, ${alias.ordinal} = ${config}.ordinal, ${alias.base} = ${config}.edgeBase;
${owner.prelude()}
${reached.prelude()}
${alias.prelude()}
${quick}
${parts}.push({ cheap: false, count: (${owner.number}) => {
${owner.rowPrelude()}
const ${end} = ${ends}[${owner.number}];
let ${sum} = 0;
${input.tick(js`${end} - ${offsets}[${owner.number}]`)}
for (let ${at} = ${offsets}[${owner.number}]; ${at} < ${end}; ${at}++) {
const ${reached.number} = ${neighbours}[${at}];
${row}
${reached.rowPrelude()}
${body}
}
return ${sum};
} });
}
return ${parts};
}`,
      ),
    )};`);
    return id;
  });

function bindVertex(unit: Unit, node: PatternNode): VertexAlias {
  const alias = new VertexAlias(unit.names, nodeTypes(unit, node));
  if (node.name !== undefined) unit.bind(node.name, { kind: 'vertex', alias });
  return alias;
}

/** The matches of several branches together; where the number does not matter they are asked one by one. */
const matchesOf = (matches: readonly Code[], exact: boolean): Code =>
  exact
    ? (matches.join(' * ') as Code)
    : js`(${matches.map((match) => js`${match} !== 0`).join(' && ') as Code} ? 1 : 0)`;
