/**
 * Every text in the input of a cloud call, one by one, with every hostile text, as people with and without the
 * permission.
 */
import { z } from 'zod';
import type { Random } from '../random.ts';
import { HOSTILE_TEXTS } from './hostile-texts.ts';
import { fieldsOf, sampleOf, withText, type Json, type Schema } from './samples.ts';
import type { Person, Stage } from './stage.ts';

const SchemaJson = z.custom<Schema>((value) => typeof value === 'object' && value !== null);
const Operation = z.object({
  operationId: z.string(),
  parameters: z.array(z.object({ name: z.string(), in: z.enum(['path', 'query', 'header']) })).default([]),
  requestBody: z
    .object({ content: z.object({ 'application/json': z.object({ schema: SchemaJson }) }).partial() })
    .optional(),
});
const Document = z.object({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ schemas: z.record(z.string(), SchemaJson) }),
});

interface Call {
  readonly name: string;
  readonly method: string;
  /** Parameters are written `{name}`. */
  readonly path: string;
  readonly query: readonly string[];
  readonly bodies: readonly Json[];
}

/** Answers to these go on until the caller leaves. */
const STREAMS = /event|stream|follow|tail/i;

async function callsOf(stage: Stage): Promise<Call[]> {
  const document = Document.parse(JSON.parse((await stage.ask('/openapi.json')).text));
  const resolve = (ref: string): Schema => document.components.schemas[ref.split('/').at(-1) ?? ''] ?? {};
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { operationId }]) => !STREAMS.test(operationId))
      .map(([method, { operationId, parameters, requestBody }]): Call => {
        const schema = requestBody?.content['application/json']?.schema;
        const wanted = schema === undefined ? [] : ['', ...fieldsOf(schema, resolve)];
        return {
          name: operationId,
          method: method.toUpperCase(),
          path,
          query: parameters.filter((each) => each.in === 'query').map((each) => each.name),
          bodies: wanted.map((field) => sampleOf(schema ?? {}, resolve, field)),
        };
      }),
  );
}

interface Request {
  readonly url: string;
  readonly json?: Json;
}

/** The call with the text in one place at a time. */
function* requestsWith(call: Call, stage: Stage, text: string): Generator<Request> {
  const known: Readonly<Record<string, string>> = {
    workgroup_id: stage.workgroupId,
    workspace_id: stage.workspaceId,
    database_id: stage.databaseId,
  };
  const names = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  const url = (hostile: string | null) =>
    call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent((name === hostile ? text : (known[name] ?? 'unknown')).toWellFormed()),
    );
  const [body] = call.bodies;
  for (const name of names) yield { url: url(name), ...(body === undefined ? {} : { json: body }) };
  for (const name of call.query)
    yield { url: `${url(null)}?${new URLSearchParams({ [name]: text.toWellFormed() }).toString()}` };
  for (const each of call.bodies) for (const json of withText(each, text)) yield { url: url(null), json };
}

const CALLERS: readonly Person[] = ['admin', 'reader', 'member'];

/** Asks in random order until the time is over. */
export async function cloudFields(stage: Stage, random: Random, until: number): Promise<void> {
  const calls = await callsOf(stage);
  while (Date.now() < until) {
    for (const call of random.shuffled(calls)) {
      const { name, text } = random.pick(HOSTILE_TEXTS);
      const as = random.pick(CALLERS);
      for (const { url, json } of requestsWith(call, stage, text)) {
        if (Date.now() >= until) return;
        await stage.attack(`${call.name} with ${name} at ${url.slice(0, 120)}`, url, {
          as,
          method: call.method,
          ...(json === undefined ? {} : { json }),
        });
      }
    }
  }
}
