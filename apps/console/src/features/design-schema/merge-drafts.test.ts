import { describe, expect, it } from 'vitest';
import { readSchemaText } from '@acacia/language';
import { draftOf, NO_STYLE, type Draft } from './draft.ts';
import { changeBetween } from './draft-change.ts';
import { addEdge, addVertex, moveTypes, removeTypes, updateVertex } from './draft-edits.ts';
import { draftOfReading, scopeOf, textOf } from './draft-text.ts';
import { mergeDrafts, type Choice } from './merge-drafts.ts';

const SCOPE = { name: 'g', tuples: [] };
const BASE = `
CREATE VERTEX A (PRIMARY_ID id STRING, x INT)
CREATE VERTEX B (PRIMARY_ID id STRING)
CREATE DIRECTED EDGE e (FROM A, TO B)`;

/** The schema of a text, as it is read from the workspace. */
function saved(text: string): Draft {
  const { schema, diagnostics } = readSchemaText(text, {
    ...SCOPE,
    vertexTypes: [],
    edgeTypes: [],
    queries: [],
  });
  expect(diagnostics).toEqual([]);
  return draftOf(schema, { style: NO_STYLE, colorOf: () => '#123456', isForeign: () => false });
}

/** The draft of who began from the base and wrote another text. */
function drafted(text: string): Draft {
  const draft = saved(BASE);
  return draftOfReading({ draft, saved: draft }, readSchemaText(text, scopeOf(draft, SCOPE)), undefined)
    .draft;
}

/** The merge with one choice for all conflicts: their sentences, and the text and change that come of it. */
function merged(mine: Draft, theirs: string, choice: Choice = 'theirs') {
  const [base, now] = [saved(BASE), saved(theirs)];
  const { conflicts } = mergeDrafts(base, mine, now);
  const choices = new Map(conflicts.map(({ id }) => [id, choice]));
  const { draft } = mergeDrafts(base, mine, now, choices);
  return {
    about: conflicts.map((each) => each.about),
    text: textOf(draft, SCOPE).replaceAll(/\s+/g, ' '),
    change: changeBetween(now, draft),
  };
}

describe('two people change one schema', () => {
  it('and both changes hold where they touch different parts', () => {
    const mine = drafted(
      `${BASE.replace('x INT', 'y STRING')}\nCREATE VERTEX Mine (PRIMARY_ID id STRING)\nCREATE UNDIRECTED EDGE m (FROM Mine, TO B)`,
    );
    const theirs = `${BASE.replace('x INT', 'x INT, z INT')}\nCREATE VERTEX Theirs (PRIMARY_ID id INT)`;
    const { about, change, text } = merged(mine, theirs);
    expect(about).toEqual([]);
    expect(change).toMatchObject({
      addVertices: [{ name: 'Mine' }],
      addEdges: [{ name: 'm', pairs: [{ from: 'Mine', to: 'B' }] }],
      dropVertices: [],
      alterVertices: [{ name: 'A', added: [{ name: 'y' }], dropped: ['x'] }],
    });
    expect(text).toContain('z INT');
  });

  it('and boxes that both put into one gap do not cover each other', () => {
    const base = saved(BASE);
    const [a = '', b = ''] = base.vertices.map(({ key }) => key);
    const gap = { x: 300, y: 300 };
    const mine = addVertex(
      moveTypes(
        base,
        new Map([
          [a, { x: 0, y: 0 }],
          [b, { x: 310, y: 320 }],
        ]),
      ),
      'mine',
      gap,
    );
    const theirs = addVertex(
      moveTypes(
        base,
        new Map([
          [a, { x: 0, y: 0 }],
          [b, { x: 0, y: 700 }],
        ]),
      ),
      'theirs',
      gap,
    );
    const named = updateVertex(theirs, 'theirs', { name: 'Theirs' });
    const { draft } = mergeDrafts(base, mine, named);
    expect(new Map(draft.vertices.map(({ key, position }) => [key, position]))).toEqual(
      new Map([
        [a, { x: 0, y: 0 }],
        [b, null],
        ['theirs', gap],
        ['mine', null],
      ]),
    );
    // Who put one onto another of their own picture meant it.
    const meant = moveTypes(mine, new Map([[b, { x: 5, y: 5 }]]));
    const other = moveTypes(base, new Map([[a, { x: 0, y: 0 }]]));
    const { draft: kept } = mergeDrafts(base, meant, other);
    expect(kept.vertices.find(({ key }) => key === b)?.position).toEqual({ x: 5, y: 5 });
  });

  it('and the same change of both is made once', () => {
    const text = `${BASE.replace('x INT', 'x INT, z INT')}\nCREATE VERTEX C (PRIMARY_ID id INT)\nCREATE DIRECTED EDGE f (FROM A, TO C)`;
    const { about, change } = merged(drafted(text), text);
    expect(about).toEqual([]);
    expect(Object.values(change).flat()).toEqual([]);
  });

  it('and types that both dropped, or that one dropped and nobody changed, are gone', () => {
    const without = 'CREATE VERTEX A (PRIMARY_ID id STRING, x INT)';
    const { about, text } = merged(saved(BASE), without);
    expect(about).toEqual([]);
    expect(text).not.toContain('VERTEX B');
    expect(merged(drafted(without), without).about).toEqual([]);
  });

  it.each<[string, Draft, string, string, RegExp, RegExp]>([
    [
      'a type that one deleted and the other changed',
      removeTypes(saved(BASE), new Set(['vertex:A'])),
      BASE.replace('x INT', 'x INT, z INT'),
      'You deleted A, and somebody else changed it.',
      /^(?!.*VERTEX A\()/,
      /VERTEX A\(.*z INT/,
    ],
    [
      'a type that one uses and the other deleted',
      addEdge(saved(BASE), 'new', 'vertex:A', 'vertex:B'),
      'CREATE VERTEX A (PRIMARY_ID id STRING, x INT)',
      'You use or changed B, and somebody else deleted it.',
      /VERTEX B\(.*EDGE EdgeType_1/,
      /^(?!.*(VERTEX B\(|EdgeType_1))/,
    ],
    [
      'types of one name',
      updateVertex(addVertex(saved(BASE), 'new'), 'new', { name: 'C', idType: 'INT' }),
      `${BASE}\nCREATE VERTEX C (PRIMARY_ID id STRING)`,
      'You and somebody else made types named C, which differ.',
      /VERTEX C\(.*VERTEX C_2\(/,
      /^(?!.*C_2)/,
    ],
    [
      'attributes of one name',
      drafted(BASE.replace('x INT', 'x INT, z INT')),
      BASE.replace('x INT', 'x INT, z STRING'),
      'You and somebody else added A.z, and they differ.',
      /z STRING, z_2 INT/,
      /^(?!.*z_2)/,
    ],
    [
      'indexes of one attribute',
      drafted(`${BASE}\nCREATE SCHEMA_CHANGE JOB j { ALTER VERTEX A ADD INDEX mine ON (x); }`),
      `${BASE}\nCREATE SCHEMA_CHANGE JOB j { ALTER VERTEX A ADD INDEX other ON (x); }`,
      'You and somebody else changed the index of A.x.',
      /INDEX mine/,
      /INDEX other/,
    ],
  ])('and one chooses between both for %s', (_, mine, theirs, about, ofMine, ofTheirs) => {
    expect(merged(mine, theirs).about).toEqual([about]);
    expect(merged(mine, theirs, 'mine').text).toMatch(ofMine);
    expect(merged(mine, theirs, 'theirs').text).toMatch(ofTheirs);
  });

  it('and the choices say how two attributes of one name differ', () => {
    const mine = drafted(BASE.replace('x INT', 'x INT, z INT DEFAULT "7"'));
    const { conflicts } = mergeDrafts(saved(BASE), mine, saved(BASE.replace('x INT', 'x INT, z STRING')));
    expect(conflicts.map((each) => [each.mine, each.theirs])).toEqual([
      ['Keep both: yours, INT DEFAULT 7, as z_2', 'Keep theirs alone, STRING'],
    ]);
  });
});
