/** A query as GSQL text. */
import { gsqlType } from './graph.ts';
import type {
  AccumDeclaration,
  AccumType,
  Column,
  Expr,
  Input,
  Literal,
  Path,
  PatternEdge,
  PatternNode,
  Query,
  RowStatement,
  Select,
  SelectInto,
  Statement,
  Step,
  Syntax,
} from './program.ts';

const quoted = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

/** The least INT has no literal: its digits without the sign are one too many. */
function integer(value: bigint): string {
  if (value === -(2n ** 63n)) return '(-9223372036854775807 - 1)';
  return value < 0n ? `(${value})` : String(value);
}

function literalText(value: Literal): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'bigint') return integer(value);
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  const digits = Number.isInteger(value) ? value.toFixed(1) : String(value);
  return value < 0 ? `(${digits})` : digits;
}

function exprText(expr: Expr): string {
  switch (expr.kind) {
    case 'literal':
      return literalText(expr.value);
    case 'attribute':
      return `${expr.alias}.${expr.name}`;
    case 'vertex':
      return expr.alias;
    case 'typeOf':
      return `${expr.alias}.type`;
    case 'outdegree':
      return `${expr.alias}.outdegree("${expr.edgeType}")`;
    case 'vertexAccum':
      return `${expr.alias}.@${expr.name}${expr.previous ? "'" : ''}`;
    case 'globalAccum':
      return `@@${expr.name}`;
    case 'variable':
      return expr.name;
    case 'size':
      return `${exprText(expr.of)}.size()`;
    case 'setSize':
      return `${expr.set}.size()`;
    case 'contains':
      return `${exprText(expr.of)}.contains(${exprText(expr.item)})`;
    case 'mapGet':
      return `${exprText(expr.of)}.get(${exprText(expr.key)})`;
    case 'binary':
      return `(${exprText(expr.left)} ${expr.op} ${exprText(expr.right)})`;
    case 'not':
      return `(NOT ${exprText(expr.of)})`;
    case 'negative':
      return `(-${exprText(expr.of)})`;
    case 'in':
      return `(${exprText(expr.item)} ${expr.negated ? 'NOT IN' : 'IN'} (${expr.list.map(exprText).join(', ')}))`;
    case 'between':
      return `(${exprText(expr.item)} BETWEEN ${exprText(expr.low)} AND ${exprText(expr.high)})`;
    case 'like':
      return `(${exprText(expr.item)} LIKE ${quoted(expr.pattern)})`;
    case 'call':
      return `${expr.name}(${exprText(expr.of)})`;
    case 'case': {
      const branches = expr.branches.map(([when, then]) => ` WHEN ${exprText(when)} THEN ${exprText(then)}`);
      return `(CASE${branches.join('')} ELSE ${exprText(expr.otherwise)} END)`;
    }
  }
}

function accumTypeText(type: AccumType): string {
  switch (type.kind) {
    case 'OrAccum':
    case 'AndAccum':
    case 'AvgAccum':
      return type.kind;
    case 'MapAccum':
      return `MapAccum<${type.key}, ${accumTypeText(type.value)}>`;
    case 'GroupByAccum':
      return `GroupByAccum<STRING a, INT b, ${accumTypeText(type.value)} v>`;
    case 'HeapAccum':
      return `HeapAccum<Entry>(${type.capacity}, n DESC, t ASC)`;
    default:
      return `${type.kind}<${type.element}>`;
  }
}

const declaration = (sigil: string, { name, type, initial }: AccumDeclaration): string =>
  `${accumTypeText(type)} ${sigil}${name}${initial === undefined ? '' : ` = ${literalText(initial)}`};`;

function inputText(input: Input, type: AccumType): string {
  const texts = input.map(exprText);
  switch (type.kind) {
    case 'HeapAccum':
      return `Entry(${texts.join(', ')})`;
    case 'MapAccum':
      return `(${texts[0]} -> ${inputText(input.slice(1), type.value)})`;
    case 'GroupByAccum':
      return `(${texts[0]}, ${texts[1]} -> ${inputText(input.slice(2), type.value)})`;
    default:
      return texts[0] ?? '';
  }
}

/** Texts of patterns in one syntax. */
interface PatternText {
  readonly node: (node: PatternNode) => string;
  readonly edge: (edge: PatternEdge) => string;
}

function repeatText(repeat: PatternEdge['repeat']): string {
  if (repeat === null) return '';
  if (repeat.max === repeat.min) return `*${repeat.min}`;
  return `*${repeat.min}..${repeat.max ?? ''}`;
}

const stepText = ({ edgeType, direction }: Step): string =>
  direction === 'out' ? `${edgeType}>` : direction === 'in' ? `<${edgeType}` : edgeType;

const alternatives = (texts: readonly string[]): string =>
  texts.length > 1 ? `(${texts.join('|')})` : (texts[0] ?? '');

const aliased = (alias: string | null): string => (alias === null ? '' : `:${alias}`);

const V2: PatternText = {
  node: ({ sources, alias }) => `${alternatives(sources)}:${alias}`,
  edge: ({ steps, alias, repeat }) =>
    `-(${alternatives(steps.map(stepText))}${repeatText(repeat)}${aliased(alias)})-`,
};

const V1: PatternText = {
  node: V2.node,
  edge: ({ steps, alias }) => `-(${alternatives(steps.map(({ edgeType }) => edgeType))}${aliased(alias)})->`,
};

function quantifier(repeat: PatternEdge['repeat']): string {
  if (repeat === null) return '';
  return repeat.max === repeat.min ? `{${repeat.min}}` : `{${repeat.min},${repeat.max ?? ''}}`;
}

const V3: PatternText = {
  node: ({ sources, alias }) => `(${alias}:${sources.join('|')})`,
  edge: ({ steps, alias, repeat }) => {
    const inside = `[${alias ?? ''}:${steps.map(({ edgeType }) => edgeType).join('|')}]`;
    switch (steps[0]?.direction) {
      case 'in':
        return `<-${inside}-${quantifier(repeat)}`;
      case 'undirected':
        return `~${inside}~${quantifier(repeat)}`;
      default:
        return `-${inside}->${quantifier(repeat)}`;
    }
  },
};

const SYNTAXES: Readonly<Record<Syntax, PatternText>> = { v1: V1, v2: V2, v3: V3 };

const pathText = ({ nodes, edges }: Path, { node, edge }: PatternText): string =>
  nodes
    .map((each, at) => (at === 0 ? node(each) : ` ${edge(edges[at - 1] as PatternEdge)} ${node(each)}`))
    .join('');

class Printer {
  readonly #types: ReadonlyMap<string, AccumType>;
  readonly #syntax: PatternText;

  constructor(query: Query) {
    this.#syntax = SYNTAXES[query.syntax];
    this.#types = new Map([
      ...query.globals.map(({ name, type }) => [`@@${name}`, type] as const),
      ...query.vertexAccums.map(({ name, type }) => [`@${name}`, type] as const),
    ]);
  }

  #input(name: string, input: Input): string {
    return inputText(input, this.#types.get(name) as AccumType);
  }

  #paths(paths: readonly Path[]): string {
    return paths.map((path) => pathText(path, this.#syntax)).join(', ');
  }

  row(statement: RowStatement): string {
    switch (statement.kind) {
      case 'addToVertex':
        return `${statement.alias}.@${statement.name} += ${this.#input(`@${statement.name}`, statement.input)}`;
      case 'addToGlobal':
        return `@@${statement.name} += ${this.#input(`@@${statement.name}`, statement.input)}`;
      case 'setVertexAccum':
        return `${statement.alias}.@${statement.name} = ${exprText(statement.value)}`;
      case 'setAttribute':
        return `${statement.alias}.${statement.name} = ${exprText(statement.value)}`;
      case 'local':
        return `${gsqlType(statement.type)} ${statement.name} = ${exprText(statement.value)}`;
      case 'if': {
        const otherwise = statement.otherwise.length === 0 ? '' : ` ELSE ${this.rows(statement.otherwise)}`;
        return `IF ${exprText(statement.condition)} THEN ${this.rows(statement.then)}${otherwise} END`;
      }
    }
  }

  rows(statements: readonly RowStatement[]): string {
    return statements.map((statement) => this.row(statement)).join(', ');
  }

  #select(select: Select): string {
    const lines = [`${select.into} = SELECT ${select.alias} FROM ${this.#paths(select.paths)}`];
    if (select.where !== null) lines.push(`WHERE ${exprText(select.where)}`);
    if (select.accum.length > 0) lines.push(`ACCUM ${this.rows(select.accum)}`);
    for (const { alias, statements } of select.postAccum) {
      lines.push(`POST-ACCUM (${alias}) ${this.rows(statements)}`);
    }
    if (select.having !== null) lines.push(`HAVING ${exprText(select.having)}`);
    if (select.order.length > 0) {
      const keys = select.order.map(({ by, descending }) => `${exprText(by)} ${descending ? 'DESC' : 'ASC'}`);
      lines.push(`ORDER BY ${keys.join(', ')}`);
    }
    if (select.limit !== null) {
      lines.push(
        `LIMIT ${select.limit.count}${select.limit.offset > 0 ? ` OFFSET ${select.limit.offset}` : ''}`,
      );
    }
    return `${lines.join('\n  ')};`;
  }

  #selectInto({ table, paths, where, having, distinct, columns }: SelectInto): string {
    const keys = columns.filter(({ kind }) => kind === 'key');
    const grouped = keys.length > 0 && keys.length < columns.length;
    const group = keys.flatMap((column) => (column.kind === 'key' ? [exprText(column.of)] : []));
    return (
      [
        `SELECT ${distinct ? 'DISTINCT ' : ''}${columns.map(columnText).join(', ')} INTO ${table}`,
        `FROM ${this.#paths(paths)}`,
        ...(where === null ? [] : [`WHERE ${exprText(where)}`]),
        ...(grouped ? [`GROUP BY ${group.join(', ')}`] : []),
        ...(having === null ? [] : [`HAVING ${exprText(having)}`]),
      ].join('\n  ') + `;\nPRINT ${table};`
    );
  }

  statement(statement: Statement): string {
    switch (statement.kind) {
      case 'select':
        return this.#select(statement);
      case 'selectInto':
        return this.#selectInto(statement);
      case 'seed':
        return `${statement.into} = {${statement.types.map((type) => `${type}.*`).join(', ')}};`;
      case 'combine':
        return `${statement.into} = ${statement.left} ${statement.op} ${statement.right};`;
      case 'addToGlobal':
        return `@@${statement.name} += ${this.#input(`@@${statement.name}`, statement.input)};`;
      case 'setGlobal':
        return `@@${statement.name} = ${exprText(statement.value)};`;
      case 'setVariable':
        return `${statement.name} = ${exprText(statement.value)};`;
      case 'if': {
        const otherwise = statement.otherwise.length === 0 ? '' : `ELSE\n${this.body(statement.otherwise)}\n`;
        return `IF ${exprText(statement.condition)} THEN\n${this.body(statement.then)}\n${otherwise}END;`;
      }
      case 'while':
        return `WHILE ${exprText(statement.condition)} LIMIT ${statement.limit} DO\n${this.body(statement.body)}\nEND;`;
      case 'foreach':
        return `FOREACH ${statement.variable} IN RANGE[${statement.from}, ${statement.to}] DO\n${this.body(statement.body)}\nEND;`;
      case 'insertVertex': {
        const names = Object.keys(statement.attributes);
        const values = Object.values(statement.attributes).map(exprText);
        return `INSERT INTO ${statement.type} (${['PRIMARY_ID', ...names].join(', ')}) VALUES (${[quoted(statement.id), ...values].join(', ')});`;
      }
      case 'insertEdge': {
        const names = Object.keys(statement.attributes);
        const values = Object.values(statement.attributes).map(exprText);
        const [from, to] = [quoted(statement.from), quoted(statement.to)];
        return `INSERT INTO ${statement.type} (${['FROM', 'TO', ...names].join(', ')}) VALUES (${[from, to, ...values].join(', ')});`;
      }
      case 'update': {
        const { alias, set, name, value, where } = statement;
        const from = this.#syntax.node({ alias, sources: [set] });
        return `UPDATE ${alias} FROM ${from} SET ${alias}.${name} = ${exprText(value)} WHERE ${exprText(where)};`;
      }
      case 'deleteEdge': {
        const alias = statement.path.edges[0]?.alias ?? '';
        return `DELETE ${alias} FROM ${this.#paths([statement.path])} WHERE ${exprText(statement.where)};`;
      }
      case 'fromAccum':
        return `${statement.into} = {@@${statement.name}};`;
      case 'delete':
        return `DELETE ${statement.alias} FROM ${this.#syntax.node({ alias: statement.alias, sources: [statement.set] })} WHERE ${exprText(statement.where)};`;
      case 'printSet':
        return `PRINT ${statement.set};`;
      case 'printColumns':
        return `PRINT ${statement.set}[${named(statement.columns)}];`;
      case 'print':
        return `PRINT ${named(statement.values)};`;
    }
  }

  body(statements: readonly Statement[]): string {
    return statements.map((statement) => this.statement(statement)).join('\n');
  }
}

const named = (values: readonly { readonly name: string; readonly of: Expr }[]): string =>
  values.map(({ name, of }) => `${exprText(of)} AS ${name}`).join(', ');

function columnText(column: Column): string {
  switch (column.kind) {
    case 'key':
      return `${exprText(column.of)} AS ${column.name}`;
    case 'count':
      return `count(*) AS ${column.name}`;
    case 'countDistinct':
      return `count(DISTINCT ${exprText(column.of)}) AS ${column.name}`;
    default:
      return `${column.kind}(${exprText(column.of)}) AS ${column.name}`;
  }
}

export function queryText(query: Query): string {
  const parameters = query.parameters.map(({ name, type }) => `${gsqlType(type)} ${name}`);
  return [
    `INTERPRET QUERY (${parameters.join(', ')}) SYNTAX ${query.syntax} {`,
    'TYPEDEF TUPLE<INT n, STRING t> Entry;',
    ...query.globals.map((each) => declaration('@@', each)),
    ...query.vertexAccums.map((each) => declaration('@', each)),
    ...query.variables.map(
      ({ name, type, initial }) => `${gsqlType(type)} ${name} = ${literalText(initial)};`,
    ),
    new Printer(query).body(query.body),
    '}',
  ].join('\n');
}
