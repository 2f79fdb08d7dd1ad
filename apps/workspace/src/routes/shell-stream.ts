/**
 * The shell's own calls before 4.1, which clients in other languages send: the text URL-encoded or plain, the session
 * as JSON in the Cookie header, the answer as lines of which some are directives to the client.
 */
import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { executeText } from '../gsql/execute-text.ts';
import { runOptions } from '../gsql/run-options.ts';
import { runStatements } from '../gsql/run-statements.ts';
import { shellHost } from '../gsql/shell-host.ts';
import { demandStatements } from '../gsql/statement-privileges.ts';
import { callerOf } from '../http/admission.ts';
import type { Register } from '../http/calls.ts';
import { clientGone, whenGone } from '../http/client-gone.ts';
import { problem } from '../errors/problem.ts';
import { bodyText, header } from '../http/request-body.ts';
import type { Services } from '../services.ts';
import { versionText } from '../version.ts';

const RETURN_CODE = '__GSQL__RETURN__CODE__';
const COOKIES = '__GSQL__COOKIES__';

const ShellCookie = z.looseObject({ graph: z.string().nullish() });

/** The text of a body: URL-encoded text has no blanks, GSQL of more than a word has. */
function decoded(body: string): string {
  if (/\s/.test(body) || !/[%+]/.test(body)) return body;
  try {
    return decodeURIComponent(body.replaceAll('+', ' '));
  } catch {
    throw problem('bodyNotGsql');
  }
}

/** The session that the client keeps; other cookies are none of it. */
function cookieOf(request: FastifyRequest): z.output<typeof ShellCookie> {
  const text = header(request, 'cookie')?.trim() ?? '';
  if (!text.startsWith('{')) return {};
  try {
    return ShellCookie.parse(JSON.parse(text));
  } catch {
    throw problem('cookieInvalid');
  }
}

export function shellStreamRoutes(on: Register, services: Services): void {
  const { engine, auth, tgVersion } = services;

  on('POST /gsqlserver/gsql/login', async (request, reply) => {
    const caller = await auth.identify(
      { authorization: `Basic ${bodyText(request).trim()}` },
      auth.addressOf(request.raw),
    );
    if (caller === null) throw problem('shellPasswordWrong');
    return reply.header('set-cookie', JSON.stringify({ session: `${caller.name}.${Date.now()}` })).send({
      error: false,
      message: '',
      isClientCompatible: true,
      welcomeMessage: `Welcome to TigerGraph ${tgVersion}.`,
      shellPrompt: 'GSQL > ',
    });
  });

  const run = async (request: FastifyRequest, reply: FastifyReply, tellSuccess: boolean) => {
    const text = decoded(bodyText(request));
    const cookie = cookieOf(request);
    const graph = cookie.graph || null;
    if (graph !== null && !engine.graphs().includes(graph)) {
      throw problem('noGraph', { graph });
    }
    await demandStatements(callerOf(request), engine, text, graph);

    const options = {
      ...runOptions(request, clientGone(reply)),
      host: shellHost(services, callerOf(request)),
    };
    const stream = new PassThrough();
    let atLineStart = true;
    const write = (part: string): void => {
      if (part === '' || stream.writableEnded) return;
      stream.write(part);
      atLineStart = part.endsWith('\n');
    };
    const tell = (line: string): void => write(`${atLineStart ? '' : '\n'}${line}\n`);
    const held = services.answers.open(callerOf(request).name);
    whenGone(reply, () => held.release());
    void executeText(services, options, text, graph, write, held)
      .then(
        ({ returnCode, graph: now }) => {
          tell(`${COOKIES},${JSON.stringify({ ...cookie, graph: now ?? '' })}`);
          if (tellSuccess || returnCode !== 0) tell(`${RETURN_CODE},${returnCode}`);
        },
        (error: unknown) => {
          request.log.error({ err: error }, 'GSQL text failed by a fault of the server');
          tell('The workspace failed to run this text.');
          tell(`${RETURN_CODE},255`);
        },
      )
      .finally(() => stream.end());
    return reply.type('text/plain; charset=utf-8').send(stream);
  };
  on('POST /gsqlserver/gsql/file', (request, reply) => run(request, reply, true));
  // At the prompt the client goes on after a success: no directive is sent then.
  on('POST /gsqlserver/gsql/command', (request, reply) => run(request, reply, false));

  on('POST /gsqlserver/gsql/help', (request, reply) =>
    runStatements(services, request, 'HELP', null).then((text) => reply.type('text/plain').send(`${text}\n`)),
  );
  on('POST /gsqlserver/gsql/version', (_request, reply) =>
    reply.type('text/plain').send(versionText(tgVersion)),
  );
  // The client keeps the session; statements end with their connection.
  on('POST /gsqlserver/gsql/reset', (_request, reply) => reply.type('text/plain').send(''));
  on('POST /gsqlserver/gsql/abortclientsession', (_request, reply) => reply.type('text/plain').send(''));
}
