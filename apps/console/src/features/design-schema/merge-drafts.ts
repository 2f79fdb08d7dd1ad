/**
 * Three-way merge of a draft with the schema that somebody else saved meanwhile: what one of the two changed holds, and
 * what both changed in different ways is a conflict, for the person to choose. Pure.
 */
import { t } from '@acacia/texts';
import { attributeText, typeText } from '@acacia/language';
import type { Draft, DraftAttribute, DraftEdge, DraftPair, DraftVector, DraftVertex } from './draft.ts';
import { attributeOf } from './draft-change.ts';
import { heightOf } from './layout/layout-of-draft.ts';
import { NODE_WIDTH } from './layout/shapes.ts';

export type Choice = 'mine' | 'theirs';

export interface Conflict {
  /** Names it among the choices. */
  readonly id: string;
  readonly about: string;
  /** The outcome of each choice, in words. */
  readonly mine: string;
  readonly theirs: string;
}

export interface Merge {
  /** On top of theirs; conflicts without a choice are as they are there. */
  readonly draft: Draft;
  /** All of them, chosen or not. */
  readonly conflicts: readonly Conflict[];
}

export type Choices = ReadonlyMap<string, Choice>;

export const NO_CHOICES: Choices = new Map();

type Type = DraftVertex | DraftEdge;
/** Records a conflict and gives its choice. */
type Ask = (conflict: Conflict) => Choice;

const alike = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

/** Whether two readings of a schema say the same. */
export const isSameSchema = (a: Draft, b: Draft): boolean => alike(a, b);

/** Whether two readings differ in looks alone. */
export function hasSameTypes(a: Draft, b: Draft): boolean {
  const textOf = ({ vertices, edges }: Draft): string =>
    JSON.stringify([...vertices, ...edges].map((type) => [type.key, definition(type)]).toSorted());
  return textOf(a) === textOf(b);
}

/**
 * @param base the schema that the draft began from
 * @param mine the draft
 * @param theirs the schema as it is saved now
 */
export function mergeDrafts(base: Draft, mine: Draft, theirs: Draft, choices: Choices = NO_CHOICES): Merge {
  const conflicts: Conflict[] = [];
  const ask: Ask = (conflict) => {
    conflicts.push(conflict);
    return choices.get(conflict.id) ?? 'theirs';
  };
  const names = new Set(
    [...mine.vertices, ...mine.edges, ...theirs.vertices, ...theirs.edges].map(({ name }) => name),
  );
  // A new edge type, or a new pair of one, needs its ends.
  const needed = new Set(
    mine.edges.flatMap((edge) => {
      const old = base.edges.find(({ key }) => key === edge.key);
      return newPairs(old?.pairs ?? [], edge.pairs).flatMap(({ from, to }) => [from, to]);
    }),
  );
  const vertices = mergeTypes(base.vertices, mine.vertices, theirs.vertices, {
    ask,
    names,
    needed,
    join: joinVertices,
  });
  // The key of a vertex type that both made is that of theirs.
  const keyOf = (key: string): string => vertices.replaced.get(key) ?? key;
  const there = new Set(vertices.types.map(({ key }) => key));
  const moved = mine.edges.map((edge) => ({
    ...edge,
    pairs: edge.pairs.map(({ from, to }) => ({ from: keyOf(from), to: keyOf(to) })),
  }));
  const edges = mergeTypes(base.edges, moved, theirs.edges, { ask, names, needed: NONE, join: joinEdges });
  return {
    draft: {
      vertices: apart(vertices.types, mine.vertices, theirs.vertices),
      edges: edges.types.flatMap((edge) => {
        const pairs = edge.pairs.filter(
          ({ from, to }) => (from === '' || there.has(from)) && (to === '' || there.has(to)),
        );
        return pairs.length === 0 ? [] : [pairs.length === edge.pairs.length ? edge : { ...edge, pairs }];
      }),
    },
    conflicts,
  };
}

const covers = (a: DraftVertex, b: DraftVertex): boolean =>
  a.position !== null &&
  b.position !== null &&
  Math.abs(a.position.x - b.position.x) < NODE_WIDTH &&
  a.position.y < b.position.y + heightOf(b) &&
  b.position.y < a.position.y + heightOf(a);

/**
 * The types with boxes that do not cover each other because both people used the same gap: the layout finds another
 * place for the one that is not saved there.
 */
function apart(
  merged: readonly DraftVertex[],
  mine: readonly DraftVertex[],
  theirs: readonly DraftVertex[],
): readonly DraftVertex[] {
  const [own, now] = [byKey(mine), byKey(theirs)];
  const standsAs = (vertex: DraftVertex, other: DraftVertex | undefined): boolean =>
    other !== undefined && alike(vertex.position, other.position);
  // What a person sees at its place they have put others onto on purpose.
  const unseen = merged.filter(
    (vertex) => standsAs(vertex, now.get(vertex.key)) && !standsAs(vertex, own.get(vertex.key)),
  );
  if (unseen.length === 0) return merged;
  return merged.map((vertex) =>
    !standsAs(vertex, now.get(vertex.key)) && unseen.some((other) => covers(vertex, other))
      ? { ...vertex, position: null }
      : vertex,
  );
}

const NONE: ReadonlySet<string> = new Set();

interface Rules<T extends Type> {
  readonly ask: Ask;
  /** Names of all types; one that is given here is added. */
  readonly names: Set<string>;
  /** Keys of types that a change of mine cannot be without. */
  readonly needed: ReadonlySet<string>;
  /** A type that all three have, or that both made alike (`base` is theirs then). */
  readonly join: (base: T, mine: T, theirs: T, ask: Ask) => T;
}

const byKey = <T extends { readonly key: string }>(parts: readonly T[]): Map<string, T> =>
  new Map(parts.map((part) => [part.key, part]));

function mergeTypes<T extends Type>(
  base: readonly T[],
  mine: readonly T[],
  theirs: readonly T[],
  { ask, names, needed, join }: Rules<T>,
): { readonly types: readonly T[]; readonly replaced: ReadonlyMap<string, string> } {
  const [old, own] = [byKey(base), byKey(mine)];
  const now = byKey(theirs);
  const byName = new Map(theirs.map((type) => [type.name, type]));
  const replaced = new Map<string, string>();
  const kept = theirs.flatMap((their): T[] => {
    const before = old.get(their.key);
    const my = own.get(their.key);
    if (before === undefined) return [their];
    if (my !== undefined) return [join(before, my, their, ask)];
    if (definition(before) === definition(their)) return [];
    const choice = ask({
      id: their.key,
      about: t`You deleted ${their.name}, and somebody else changed it.`,
      mine: t`Delete ${their.name}`,
      theirs: t`Keep ${their.name} with their change`,
    });
    return choice === 'mine' ? [] : [their];
  });
  const added = mine.flatMap((my): T[] => {
    if (now.has(my.key)) return [];
    const before = old.get(my.key);
    if (before !== undefined) {
      if (definition(before) === definition(my) && !needed.has(my.key)) return [];
      const choice = ask({
        id: my.key,
        about: t`You use or changed ${my.name}, and somebody else deleted it.`,
        mine: t`Make ${my.name} anew, without its data`,
        theirs: t`Leave ${my.name} deleted, with what you made of it`,
      });
      return choice === 'mine' && !my.foreign ? [unsaved(my)] : [];
    }
    const their = byName.get(my.name);
    if (their === undefined) return [my];
    replaced.set(my.key, their.key);
    if (definition(my) === definition(their)) return [];
    const name = freeName(my.name, names);
    const choice = ask({
      id: my.key,
      about: t`You and somebody else made types named ${my.name}, which differ.`,
      mine: t`Keep both: yours as ${name}`,
      theirs: t`Keep theirs alone`,
    });
    if (choice === 'theirs') return [];
    replaced.delete(my.key);
    names.add(name);
    return [{ ...my, name }];
  });
  return { types: [...kept, ...added], replaced };
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  let number = 2;
  while (taken.has(`${name}_${number}`)) number += 1;
  return `${name}_${number}`;
}

/** A type that is gone, as one to be made: nothing of it is saved. */
const unsaved = <T extends Type>(type: T): T => ({
  ...type,
  saved: false,
  attributes: type.attributes.map((attribute) => ({ ...attribute, saved: false })),
  ...('vectors' in type ? { vectors: type.vectors.map((vector) => ({ ...vector, saved: false })) } : {}),
});

const attributesText = (attributes: readonly DraftAttribute[]): readonly string[] =>
  attributes.map((each) => `${attributeText(attributeOf(each))} ${each.discriminator} ${each.index ?? ''}`);

/** The definition of a type without its looks and keys: the same text means the same type. */
function definition(type: Type): string {
  const attributes = attributesText(type.attributes);
  return 'vectors' in type
    ? JSON.stringify([
        type.idName,
        type.idType,
        type.idAsAttribute,
        type.isPrimaryKey,
        type.parts,
        type.stats,
        attributes,
        type.vectors.map(({ name, dimension, metric }) => [name, dimension, metric]),
      ])
    : JSON.stringify([type.directed, type.reverseEdge, attributes, type.pairs.map(pairText).toSorted()]);
}

/** The changed value; `mine` where both changed it, as only looks are concerned. */
const look = <V>(base: V, mine: V, theirs: V): V => (alike(mine, base) ? theirs : mine);

const joinVertices = (base: DraftVertex, mine: DraftVertex, theirs: DraftVertex, ask: Ask): DraftVertex => ({
  ...theirs,
  color: look(base.color, mine.color, theirs.color),
  icon: look(base.icon, mine.icon, theirs.icon),
  position: look(base.position, mine.position, theirs.position),
  attributes: joinParts(base, mine, theirs, ask, partsOfAttributes),
  vectors: joinParts(base, mine, theirs, ask, partsOfVectors),
});

const joinEdges = (base: DraftEdge, mine: DraftEdge, theirs: DraftEdge, ask: Ask): DraftEdge => ({
  ...theirs,
  color: look(base.color, mine.color, theirs.color),
  pairs: [
    ...theirs.pairs.filter((pair) => !includes(base.pairs, pair) || includes(mine.pairs, pair)),
    ...newPairs([...base.pairs, ...theirs.pairs], mine.pairs),
  ],
  attributes: joinParts(base, mine, theirs, ask, partsOfAttributes),
});

const pairText = ({ from, to }: DraftPair): string => `${from} ${to}`;
const includes = (pairs: readonly DraftPair[], pair: DraftPair): boolean =>
  pairs.some((each) => pairText(each) === pairText(pair));
const newPairs = (before: readonly DraftPair[], after: readonly DraftPair[]): readonly DraftPair[] =>
  after.filter((pair) => !includes(before, pair));

interface Parts<T extends Type, P> {
  readonly of: (type: T) => readonly P[];
  readonly text: (part: P) => string;
  /** The part without its name, for people. */
  readonly kind: (part: P) => string;
  /** A part that all three have. */
  readonly join: (base: P, mine: P, theirs: P, askIndex: (mine: string, theirs: string) => Choice) => P;
}

const partsOfAttributes: Parts<Type, DraftAttribute> = {
  of: ({ attributes }) => attributes,
  text: (attribute) => `${attributeText(attributeOf(attribute))} ${attribute.discriminator}`,
  kind: ({ type, defaultValue, discriminator }) =>
    [
      typeText(type),
      ...(defaultValue === '' ? [] : [`DEFAULT ${defaultValue}`]),
      ...(discriminator ? ['DISCRIMINATOR'] : []),
    ].join(' '),
  join: (base, mine, theirs, askIndex) => {
    if (mine.index === base.index || mine.index === theirs.index) return theirs;
    if (theirs.index === base.index) return { ...theirs, index: mine.index };
    const named = (index: string | null): string => (index === null ? t`No index` : t`The index ${index}`);
    const choice = askIndex(named(mine.index), named(theirs.index));
    return choice === 'mine' ? { ...theirs, index: mine.index } : theirs;
  },
};

const partsOfVectors: Parts<DraftVertex, DraftVector> = {
  of: ({ vectors }) => vectors,
  text: ({ name, dimension, metric }) => `${name} ${dimension} ${metric}`,
  kind: ({ dimension, metric }) => `VECTOR(${dimension}) ${metric}`,
  join: (_base, _mine, theirs) => theirs,
};

/** Attributes or vectors of one type. A saved part cannot be altered: it is there, or dropped, or made anew. */
function joinParts<
  T extends Type,
  P extends { readonly key: string; readonly name: string; readonly saved: boolean },
>(base: T, mine: T, theirs: T, ask: Ask, { of, text, kind, join }: Parts<T, P>): readonly P[] {
  const [old, own] = [byKey(of(base)), byKey(of(mine))];
  const now = byKey(of(theirs));
  const names = new Set([...of(mine), ...of(theirs)].map(({ name }) => name));
  const kept = of(theirs).flatMap((their): P[] => {
    const before = old.get(their.key);
    const my = own.get(their.key);
    if (before === undefined) return [their];
    if (my === undefined) return text(before) === text(their) ? [] : [their];
    return [
      join(before, my, their, (mineText, theirsText) =>
        ask({
          id: `${theirs.key} ${their.key}`,
          about: t`You and somebody else changed the index of ${theirs.name}.${their.name}.`,
          mine: mineText,
          theirs: theirsText,
        }),
      ),
    ];
  });
  const added = of(mine).flatMap((my): P[] => {
    if (my.saved || now.has(my.key)) return [];
    const their = of(theirs).find(({ name }) => name === my.name);
    const isDropped = their !== undefined && old.has(their.key) && !own.has(their.key);
    if (their === undefined || isDropped) return [my];
    if (text(my) === text(their)) return [];
    const name = freeName(my.name, names);
    const choice = ask({
      id: `${theirs.key} ${my.key}`,
      about: t`You and somebody else added ${theirs.name}.${my.name}, and they differ.`,
      mine: t`Keep both: yours, ${kind(my)}, as ${name}`,
      theirs: t`Keep theirs alone, ${kind(their)}`,
    });
    if (choice === 'theirs') return [];
    names.add(name);
    return [{ ...my, name }];
  });
  return [...kept, ...added];
}
