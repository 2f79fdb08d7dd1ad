/** The work of a run: what it may do is checked before it begins, with the rights of its caller. */
import { stringifyJson } from '@acacia/base';
import { RUN_BOUNDS, type RunLimits, type StartRun } from '@acacia/contract';
import { readQuery, type RunOptions } from '@acacia/engine';
import type { Caller } from '../auth/caller.ts';
import { rolesAt } from '../auth/rights.ts';
import { problem } from '../errors/problem.ts';
import { prepareCall, type CallHere } from './start-call.ts';
import { leftOutMessage, parametersOfBody } from './query-parameters.ts';
import { personOf } from './person.ts';
import { onlyOver } from './query-version.ts';
import { inShell, shellHost } from './shell-host.ts';
import { demandInterpret, demandRun, demandStatements, queriesOf } from './statement-privileges.ts';
import { sessionOf, type Services } from '../services.ts';
import { MASKED_NOTE, maskedParameters, maskedText } from '../runs/mask-secrets.ts';
import type { AboutRun, PreparedRun } from '../runs/run-book.ts';

/** Megabytes in bytes. */
const MB = 2 ** 20;

/** The limits that hold for a run that asks for others; 0 asks for none. */
export function limitsOf({ engine, settings }: Services, asked: RunLimits): RunLimits {
  const all = Math.floor(engine.memory().queryLimitBytes / MB);
  const usual = settings.number('RESTPP.Factory.QueryMemoryLimitMB');
  const memoryMb = asked.memoryMb > 0 ? asked.memoryMb : usual;
  return {
    timeMs: Math.min(asked.timeMs > 0 ? asked.timeMs : Infinity, RUN_BOUNDS.ceilingMs),
    memoryMb: Math.min(memoryMb > 0 ? memoryMb : Infinity, all),
  };
}

/** The first line that is no comment. */
function titleOf(text: string): string {
  const line = text.split('\n').find((each) => each.trim() !== '' && !/^\s*(\/\/|#)/.test(each)) ?? text;
  return line.trim().slice(0, 120);
}

const maskedNote = (isMasked: boolean): string | null => (isMasked ? MASKED_NOTE : null);

/**
 * @param callHere calls the workspace itself, with the caller's credentials
 * @throws Problem when the caller may not do it, or it names what there is not
 */
export async function prepareRun(
  services: Services,
  caller: Caller,
  id: string,
  run: StartRun,
  callHere: CallHere,
): Promise<PreparedRun> {
  const { engine, files, statements, udf } = services;
  const limits = limitsOf(services, run.limits);
  const { graph, origin, type, toFile } = run;
  if (graph !== null && !engine.graphs().includes(graph)) throw problem('noGraph', { graph });
  const options = (signal: AbortSignal): RunOptions => ({
    ...{ signal, url: `/api/runs/${id}`, timeLimitMs: limits.timeMs, memoryLimitMb: limits.memoryMb },
    person: personOf(caller),
    roles: rolesAt(caller.rights(), graph),
  });
  if (run.type === 'API') return prepareCall(services, caller, { id, limits }, run, callHere);
  const ofEvery = { id, owner: caller.name, type, graph, origin, limits, toFile };

  if (run.type === 'GSQL') {
    const { text } = run;
    await demandStatements(caller, engine, text, graph);
    const masked = maskedText(text);
    return {
      about: {
        ...ofEvery,
        title: titleOf(masked),
        text: masked,
        query: null,
        parameters: null,
        incomplete: maskedNote(masked !== text),
      },
      work: async ({ print, answer }, signal) => {
        const session = sessionOf(graph);
        const host = {
          ...shellHost(services, caller),
          answered: (given: Parameters<typeof answer>[0]) =>
            answer(given).catch((cause: unknown) => {
              throw inShell(cause);
            }),
        };
        const returnCode = await statements.track(signal, (stop) =>
          engine.executeGsql(text, session, (part) => print(udf.explain(part)), {
            ...options(stop),
            ...(run.over === undefined ? {} : onlyOver(null, run.over.query, run.over.version)),
            host,
            baseDir: files.folder,
          }),
        );
        return { returnCode, graph: session.graph };
      },
    };
  }

  const { query, text, profile } = run;
  const parameters = stringifyJson(maskedParameters(run.parameters));
  const about: AboutRun = {
    ...{ ...ofEvery, query, title: query },
    text: text === undefined ? null : maskedText(text),
    parameters,
    incomplete: maskedNote(
      parameters !== stringifyJson(run.parameters) || (text !== undefined && maskedText(text) !== text),
    ),
  };
  if (text === undefined) {
    if (graph === null) throw problem('parameterMissing', { name: 'graph' });
    const found = engine.queries(graph).find(({ name }) => name === query);
    if (found === undefined) throw problem('noQuery', { name: query, graph });
    if (!found.installed) throw problem('notInstalled', { name: query });
    if (!caller.may('EXECUTE_QUERY', { graph, query }))
      throw problem('privilegeMissing', { name: caller.name, privilege: 'EXECUTE_QUERY' });
    await demandRun(caller, found.code, graph, queriesOf(engine, graph));
    const given = parametersOfBody(run.parameters, found.parameters, { bareIds: false });
    return {
      about,
      work: async ({ answer }, signal) => {
        const result = await engine.runQuery(graph, query, given.values, { ...options(signal), profile });
        await answer(result, leftOutMessage(given.leftOut, found.parameters));
        return { returnCode: null, graph };
      },
    };
  }
  const { query: tree } = await readQuery(text);
  const where = tree?.graph?.text ?? graph;
  await demandInterpret(caller, text, tree, where, queriesOf(engine, where));
  const declared = (tree?.parameters ?? []).map(({ name, type: { span } }) => ({
    name,
    type: text.slice(span.start, span.end),
  }));
  // Without a readable head the engine reports the faults of the text; parameters do not matter then.
  const given = tree === undefined ? null : parametersOfBody(run.parameters, declared, { bareIds: false });
  return {
    about: { ...about, graph: where },
    work: async ({ answer }, signal) => {
      const result = await engine.interpretQuery(text, where, given?.values ?? {}, {
        ...options(signal),
        profile,
      });
      await answer(result, given === null ? '' : leftOutMessage(given.leftOut, declared));
      return { returnCode: null, graph: where };
    },
  };
}
