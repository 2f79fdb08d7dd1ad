/** Runs GSQL texts for calls that answer with a message rather than with the shell's output. */
import type { FastifyRequest } from 'fastify';
import { callerOf } from '../http/admission.ts';
import { Problem } from '../http/problem.ts';
import { sessionOf, type Services } from '../services.ts';
import { personOf } from './person.ts';
import { shellHost } from './shell-host.ts';
import { demandStatements } from './statement-privileges.ts';

/** Return codes of the shell. */
const SUCCESS = 0;

/**
 * Gives the output of the text; throws a 400 with that output when a statement failed.
 * @param graph the graph in use at the start; null: the global scope
 */
export async function runStatements(
  services: Services,
  request: FastifyRequest,
  text: string,
  graph: string | null,
  signal?: AbortSignal,
): Promise<string> {
  const { engine, files, statements, udf } = services;
  await demandStatements(callerOf(request), engine, text, graph);
  let output = '';
  const code = await statements.track(signal, (stop) =>
    engine.executeGsql(text, sessionOf(graph), (part) => (output += part), {
      baseDir: files.folder,
      url: request.originalUrl,
      signal: stop,
      person: personOf(callerOf(request)),
      host: shellHost(services, request),
    }),
  );
  const message = udf.explain(output.trim());
  if (code !== SUCCESS) throw new Problem(400, `GSQL-${code}`, message);
  return message;
}

const NAME = /^[A-Za-z_]\w*$/;

/** A name that is put into GSQL text. Throws a 400 when it is none. */
export function gsqlName(kind: string, name: string): string {
  if (!NAME.test(name)) throw new Problem(400, '', `'${name}' is not a ${kind} name.`);
  return name;
}
