/** Runs GSQL texts for calls that answer with a message rather than with the shell's output. */
import type { ShellOptions } from '@acacia/engine';
import { isIdentifier } from '@acacia/language';
import type { FastifyRequest } from 'fastify';
import { callerOf } from '../http/admission.ts';
import { problem, relayed } from '../errors/problem.ts';
import { sessionOf, type Services } from '../services.ts';
import { personOf } from './person.ts';
import { shellHost } from './shell-host.ts';
import { demandStatements } from './statement-privileges.ts';

/** Return codes of the shell. */
const SUCCESS = 0;

/**
 * Returns the output of the text.
 * @param graph the graph in use at the start; null: the global scope
 * @throws Problem 400 with the output when a statement failed
 */
export async function runStatements(
  services: Services,
  request: FastifyRequest,
  text: string,
  graph: string | null,
  signal?: AbortSignal,
  guard: Pick<ShellOptions, 'beforeQuery'> = {},
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
      host: shellHost(services, callerOf(request)),
      ...guard,
    }),
  );
  const message = udf.explain(output.trim());
  if (code !== SUCCESS) throw relayed(400, `GSQL-${code}`, message);
  return message;
}

/** A name that is put into GSQL text. @throws Problem 400 when it is not an identifier */
export function gsqlName(kind: string, name: string): string {
  if (!isIdentifier(name)) throw problem('notAName', { kind, name });
  return name;
}
