/** Packages and template queries (GSQL server endpoints, "Template query"). */
import { recordOf } from '@acacia/contract';
import { readQuery, writtenPattern } from '@acacia/engine';
import { isPackageName } from '@acacia/language';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { runStatements } from '../gsql/run-statements.ts';
import { parametersOfBody, type DeclaredParameter } from '../gsql/query-parameters.ts';
import { demandInterpret, queriesOf } from '../gsql/statement-privileges.ts';
import { runOptions } from '../gsql/run-options.ts';
import { callerOf } from '../http/admission.ts';
import type { Register } from '../http/calls.ts';
import { clientGone, whenGone } from '../http/client-gone.ts';
import { gsql, restpp } from '../http/envelopes.ts';
import { problem } from '../errors/problem.ts';
import { bodyText, jsonBody, pathPart, searchParams } from '../http/request-body.ts';
import { requiredGraph, type Services } from '../services.ts';
import { endpointParameter } from '../endpoint-list.ts';

const CallBody = z.strictObject({ parameters: recordOf(z.unknown()).default({}) });

/** Names of packages and of what stands in them: identifiers between dots. @throws Problem */
function packageName(text: string): string {
  if (!isPackageName(text)) throw problem('notAName', { kind: 'package', name: text });
  return text;
}

export function packageRoutes(on: Register, services: Services): void {
  const { engine } = services;
  on('GET /gsql/v1/packages', () => gsql(engine.packages().map(({ name }) => name)));
  on('GET /gsql/v1/package/:name', (request) => {
    const name = pathPart(request, 'name');
    const all = engine.packages();
    const found = all.find((each) => each.name === name);
    if (found === undefined) throw problem('noPackage', { name });
    const below = all.filter((each) => each.name.replace(/\.?\w+$/, '') === name);
    return gsql({
      fullPackageName: name,
      functions: found.functions,
      templateQueries: found.templateQueries,
      subpackageNames: below.map((each) => each.name),
    });
  });
  const run = (request: FastifyRequest, text: string) => runStatements(services, request, text, null);
  on('POST /gsql/v1/package/:name', async (request) => {
    const name = packageName(pathPart(request, 'name'));
    await run(request, `CREATE PACKAGE ${name}`);
    return gsql(null, `Successfully created package: [${name}].`);
  });
  on('DELETE /gsql/v1/package/:name', async (request) => {
    const name = packageName(pathPart(request, 'name'));
    await run(request, `DROP PACKAGE ${name}`);
    return gsql(null, `Successfully dropped package: [${name}].`);
  });
  on('POST /gsql/v1/package/import/:name', async (request) => {
    const name = packageName(pathPart(request, 'name'));
    await run(request, `IMPORT PACKAGE ${name}`);
    return gsql(null, `Successfully import package ${name}.`);
  });
  on('POST /gsql/v1/package/template', async (request) => {
    await run(request, bodyText(request));
    const name = /\bQUERY\s+([\w.]+)/i.exec(bodyText(request))?.[1] ?? '';
    return gsql(null, `Successfully created template query: [${name}].`);
  });
  on('DELETE /gsql/v1/package/template/:name', async (request) => {
    const name = packageName(pathPart(request, 'name'));
    await run(request, `DROP TEMPLATE QUERY ${name}`);
    return gsql(null, `Successfully dropped template query: [${name}].`);
  });

  // ---------------------------------------------------------------- library
  const declaredIn = async (code: string): Promise<DeclaredParameter[]> =>
    ((await readQuery(code)).query?.parameters ?? []).map(({ name, type }) => ({
      name,
      type: code.slice(type.span.start, type.span.end),
    }));
  const fullNames = (): string[] =>
    engine
      .packages()
      .flatMap(({ name, templateQueries }) => templateQueries.map((each) => `${name}.${each}`));
  const library = async (wanted: string, isPattern: boolean) => {
    const matches = isPattern
      ? patternOf(wanted)
      : (name: string) => name === wanted || name.endsWith(`.${wanted}`);
    const names = fullNames().filter((name) => wanted === '' || matches(name));
    if (names.length === 0) throw problem('noTemplate', { name: wanted });
    const rows = [];
    for (const name of names) {
      const query = engine.templateQuery(name) ?? '';
      const params = Object.fromEntries(
        (await declaredIn(query)).map((parameter) => [parameter.name, endpointParameter(parameter)]),
      );
      rows.push({ name, query, params });
    }
    return gsql(rows);
  };
  const isPattern = (request: FastifyRequest): boolean =>
    searchParams(request).get('isRegularExpression') === 'true';
  on('GET /gsql/v1/library', (request) =>
    library(searchParams(request).get('functionName') ?? '', isPattern(request)),
  );
  on('GET /gsql/v1/library/:name', (request) => library(pathPart(request, 'name'), isPattern(request)));
  on('POST /gsql/v1/library/:name', async (request, reply) => {
    const graph = requiredGraph(engine, request);
    const { parameters } = jsonBody(request, CallBody);
    const wanted = pathPart(request, 'name');
    // The generated names of TigerGraph's library have lines in place of dots.
    const name = fullNames().find((each) => each === wanted || each.replaceAll('.', '_') === wanted);
    const code = name === undefined ? undefined : engine.templateQuery(name);
    if (name === undefined || code === undefined) throw problem('noTemplate', { name: wanted });
    const { query } = await readQuery(code);
    await demandInterpret(callerOf(request), code, query, graph, queriesOf(engine, graph));
    const { values } = parametersOfBody(parameters, await declaredIn(code), { bareIds: true });
    const result = await engine.interpretQuery(code, graph, values, runOptions(request, clientGone(reply)));
    whenGone(reply, () => result.printed.release());
    return {
      ...gsql(restpp(engine, graph, result.results)),
      generatedQueryName: name.replaceAll('.', '_'),
    };
  });
}

function patternOf(text: string): (name: string) => boolean {
  try {
    return writtenPattern(text);
  } catch {
    throw problem('urlPattern', { pattern: text });
  }
}
