/** Compiles a whole query to a function. */
import { engineError } from '../errors/catalogue.ts';
import {
  analyzeQuery,
  parseQuery,
  type Ast,
  type Diagnostic,
  type EdgeType,
  type GraphSchema,
  type Type,
} from '@acacia/language';
import type { ValueType } from '../library/value-types.ts';
import { walk } from '../plan/aliases.ts';
import type { Planned } from '../plan/estimate.ts';
import type { QueryContext } from '../library/context.ts';
import type { Part } from '../library/parts.ts';
import { edgeTypeOf } from '../catalog/type-definitions.ts';
import { js, list, literal } from './code.ts';
import { convert } from './convert.ts';
import { compileExpr } from './expressions.ts';
import { CompileFault, compileError } from './fault.ts';
import { instantiate } from './instantiate.ts';
import { compileBody } from './statements.ts';
import { writtenType } from './types.ts';
import { Unit } from './unit.ts';

export interface CompiledParameter {
  readonly name: string;
  readonly type: ValueType;
  /** Present when the parameter has a default: its value, in the form in which queries hold it. */
  readonly defaultValue?: unknown;
}

export interface CompiledQuery {
  readonly name: string;
  readonly parameters: readonly CompiledParameter[];
  /** The generated JavaScript, for inspection. */
  readonly source: string;
  /** Runs the query on a context; `args` in the order of the parameters. Gives the value of RETURN. */
  readonly run: (context: QueryContext, args: readonly unknown[]) => unknown;
  /** Whether some values have types that are known only at run time, and so were not checked. */
  readonly isDynamic: boolean;
  /** The operators that its plan is shown from; present with the profile. */
  readonly planned?: Planned;
  /** The rows of its SELECTs, for a thread that helps another one to run it. */
  readonly parts: (context: QueryContext) => readonly Part[];
}

interface CompileOptions {
  readonly schema: GraphSchema;
  /** Attributes that hold 64-bit values in the snapshot, as `v:name` and `e:name`. */
  readonly wide: ReadonlySet<string>;
  readonly profile: boolean;
  readonly optimise: boolean;
}

/** @throws EngineError when the text has an error */
export function compileQuery(text: string, options: CompileOptions): CompiledQuery {
  const parsed = parseQuery(text);
  const name = parsed.query?.name.text ?? '';
  const refuse = (diagnostics: readonly Diagnostic[]): void => {
    const [first, ...others] = diagnostics.filter(({ severity }) => severity === 'error');
    if (first !== undefined) throw compileError(name, text, [first, ...others]);
  };
  refuse(parsed.diagnostics);
  const { query } = parsed;
  if (query === undefined) throw engineError('textWithoutQuery');
  const analysis = analyzeQuery(query, options.schema);
  refuse(analysis.diagnostics);
  const isDynamic = [...analysis.typeOf].some(([expr, type]) => isOpen(type) || isCaseWithoutElse(expr));
  try {
    return { ...generate(text, query, options), isDynamic };
  } catch (problem) {
    if (!(problem instanceof CompileFault)) throw problem;
    throw compileError(name, text, [problem]);
  }
}

function generate(
  text: string,
  query: Ast.QueryDefinition,
  graphOptions: CompileOptions,
): Omit<CompiledQuery, 'isDynamic'> {
  const virtual = query.body.flatMap((each) =>
    each.kind === 'createVirtualEdge' ? [edgeTypeOf(each.edge)] : [],
  );
  const options = virtual.length === 0 ? graphOptions : withVirtual(graphOptions, virtual);
  const unit = new Unit({ text, ...options });
  unit.distributed = query.distributed;
  unit.hasVirtualEdges = virtual.length > 0;
  const asked = askedForNull(query.body);
  const parameters = query.parameters.map((parameter) => {
    const type = writtenType(parameter.type, unit.tuples);
    const code = unit.names.fresh();
    unit.bind(parameter.name, { kind: 'variable', code, type, invariant: true });
    unit.parameters.push(code);
    const collection = 'element' in type || type.kind === 'map';
    if (parameter.defaultValue === undefined && !collection && !asked.has(parameter.name))
      unit.required.set(parameter.name, code);
    return { parameter, type, code };
  });
  unit.mentioned = mentionedIn(query.body);
  const begin = unit.hasVirtualEdges
    ? js`${unit.call('beginVirtual', js`X`, unit.constant(virtual))};\n`
    : js``;
  const body = js`${begin}${compileBody(unit, query.body)}`;
  const declared = parameters.map(({ code }, index) => js`let ${code} = A[${literal(index)}];`);
  const imports = [...unit.used].map(([name, id]) => js`const ${id} = L[${literal(name)}];`);
  const { profiling } = unit;
  const source = js`"use strict";
${imports}
return function (X, A, H) {
${profiling === null ? js`` : js`const R = X.rowsOf(${unit.constant(profiling.rows)}), B = R[0]?.id ?? 0, Z = X.profile.marks;`}
${declared}
${unit.preamble}
${unit.functions}
const P = [${list(unit.parts)}];
if (H === true) return P;
${body}
};`;
  const run = instantiate(source, unit.constants);
  return {
    name: query.name.text,
    source,
    run,
    ...(profiling === null ? {} : { planned: profiling }),
    parts: (context) => run(context, [], true) as readonly Part[],
    parameters: parameters.map(({ parameter, type }) => ({
      name: parameter.name,
      type,
      ...(parameter.defaultValue === undefined
        ? {}
        : { defaultValue: evaluate(parameter.defaultValue, type, options) }),
    })),
  };
}

/** Whether a type, or one within it, is known only at run time. */
function isOpen(type: Type): boolean {
  switch (type.kind) {
    case 'unknown':
    case 'null':
      return true;
    case 'list':
    case 'set':
    case 'bag':
      return isOpen(type.element);
    case 'map':
      return isOpen(type.key) || isOpen(type.value);
    default:
      return false;
  }
}

/** NULL may then stand in the place of a value of the other branches' type. */
const isCaseWithoutElse = (expr: Ast.Expr): boolean => expr.kind === 'case' && expr.otherwise === undefined;

/** The options with virtual edges beside those of the graph, whose numbers are not known before the query runs. */
function withVirtual(options: CompileOptions, virtual: readonly EdgeType[]): CompileOptions {
  const { schema, wide } = options;
  const numbers = virtual.flatMap(({ attributes }) => attributes.map(({ name }) => `e:${name}`));
  return {
    ...options,
    schema: { ...schema, edgeTypes: [...schema.edgeTypes, ...virtual] },
    wide: new Set([...wide, ...numbers]),
  };
}

/** All texts of a tree but the names of sets that SELECTs are assigned to. */
function mentionedIn(body: unknown): ReadonlySet<string> {
  const texts = new Set<string>();
  const visit = (tree: unknown): void => {
    if (typeof tree === 'string') texts.add(tree);
    if (typeof tree !== 'object' || tree === null) return;
    const assigned = 'kind' in tree && tree.kind === 'assignSelect';
    for (const [key, value] of Object.entries(tree)) if (!assigned || key !== 'target') visit(value);
  };
  visit(body);
  return texts;
}

/** Names in IS NULL, IS NOT NULL or COALESCE. */
function askedForNull(body: readonly Ast.BodyStatement[]): ReadonlySet<string> {
  const names = new Set<string>();
  const add = (expr: Ast.Expr): void => {
    if (expr.kind === 'name') names.add(expr.name);
  };
  walk(body, (node) => {
    const expr = node as Ast.Expr;
    if (expr.kind === 'isNull') add(expr.value);
    if (expr.kind === 'call' && expr.name.toLowerCase() === 'coalesce') expr.args.forEach(add);
  });
  return names;
}

/** The value of a parameter's default, an expression without names. */
function evaluate(expr: Ast.Expr, type: ValueType, options: CompileOptions): unknown {
  const unit = new Unit({ text: '', ...options });
  const code = convert(unit, compileExpr(unit, expr, type), type);
  const imports = [...unit.used].map(([name, id]) => js`const ${id} = L[${literal(name)}];`);
  const run = instantiate(js`${imports}\nreturn function (X, A) { return ${code}; };`, unit.constants);
  return run(undefined as never, []);
}
