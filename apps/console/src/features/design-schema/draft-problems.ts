/** Problems that keep a draft from being saved, by place, with the sentence to show there. */
import { nameFault, type AttributeType, type Named } from '@acacia/language';
import type { Draft, DraftAttribute } from './draft.ts';

export interface Problem {
  /** Key of the vertex or edge type. */
  readonly type: string;
  /** Key of the attribute; absent when it is about the type. */
  readonly attribute?: string;
  readonly message: string;
}

/** Why a name cannot be used in a schema, or null. */
export function nameProblem(kind: Named, name: string): string | null {
  return name === '' ? `Give the ${kind} a name.` : (nameFault(kind, name)?.message ?? null);
}

const INTEGER = /^-?\d+$/;

function defaultProblem(type: AttributeType, text: string): string | null {
  if (text === '') return null;
  if (type.kind !== 'scalar') return 'Only plain types can have a default.';
  switch (type.name) {
    case 'INT':
      return INTEGER.test(text) ? null : `The default '${text}' is not an INT.`;
    case 'UINT':
      return /^\d+$/.test(text) ? null : `The default '${text}' is not a UINT.`;
    case 'FLOAT':
    case 'DOUBLE':
      return text.trim() !== '' && Number.isFinite(Number(text))
        ? null
        : `The default '${text}' is not a ${type.name}.`;
    case 'BOOL':
      return /^(true|false)$/i.test(text) ? null : `The default '${text}' is not true or false.`;
    case 'STRING':
      return null;
    case 'DATETIME':
      return Number.isNaN(Date.parse(text)) ? `The default '${text}' is not a date and time.` : null;
  }
}

function attributeProblems(
  type: string,
  attributes: readonly DraftAttribute[],
  taken: readonly string[],
): Problem[] {
  const seen = new Set(taken);
  return attributes.flatMap((attribute) => {
    const problems: Problem[] = [];
    const say = (message: string | null): void => {
      if (message !== null) problems.push({ type, attribute: attribute.key, message });
    };
    if (!attribute.saved) say(nameProblem('attribute', attribute.name));
    if (seen.has(attribute.name)) say(`There are two attributes named '${attribute.name}'.`);
    seen.add(attribute.name);
    say(defaultProblem(attribute.type, attribute.defaultValue));
    return problems;
  });
}

/** All problems of a draft, types in order; empty when it can be saved. */
export function problemsOf(draft: Draft): Problem[] {
  const uses = new Map<string, number>();
  const names = [
    ...draft.vertices.map(({ name }) => name),
    ...draft.edges.flatMap((edge) => [edge.name, ...(edge.reverseEdge === '' ? [] : [edge.reverseEdge])]),
  ];
  for (const name of names) uses.set(name, (uses.get(name) ?? 0) + 1);
  const typeName = (key: string, kind: Named, name: string): Problem[] => {
    const message =
      nameProblem(kind, name) ??
      ((uses.get(name) ?? 0) > 1 ? `The ${kind} name '${name}' is used by another type.` : null);
    return message === null ? [] : [{ type: key, message }];
  };
  return [
    ...draft.vertices.flatMap((vertex) => [
      ...(vertex.saved ? [] : typeName(vertex.key, 'vertex type', vertex.name)),
      ...(vertex.saved
        ? []
        : [nameProblem('primary id', vertex.idName)].flatMap((message) =>
            message === null ? [] : [{ type: vertex.key, message }],
          )),
      ...attributeProblems(vertex.key, vertex.attributes, vertex.idAsAttribute ? [vertex.idName] : []),
    ]),
    ...draft.edges.flatMap((edge) => [
      ...(edge.saved ? [] : typeName(edge.key, 'edge type', edge.name)),
      ...(edge.saved || edge.reverseEdge === ''
        ? []
        : typeName(edge.key, 'reverse edge type', edge.reverseEdge)),
      ...(edge.pairs.length === 0
        ? [
            {
              type: edge.key,
              message: 'At least one edge pair must remain. Please keep at least one edge pair.',
            },
          ]
        : []),
      ...attributeProblems(edge.key, edge.attributes, ['from', 'to']),
    ]),
  ];
}
