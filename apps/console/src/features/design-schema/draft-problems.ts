/** Problems that keep a draft from being saved, by place, with the sentence to show there. */
import { said, t } from '@acacia/texts';
import { MAX_VECTOR_DIMENSION, nameFault, type AttributeType, type Named } from '@acacia/language';
import type { Draft, DraftAttribute, DraftEdge, DraftPair, DraftVertex } from './draft.ts';

export interface Problem {
  /** Key of the vertex or edge type. */
  readonly type: string;
  /** Key of the attribute or vector attribute; absent when it is about the type. */
  readonly attribute?: string;
  /** The field of the type; absent when it is about an attribute. */
  readonly field?: 'name' | 'primaryId' | 'reverseEdge' | 'pairs';
  readonly message: string;
}

/** Words for what has a name of its own in a schema. */
const KINDS = {
  attribute: t`attribute`,
  'edge type': t`edge type`,
  graph: t`graph`,
  'primary id': t`primary id`,
  'reverse edge type': t`reverse edge type`,
  'vertex type': t`vertex type`,
} satisfies Partial<Record<Named, string>>;
type Kind = keyof typeof KINDS;

/** Why a name cannot be used in a schema, or null. */
export function nameProblem(kind: Kind, name: string): string | null {
  return name === '' ? t`Give the ${KINDS[kind]} a name.` : (said(nameFault(kind, name)?.message) ?? null);
}

const takenName = (kind: Kind, name: string): string =>
  t`The ${KINDS[kind]} name '${name}' is used by another type.`;

/** Why an edge type cannot have this reverse edge, or null; '' stands for none. */
export function reverseEdgeProblem({ vertices, edges }: Draft, edge: DraftEdge, name: string): string | null {
  if (name === '') return null;
  const taken = [
    edge.name,
    ...vertices.map((vertex) => vertex.name),
    ...edges.flatMap((other) => (other.key === edge.key ? [] : [other.name, other.reverseEdge])),
  ];
  return (
    nameProblem('reverse edge type', name) ??
    (taken.includes(name) ? takenName('reverse edge type', name) : null)
  );
}

const INTEGER = /^-?\d+$/;

function defaultProblem(type: AttributeType, text: string): string | null {
  if (text === '') return null;
  if (type.kind !== 'scalar') return t`Only plain types can have a default.`;
  switch (type.name) {
    case 'INT':
      return INTEGER.test(text) ? null : t`The default '${text}' is not an INT.`;
    case 'UINT':
      return /^\d+$/.test(text) ? null : t`The default '${text}' is not a UINT.`;
    case 'FLOAT':
    case 'DOUBLE':
      return text.trim() !== '' && Number.isFinite(Number(text))
        ? null
        : t`The default '${text}' is not a ${type.name}.`;
    case 'BOOL':
      return /^(true|false)$/i.test(text) ? null : t`The default '${text}' is not true or false.`;
    case 'STRING':
      return null;
    case 'DATETIME':
      return Number.isNaN(Date.parse(text)) ? t`The default '${text}' is not a date and time.` : null;
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
    if (seen.has(attribute.name)) say(t`There are two attributes named '${attribute.name}'.`);
    seen.add(attribute.name);
    say(defaultProblem(attribute.type, attribute.defaultValue));
    return problems;
  });
}

function vectorProblems({ key: type, idName, attributes, vectors }: DraftVertex): Problem[] {
  const seen = new Set([idName, ...attributes.map(({ name }) => name)]);
  return vectors.flatMap((vector) => {
    const named = vector.saved ? null : nameProblem('attribute', vector.name);
    const twice = seen.has(vector.name)
      ? t`The vector attribute '${vector.name}' has the name of another.`
      : null;
    seen.add(vector.name);
    const dimension = Number(vector.dimension);
    const fits = /^\d+$/.test(vector.dimension) && dimension >= 1 && dimension <= MAX_VECTOR_DIMENSION;
    const size = fits
      ? null
      : t`The dimension of the vector attribute '${vector.name}' is a whole number from 1 to ${MAX_VECTOR_DIMENSION}.`;
    return [named, twice, size].flatMap((message) =>
      message === null ? [] : [{ type, attribute: vector.key, message }],
    );
  });
}

/** Problems of a vertex type; the name of an unsaved one may be no other type's. */
function vertexProblems(vertex: DraftVertex, typeName: TypeName): Problem[] {
  const { key, saved, idName, parts } = vertex;
  const missing = parts?.find((part) => !vertex.attributes.some(({ name }) => name === part));
  const lacking =
    missing === undefined ? null : t`The key names the attribute '${missing}', which the type does not have.`;
  const id = parts !== undefined ? lacking : saved ? null : nameProblem('primary id', idName);
  return [
    ...(saved ? [] : typeName(key, 'vertex type', vertex.name, 'name')),
    ...(id === null ? [] : [{ type: key, field: 'primaryId' as const, message: id }]),
    ...attributeProblems(key, vertex.attributes, vertex.idAsAttribute ? [idName] : []),
    ...vectorProblems(vertex),
  ];
}

const NO_PAIR = t`At least one edge pair must remain. Please keep at least one edge pair.`;

/** Why an edge type cannot have these pairs, or null; a pair without from or to does not count. */
export function pairsProblem(pairs: readonly DraftPair[]): string | null {
  const whole = pairs.filter(({ from, to }) => from !== '' && to !== '');
  const texts = whole.map(({ from, to }) => `${from} ${to}`);
  if (whole.length === 0) return NO_PAIR;
  return new Set(texts).size === texts.length ? null : t`Two edge pairs have the same from and to.`;
}

function edgeProblems(edge: DraftEdge, typeName: TypeName): Problem[] {
  const { key, saved, pairs } = edge;
  const about = pairsProblem(pairs);
  return [
    ...(saved ? [] : typeName(key, 'edge type', edge.name, 'name')),
    ...(saved || edge.reverseEdge === ''
      ? []
      : typeName(key, 'reverse edge type', edge.reverseEdge, 'reverseEdge')),
    ...(about === null ? [] : [{ type: key, field: 'pairs' as const, message: about }]),
    ...attributeProblems(key, edge.attributes, ['from', 'to']),
  ];
}

type TypeName = (key: string, kind: Kind, name: string, field: 'name' | 'reverseEdge') => Problem[];

/** The problems of a type as it was last seen among types of these names: an edit of one type checks that one alone. */
const found = new WeakMap<
  DraftVertex | DraftEdge,
  { readonly problems: Problem[]; readonly unique: boolean }
>();

/** All problems of a draft, types in order; empty when it can be saved. */
export function problemsOf(draft: Draft): Problem[] {
  const uses = new Map<string, number>();
  const count = (name: string): void => void uses.set(name, (uses.get(name) ?? 0) + 1);
  for (const { name } of draft.vertices) count(name);
  for (const { name, reverseEdge } of draft.edges) {
    count(name);
    if (reverseEdge !== '') count(reverseEdge);
  }
  const isUnique = (name: string): boolean => (uses.get(name) ?? 0) < 2;
  const typeName: TypeName = (type, kind, name, field) => {
    const message = nameProblem(kind, name) ?? (isUnique(name) ? null : takenName(kind, name));
    return message === null ? [] : [{ type, field, message }];
  };
  const kept = <T extends DraftVertex | DraftEdge>(
    type: T,
    unique: boolean,
    judge: () => Problem[],
  ): Problem[] => {
    const known = found.get(type);
    // A name that another type has may be free again after any edit.
    if (known !== undefined && known.unique && unique) return known.problems;
    const problems = judge();
    found.set(type, { problems, unique });
    return problems;
  };
  return [
    ...draft.vertices.flatMap((vertex) =>
      vertex.foreign ? [] : kept(vertex, isUnique(vertex.name), () => vertexProblems(vertex, typeName)),
    ),
    ...draft.edges.flatMap((edge) =>
      edge.foreign
        ? []
        : kept(edge, isUnique(edge.name) && (edge.reverseEdge === '' || isUnique(edge.reverseEdge)), () =>
            edgeProblems(edge, typeName),
          ),
    ),
  ];
}

/** The type and part of it that an answer of the server names in quotes or as a word; undefined when it names none. */
export function placeOf(draft: Draft, message: string): Problem | undefined {
  const words = new Set(message.match(/\w+/g) ?? []);
  const types = [...draft.vertices, ...draft.edges].filter(
    ({ name, foreign }) => !foreign && words.has(name),
  );
  for (const type of types) {
    const parts = 'vectors' in type ? [...type.attributes, ...type.vectors] : type.attributes;
    const part = parts.find(({ name }) => words.has(name));
    if (part !== undefined) return { type: type.key, attribute: part.key, message };
  }
  const [type] = types;
  return type === undefined ? undefined : { type: type.key, field: 'name', message };
}
