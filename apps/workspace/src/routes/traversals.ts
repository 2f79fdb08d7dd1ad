/** Walks through a graph, and searches in it. A call whose client closes the connection stops. */
import {
  ConnectionRequest,
  ExpandRequest,
  KStepRequest,
  PathRequest,
  SearchRequest,
  SubgraphRequest,
  type CallName,
} from '@acacia/contract';
import { Printed } from '@acacia/engine';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { z } from 'zod';
import { runOptions } from '../gsql/run-options.ts';
import { callerOf } from '../http/admission.ts';
import type { Register } from '../http/calls.ts';
import { clientGone, whenGone } from '../http/client-gone.ts';
import { restpp } from '../http/envelopes.ts';
import { jsonBody } from '../http/request-body.ts';
import { graphInPath, type Services } from '../services.ts';
import { findConnections } from '../traversal/connections.ts';
import { expand, expandSteps, subgraph } from '../traversal/expand.ts';
import { createInterpreter, type Interpreter } from '../traversal/interpreter.ts';
import { findPaths } from '../traversal/paths.ts';
import { search } from '../traversal/search.ts';

export function traversalRoutes(on: Register, { engine, heavy }: Services): void {
  const traversal = <T extends z.ZodType>(
    name: CallName,
    body: T,
    find: (interpreter: Interpreter, asked: z.output<T>) => Promise<object>,
  ): void =>
    on(name, async (request: FastifyRequest, reply: FastifyReply) => {
      const graph = graphInPath(engine, request);
      const asked = jsonBody(request, body);
      const caller = callerOf(request);
      const signal = clientGone(reply);
      const interpreter = createInterpreter(engine, graph, runOptions(request, signal));
      const found = await heavy.run(() => find(interpreter, asked), signal, caller.name);
      if (!(found instanceof Printed)) return restpp(engine, graph, [found]);
      whenGone(reply, () => found.release());
      const around = JSON.stringify(restpp(engine, graph, []));
      const end = around.lastIndexOf(']');
      const pieces = [Buffer.from(around.slice(0, end)), ...found.chunks, Buffer.from(around.slice(end))];
      return reply.type('application/json; charset=utf-8').send(Readable.from(pieces, { objectMode: false }));
    });
  traversal('POST /restpp/shortestpath/:graph', PathRequest, (interpreter, asked) =>
    findPaths(interpreter, asked, 'shortest'),
  );
  traversal('POST /restpp/allpaths/:graph', PathRequest, (interpreter, asked) =>
    findPaths(interpreter, asked, 'all'),
  );
  traversal('POST /restpp/expand/:graph', ExpandRequest, expand);
  traversal('POST /restpp/subgraph/:graph', SubgraphRequest, subgraph);
  traversal('POST /restpp/kstep_expansion/:graph', KStepRequest, expandSteps);
  traversal('POST /restpp/connections/:graph', ConnectionRequest, findConnections);
  traversal('POST /restpp/search/:graph', SearchRequest, search);
}
