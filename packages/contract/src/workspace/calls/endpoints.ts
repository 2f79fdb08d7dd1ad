/** The built-in endpoints of RESTPP as GET /endpoints lists them, from the table of calls. ADR 58 has which are offered. */
import { z } from 'zod';
import type { EndpointParameter } from '../queries.ts';
import { workspaceApi } from './api.ts';
import type { WorkspaceCall } from './call.ts';

export interface BuiltinEndpoint {
  readonly about: string;
  /** Parts of the path, then parameters of the address: RESTPP reads both there, whatever the method. */
  readonly parameters: Readonly<Record<string, EndpointParameter>>;
  /** The request has a body: a JSON document, or lines of data. */
  readonly body?: 'json' | 'lines';
  /** The console offers it in its list of endpoints. */
  readonly offered: boolean;
}

/** RESTPP's names of the parts of paths. */
const PARTS: Readonly<Record<string, string>> = {
  graph: 'graph_name',
  type: 'vertex_type',
  id: 'vertex_id',
  name: 'vector_name',
};

/** Schemas within others: defaults, texts that are read as numbers or truth values. */
function innermost(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return innermost(schema.unwrap());
  return schema instanceof z.ZodPipe ? innermost(schema.out) : schema;
}

function parameterOf(schema: z.ZodType): EndpointParameter {
  const inner = innermost(schema);
  const type = inner instanceof z.ZodNumber ? 'UINT32' : inner instanceof z.ZodBoolean ? 'BOOL' : 'STRING';
  return { type, min_count: schema.safeParse(undefined).success ? 0 : 1 };
}

function endpoint(path: string, about: string, offered: boolean, call: WorkspaceCall): BuiltinEndpoint {
  const parts = [...path.matchAll(/\{(\w+)\}/g)].map(([, part]) => [part, { type: 'STRING', min_count: 1 }]);
  const parameters = Object.entries(call.parameters?.shape ?? {}).map(([name, schema]) => [
    name,
    parameterOf(schema),
  ]);
  return {
    about,
    offered,
    parameters: Object.fromEntries([...parts, ...parameters]) as BuiltinEndpoint['parameters'],
    ...(call.body === undefined ? {} : { body: call.body === 'lines' ? 'lines' : 'json' }),
  };
}

/** By `METHOD path`, the path without the prefix `/restpp`. */
export function builtinEndpoints(): Readonly<Record<string, BuiltinEndpoint>> {
  const found: [string, BuiltinEndpoint][] = [];
  for (const [name, call] of Object.entries<WorkspaceCall>(workspaceApi)) {
    const [, method = '', path = ''] = /^(\w+) \/restpp(\/.*)$/.exec(name) ?? [];
    if (path === '' || call.refused !== undefined) continue;
    const written = path.replace(/:(\w+)/g, (_, part: string) => `{${PARTS[part] ?? part}}`);
    const listed = call.endpoints ?? [{ path: written, about: call.about, offered: call.offered }];
    for (const { path: each, about, offered = false } of listed)
      found.push([`${method} ${each}`, endpoint(each, about, offered, call)]);
  }
  return Object.fromEntries(found);
}

/** Those that the console offers, in its order. */
export const offeredEndpoints = (): Readonly<Record<string, BuiltinEndpoint>> =>
  Object.fromEntries(Object.entries(builtinEndpoints()).filter(([, { offered }]) => offered));
