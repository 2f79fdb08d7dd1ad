/**
 * POST /restpp/edit/{graph}: edits by a person, compared with what they saw and written in one transaction
 * (docs/adr/0088-edits-that-were-seen.md).
 */
import { stringifyJson } from '@acacia/base';
import { EditRequest, type EditAnswer, type EditConflict, type Privilege } from '@acacia/contract';
import type { Engine, Write } from '@acacia/engine';
import type { z } from 'zod';
import { problem } from '../errors/problem.ts';
import { upsertWrites } from '../gsql/upsert-body.ts';
import { callerOf } from '../http/admission.ts';
import type { Register } from '../http/calls.ts';
import { restpp } from '../http/envelopes.ts';
import { parseJsonText } from '../http/json-text.ts';
import { jsonBody } from '../http/request-body.ts';
import { graphInPath, type Services } from '../services.ts';
import { edgeTypeOf, vertexTypeOf } from '../types-of-graph.ts';

type Asked = z.output<typeof EditRequest>;
type VertexEdit = Asked['vertices'][number];
type EdgeEdit = Asked['edges'][number];
type Attributes = Readonly<Record<string, unknown>>;

/** Reads and writes again while others write at the same time. */
const TRIES = 20;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value with the members of its objects in alphabetical order. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, each]) => [name, ordered(each)]));
}

/** Whether two values are the same JSON, whatever the order of the members. */
const same = (a: unknown, b: unknown): boolean => stringifyJson(ordered(a)) === stringifyJson(ordered(b));

const differs = (before: Attributes, now: Attributes): boolean =>
  Object.entries(before).some(([name, value]) => Object.hasOwn(now, name) && !same(value, now[name]));

function reasonOf(before: Attributes | null, now: Attributes | null): EditConflict['reason'] | null {
  if (before === null) return now === null ? null : 'exists';
  if (now === null) return 'gone';
  return differs(before, now) ? 'changed' : null;
}

/** The edge as it is; null: there is none. */
async function edgeNow(engine: Engine, graph: string, edit: EdgeEdit): Promise<Attributes | null> {
  const { type, from, to, discriminator = {} } = edit;
  const found = await engine.edges(graph, {
    sourceType: from.type,
    sourceId: from.id,
    edgeType: type,
    targetType: to.type,
    targetId: to.id,
  });
  return found.find(({ attributes }) => !differs(discriminator, attributes))?.attributes ?? null;
}

async function conflictsOf(engine: Engine, graph: string, asked: Asked): Promise<EditConflict[]> {
  const conflicts: EditConflict[] = [];
  for (const [index, { type, id, before }] of asked.vertices.entries()) {
    const [vertex] = await engine.vertices(graph, type, { id });
    const now = vertex?.attributes ?? null;
    const reason = reasonOf(before, now);
    if (reason !== null) conflicts.push({ kind: 'vertex', index, reason, now });
  }
  for (const [index, edit] of asked.edges.entries()) {
    const now = await edgeNow(engine, graph, edit);
    const reason = reasonOf(edit.before, now);
    if (reason !== null) conflicts.push({ kind: 'edge', index, reason, now });
  }
  return conflicts;
}

/** Deletions first, edges before vertices; then vertices and the edges between them. */
function writesOf(engine: Engine, graph: string, { vertices, edges }: Asked): Write[] {
  const schema = engine.schema(graph);
  if (schema === undefined) throw problem('noSchema', { graph });
  const upserts = (body: object) => upsertWrites(parseJsonText(stringifyJson(body)), schema);
  const isGone = ({ after }: VertexEdit | EdgeEdit): boolean => after === null;
  return [
    ...edges.filter(isGone).map(({ type, from, to, discriminator }): Write => ({
      kind: 'deleteEdge',
      type,
      from,
      to,
      ...(discriminator === undefined ? {} : { discriminator: discriminator as Record<string, string> }),
    })),
    ...vertices.filter(isGone).map(({ type, id }): Write => ({ kind: 'deleteVertex', type, id })),
    ...vertices
      .filter((edit) => !isGone(edit))
      .flatMap(({ type, id, after }) => upserts({ vertices: { [type]: { [id]: after } } }).vertices),
    ...edges
      .filter((edit) => !isGone(edit))
      .flatMap(
        ({ type, from, to, after }) =>
          upserts({ edges: { [from.type]: { [from.id]: { [type]: { [to.type]: { [to.id]: after } } } } } })
            .edges,
      ),
  ];
}

/** The privileges that the edits need beside the one of the call. */
function neededFor({ vertices, edges }: Asked): readonly Privilege[] {
  const all = [...vertices, ...edges];
  return [
    ...(all.some(({ before, after }) => before === null && after !== null) ? (['CREATE_DATA'] as const) : []),
    ...(all.some(({ after }) => after === null) ? (['DELETE_DATA'] as const) : []),
  ];
}

async function edit(engine: Engine, graph: string, asked: Asked): Promise<EditAnswer> {
  for (const { type } of asked.vertices) vertexTypeOf(engine, graph, type);
  for (const { type } of asked.edges) edgeTypeOf(engine, graph, type);
  const writes = writesOf(engine, graph, asked);
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { commit } = engine;
    const conflicts = asked.overwrite ? [] : await conflictsOf(engine, graph, asked);
    if (conflicts.length > 0) return { saved: false, conflicts };
    // An edge whose end is gone would bring it back as an empty vertex.
    const options = { endsMustExist: 'both' } as const;
    const summary = asked.overwrite
      ? await engine.write(graph, writes, options)
      : await engine.writeAt(commit, graph, writes, options);
    if (summary === null) continue;
    return { saved: true, conflicts: [] };
  }
  throw problem('editsTooBusy');
}

export function editRoutes(on: Register, { engine }: Services): void {
  on('POST /restpp/edit/:graph', async (request) => {
    const graph = graphInPath(engine, request);
    const asked = jsonBody(request, EditRequest);
    const caller = callerOf(request);
    for (const privilege of neededFor(asked)) {
      if (!caller.may(privilege, { graph, query: undefined }))
        throw problem('privilegeMissing', { name: caller.name, privilege });
    }
    return restpp(engine, graph, [await edit(engine, graph, asked)]);
  });
}
