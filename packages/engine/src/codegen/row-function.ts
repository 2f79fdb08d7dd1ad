/** The loop over the rows of a pattern as a separate function, which V8 optimises better than a nest of loops. */
import { type Code, empty, js, list } from './code.ts';
import type { Unit } from './unit.ts';

/** Names of the scope around the loops of a pattern. */
export interface Frame {
  /** Names that the loops may use. */
  readonly names: readonly Code[];
  /** Names of variables that the loops change. */
  readonly changed: () => readonly Code[];
}

/** Generated identifiers that code uses, outside of string literals. */
export const identifiersIn = (code: Code): ReadonlySet<Code> =>
  new Set((code.replace(/"(?:[^"\\]|\\.)*"/g, '""').match(/\bx\d+\b/g) ?? []) as Code[]);

/** Identifiers that `const` and `let` declare in code that does not assign with a comma. */
export const declaredIn = (code: Code): readonly Code[] =>
  [...code.matchAll(/(?:\b(?:const|let) |, )(x\d+)(?= = | of )/g)].map(([, name]) => name as Code);

/** Identifiers that code gives a value. */
const assignedIn = (code: Code): ReadonlySet<string> =>
  new Set([...code.matchAll(/\b(x\d+)(?: =[^=]| [-+*/]=|\+\+|--)/g)].map(([, name]) => name as string));

/** Code of `around` with `inner` inside, moved to a function. */
export function rowFunction(
  unit: Unit,
  frame: Frame,
  tick: Code,
  inner: Code,
  around: (inside: Code) => Code,
): Code {
  const used = identifiersIn(inner);
  // Variables of the query do not change meanwhile, unless the loops themselves change them.
  const assigned = assignedIn(inner);
  const ofQuery = unit.variables().filter((name) => !assigned.has(name));
  const known = [...frame.names, ...declaredIn(around(empty)), ...ofQuery].filter((name) => used.has(name));
  const changed = [tick, ...frame.changed()].filter((name) => used.has(name));
  const name = unit.names.fresh();
  unit.functions.push(
    js`function ${name}(${list([...new Set(known), ...changed])}) {\n${inner}\nreturn [${list(changed)}];\n}`,
  );
  return around(js`[${list(changed)}] = ${name}(${list([...new Set(known), ...changed])});`);
}
