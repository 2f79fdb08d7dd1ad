/** A small social graph for tests, and a way to run a query on it in the thread of the test. */
import type { Attribute, EdgeType, GraphSchema, ScalarTypeName, VertexType } from '@acacia/language';
import { assembleSnapshot } from '../graph/assemble.ts';
import { attributeColumn } from '../graph/columns.ts';
import { buildEdgeTable } from '../graph/edge-table.ts';
import type { GraphSnapshot } from '../graph/snapshot.ts';
import { buildVertexTable } from '../graph/vertex-table.ts';
import { execute } from './execute.ts';
import type { RunResult } from '../engine.ts';
import type { PlanRow } from '../plan-row.ts';
import type { RunOutcome } from './request.ts';

const scalar = (name: string, type: ScalarTypeName): Attribute => ({
  name,
  type: { kind: 'scalar', name: type },
});

const person: VertexType = {
  name: 'Person',
  primaryId: { name: 'id', type: 'STRING', asAttribute: true, isPrimaryKey: true },
  attributes: [
    scalar('age', 'INT'),
    scalar('city', 'STRING'),
    scalar('score', 'DOUBLE'),
    scalar('joined', 'DATETIME'),
    scalar('big', 'INT'),
  ],
};
const post: VertexType = {
  name: 'Post',
  primaryId: { name: 'pid', type: 'STRING', asAttribute: false, isPrimaryKey: false },
  attributes: [scalar('subject', 'STRING'), scalar('length', 'INT')],
};
const knows: EdgeType = {
  name: 'Knows',
  directed: true,
  pairs: [{ from: 'Person', to: 'Person' }],
  attributes: [scalar('since', 'INT')],
  discriminator: [],
  reverseEdge: 'Known_By',
};
const knownBy: EdgeType = {
  ...knows,
  name: 'Known_By',
  reverseOf: 'Knows',
  reverseEdge: 'Knows',
};
const wrote: EdgeType = {
  name: 'Wrote',
  directed: true,
  pairs: [{ from: 'Person', to: 'Post' }],
  attributes: [],
  discriminator: [],
};
const friend: EdgeType = {
  name: 'Friend',
  directed: false,
  pairs: [{ from: 'Person', to: 'Person' }],
  attributes: [scalar('weight', 'DOUBLE')],
  discriminator: [],
};

export const socialSchema: GraphSchema = {
  name: 'social',
  vertexTypes: [person, post],
  edgeTypes: [knows, knownBy, wrote, friend],
  tuples: [],
  queries: [],
};

const people = ['ann', 'bob', 'cat', 'dan', 'eve'];

export function socialSnapshot(): GraphSnapshot {
  const edges = (
    type: EdgeType,
    toIndex: number,
    pairs: readonly (readonly [number, number])[],
    values: number[],
  ) =>
    buildEdgeTable({
      type,
      fromIndex: 0,
      toIndex,
      fromSize: 5,
      toSize: toIndex === 0 ? 5 : 3,
      from: pairs.map(([a]) => a),
      to: pairs.map(([, b]) => b),
      columns: new Map(type.attributes.map(({ name, type: t }) => [name, attributeColumn(t, values)])),
    });
  return assembleSnapshot({
    graph: 'social',
    version: 1,
    vertexTables: [
      buildVertexTable({
        typeIndex: 0,
        type: person,
        ids: people,
        columns: new Map([
          ['age', attributeColumn({ kind: 'scalar', name: 'INT' }, [30, 25, 41, 19, 33])],
          [
            'city',
            attributeColumn({ kind: 'scalar', name: 'STRING' }, ['Ulm', 'Bonn', 'Ulm', 'Kiel', 'Bonn']),
          ],
          ['score', attributeColumn({ kind: 'scalar', name: 'DOUBLE' }, [1.5, 2.25, 0, 4, 0.123456789])],
          [
            'joined',
            attributeColumn({ kind: 'scalar', name: 'DATETIME' }, [0, 86400, 951_782_400, 1e9, 1.6e9]),
          ],
          [
            'big',
            attributeColumn({ kind: 'scalar', name: 'INT' }, [1, 2n ** 60n, 3, 4, 9223372036854775807n]),
          ],
        ]),
      }),
      buildVertexTable({
        typeIndex: 1,
        type: post,
        ids: ['p1', 'p2', 'p3'],
        columns: new Map([
          ['subject', attributeColumn({ kind: 'scalar', name: 'STRING' }, ['graphs', 'cats', 'graphs'])],
          ['length', attributeColumn({ kind: 'scalar', name: 'INT' }, [10, 20, 30])],
        ]),
      }),
    ],
    edgeTables: [
      edges(
        knows,
        0,
        [
          [0, 1],
          [0, 2],
          [1, 2],
          [2, 3],
          [3, 0],
          [3, 4],
        ],
        [2001, 2002, 2003, 2004, 2005, 2006],
      ),
      edges(
        wrote,
        1,
        [
          [0, 0],
          [1, 1],
          [1, 2],
        ],
        [],
      ),
      edges(
        friend,
        0,
        [
          [0, 4],
          [1, 3],
        ],
        [0.5, 0.25],
      ),
    ],
    edgeTypes: [knows, knownBy, wrote, friend],
  });
}

const snapshot = socialSnapshot();
const stop = new Int32Array(new SharedArrayBuffer(4));

/** Runs query text on the social graph. */
export function runSocial(
  text: string,
  parameters: Readonly<Record<string, unknown>> = {},
  options: {
    readonly optimise?: boolean;
    readonly subqueries?: Readonly<Record<string, string>>;
    readonly schema?: GraphSchema;
    readonly profile?: boolean;
    readonly roles?: readonly string[];
    readonly planOnly?: boolean;
  } = {},
): RunOutcome & Pick<RunResult, 'results'> {
  const outcome = execute(
    {
      text,
      schema: options.schema ?? socialSchema,
      schemaVersion: 1,
      parameters,
      profile: options.profile ?? false,
      memoryLimitBytes: Infinity,
      optimise: options.optimise ?? true,
      planOnly: options.planOnly ?? false,
      ...(options.roles === undefined ? {} : { roles: options.roles }),
      ...(options.subqueries === undefined ? {} : { subqueries: options.subqueries }),
    },
    snapshot,
    stop,
  );
  return { ...outcome, results: outcome.printed.values() };
}

/** The plan of a query's text. */
export const planSocial = (text: string): readonly PlanRow[] =>
  runSocial(text, {}, { planOnly: true }).plan ?? [];
