/** Runs steps of a solution's installation in a running workspace. */
import { parseJson } from '@acacia/base';
import { setTimeout as delay } from 'node:timers/promises';
import { GsqlCommandMessage, RunLoadingJobsAnswer, WireLoadStatus } from '@acacia/contract';
import type { GeneratedFile, SolutionStep } from '@acacia/solutions';
import { z } from 'zod';
import { callWorkspace, type WorkspaceCall } from '../../drivers/workspace-call.ts';
import type { Driver } from '../../drivers/driver.ts';

const Answer = z.object({ error: z.boolean(), message: z.string(), results: z.unknown() });

/** Timeout in milliseconds: one call compiles all queries of a solution, or computes its features over all data. */
const LONG = 600_000;
const LOAD_POLL = 250;

export interface StepRunner {
  /** Runs a step; resolves with a text for the log. @throws Error with a sentence for people when the step fails */
  run(step: SolutionStep): Promise<string>;
}

/** @param data generated files, which are opened when they are uploaded */
export function createStepRunner(
  driver: Driver,
  workspaceId: string,
  data: readonly GeneratedFile[],
): StepRunner {
  const call = (request: WorkspaceCall) => callWorkspace(driver, workspaceId, { timeout: LONG, ...request });
  const results = async (request: WorkspaceCall) => Answer.parse(parseJson(await call(request))).results;

  async function statements(graph: string, command: string): Promise<string> {
    const stream = await call({
      method: 'POST',
      path: '/api/gsql-command',
      body: { command, cookie: { graph } },
    });
    const messages = stream
      .split('\n')
      .filter((line) => line.startsWith('data: '))
      .map((line) => GsqlCommandMessage.parse(parseJson(line.slice('data: '.length))));
    const output = messages.map((message) => message.results).join('');
    if (messages.at(-1)?.returnCode !== 0) throw new Error(output);
    return output;
  }

  async function load(graph: string, job: string, files: Readonly<Record<string, string>>): Promise<string> {
    const dataSources = Object.entries(files).map(([filename, path]) => ({ filename, path }));
    const path = `/gsql/v1/loading-jobs/run?graph=${graph}`;
    const { jobIds } = RunLoadingJobsAnswer.parse(
      await results({ method: 'POST', path, body: { name: job, dataSources } }),
    );
    for (;;) {
      const answer = await results({
        path: `/gsql/v1/loading-jobs/status?graph=${graph}&jobIds=${jobIds.join(',')}`,
      });
      const overall = z.array(WireLoadStatus).parse(answer)[0]?.overall;
      if (overall?.status === 'running') {
        await delay(LOAD_POLL);
        continue;
      }
      const lines = overall?.statistics.fileLevel;
      const rejected = (lines?.rejectLine ?? 0) + (lines?.notEnoughToken ?? 0) + (lines?.invalidJson ?? 0);
      if (overall?.status === 'finished' && rejected === 0) return `${lines?.validLine ?? 0} lines loaded`;
      throw new Error(`The load ended as '${overall?.status ?? 'unknown'}' with ${rejected} lines rejected.`);
    }
  }

  return {
    async run(step) {
      switch (step.kind) {
        case 'drop-graph':
          await call({ method: 'DELETE', path: `/gsql/v1/schema/graphs/${step.graph}`, missingIsFine: true });
          return '';
        case 'create-graph':
          await call({ method: 'POST', path: '/gsql/v1/schema/graphs', body: step.schema });
          return '';
        case 'style':
          await call({ method: 'PUT', path: `/api/graph-styles/local/${step.graph}`, body: step.style });
          return '';
        case 'upload': {
          const file = data.find(({ name }) => name === step.source);
          if (file === undefined) throw new Error(`The solution has no file ${step.source}.`);
          await call({ method: 'PUT', path: `/api/data-files/${step.name}`, body: file.open() });
          return `${file.rows} rows`;
        }
        case 'statements':
          return statements(step.graph, step.text);
        case 'load':
          return load(step.graph, step.job, step.files);
        case 'delete-file':
          await call({ method: 'DELETE', path: `/api/data-files/${step.name}`, missingIsFine: true });
          return '';
        case 'query':
          await call({
            method: 'POST',
            path: `/restpp/query/${step.graph}/${step.query}`,
            body: {},
            queryLimit: LONG,
          });
          return '';
      }
    },
  };
}

const GraphNames = z.object({ graphs: z.array(z.object({ graphName: z.string() })) });

/** Names of the graphs of a running workspace. */
export async function graphNames(driver: Driver, workspaceId: string): Promise<string[]> {
  const answer = await callWorkspace(driver, workspaceId, { path: '/gsql/v1/schema/graphs' });
  return GraphNames.parse(parseJson(answer)).graphs.map(({ graphName }) => graphName);
}
