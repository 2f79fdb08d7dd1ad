/** A workspace server in a separate process, which carries out the steps of a solution over HTTP. */
import { parseJson } from '@acacia/base';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buffer, text } from 'node:stream/consumers';
import {
  EdgeCount,
  GsqlCommandMessage,
  WrappedQueryAnswer,
  RestppEnvelope,
  RunLoadingJobsAnswer,
  VertexCount,
  WireLoadStatus,
} from '@acacia/contract';
import { inject } from 'vitest';
import { z } from 'zod';
import type { GeneratedFile } from '../generate/data-file.ts';
import type { SolutionStep } from '../steps.ts';

const READY = 'Workspace is ready at ';

const GsqlAnswer = z.object({ error: z.boolean(), message: z.string(), results: z.unknown() });
export type Rows = z.infer<typeof WrappedQueryAnswer>['results']['results'];

export class WorkspaceProcess {
  readonly #child: ChildProcess;
  readonly #folder: string;
  readonly #origin: string;

  private constructor(child: ChildProcess, folder: string, origin: string) {
    this.#child = child;
    this.#folder = folder;
    this.#origin = origin;
  }

  static async start(memoryMb = 512): Promise<WorkspaceProcess> {
    const folder = await mkdtemp(join(tmpdir(), 'acacia-solutions-'));
    const flags = ['--port', '0', '--data', folder, '--memory-mb', String(memoryMb), '--workers', '1'];
    const child = spawn(process.execPath, [inject('workspaceMain'), ...flags], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ACACIA_WORKSPACE_PASSWORD: 'chosen' },
    });
    const errors = text(child.stderr as NodeJS.ReadableStream);
    for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
      if (line.startsWith(READY)) return new WorkspaceProcess(child, folder, line.slice(READY.length));
    }
    throw new Error(`The workspace ended without being ready: ${await errors}`);
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const exit = once(this.#child, 'exit');
      this.#child.kill('SIGTERM');
      await exit;
    }
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** The answer's text. @throws Error when its status is neither 2xx nor an allowed one */
  async #call(
    method: string,
    path: string,
    body?: unknown,
    allowed: readonly number[] = [],
  ): Promise<string> {
    const bytes = Buffer.isBuffer(body);
    const response = await fetch(`${this.#origin}${path}`, {
      method,
      headers: {
        authorization: `Basic ${btoa('tigergraph:chosen')}`,
        ...(body === undefined
          ? {}
          : { 'content-type': bytes ? 'application/octet-stream' : 'application/json' }),
      },
      body: body === undefined ? null : bytes ? new Uint8Array(body) : JSON.stringify(body),
    });
    const answer = await response.text();
    if (!response.ok && !allowed.includes(response.status)) {
      throw new Error(`${method} ${path}: ${response.status} ${answer}`);
    }
    return answer;
  }

  async get(path: string): Promise<unknown> {
    return GsqlAnswer.parse(parseJson(await this.#call('GET', path))).results;
  }

  /** The names of the graphs. */
  async graphs(): Promise<string[]> {
    const answer = parseJson(await this.#call('GET', '/gsql/v1/schema/graphs'));
    return z
      .object({ graphs: z.array(z.object({ graphName: z.string() })) })
      .parse(answer)
      .graphs.map((graph) => graph.graphName);
  }

  /** The shell's output. @throws Error when a statement failed */
  async gsql(command: string, graph: string | null = null): Promise<string> {
    const stream = await this.#call('POST', '/api/gsql-command', { command, cookie: { graph } });
    const messages = stream
      .split('\n')
      .filter((line) => line.startsWith('data: '))
      .map((line) => GsqlCommandMessage.parse(parseJson(line.slice('data: '.length))));
    const output = messages.map((message) => message.results).join('');
    if (messages.at(-1)?.returnCode !== 0) throw new Error(output);
    return output;
  }

  async query(graph: string, name: string, parameters: Record<string, unknown> = {}): Promise<Rows> {
    const answer = await this.#call('POST', `/gsql/v1/queries/${name}?graph=${graph}`, { parameters });
    return WrappedQueryAnswer.parse(parseJson(answer)).results.results;
  }

  /** Vertices and edges by type. */
  async counts(graph: string): Promise<Record<string, number>> {
    const count = async (what: string): Promise<unknown> =>
      RestppEnvelope.parse(
        parseJson(await this.#call('POST', `/restpp/builtins/${graph}`, { function: what, type: '*' })),
      ).results;
    const vertices = z.array(VertexCount).parse(await count('stat_vertex_number'));
    const edges = z.array(EdgeCount).parse(await count('stat_edge_number'));
    return Object.fromEntries([
      ...vertices.map((row) => [row.v_type, row.count] as const),
      ...edges.map((row) => [row.e_type, row.count] as const),
    ]);
  }

  /** Stores a file as a person does. */
  async upload(name: string, content: string): Promise<void> {
    await this.#call('PUT', `/api/data-files/${name}`, Buffer.from(content));
  }

  async #load(graph: string, job: string, files: Readonly<Record<string, string>>): Promise<void> {
    const dataSources = Object.entries(files).map(([filename, path]) => ({ filename, path }));
    const run = await this.#call('POST', `/gsql/v1/loading-jobs/run?graph=${graph}`, {
      name: job,
      dataSources,
    });
    const { jobIds } = RunLoadingJobsAnswer.parse(GsqlAnswer.parse(parseJson(run)).results);
    for (;;) {
      const [status] = z
        .array(WireLoadStatus)
        .parse(await this.get(`/gsql/v1/loading-jobs/status?graph=${graph}&jobIds=${jobIds.join(',')}`));
      if (status?.overall.status === 'running') {
        await new Promise((resolve) => setTimeout(resolve, 20));
        continue;
      }
      const { fileLevel, objectLevel } = status?.overall.statistics ?? {};
      const faults = [...(objectLevel?.vertex ?? []), ...(objectLevel?.edge ?? [])].filter(
        (each) => each.invalidAttribute + each.invalidPrimaryId + each.missingEndpoint + each.noIdFound > 0,
      );
      const rejected =
        (fileLevel?.rejectLine ?? 0) + (fileLevel?.notEnoughToken ?? 0) + (fileLevel?.invalidJson ?? 0);
      if (status?.overall.status === 'finished' && rejected === 0 && faults.length === 0) return;
      throw new Error(`The load was not clean: ${JSON.stringify(status?.overall)}`);
    }
  }

  /** Does one step, as the control plane does it. */
  async perform(step: SolutionStep, data: readonly GeneratedFile[]): Promise<void> {
    switch (step.kind) {
      case 'drop-graph':
        await this.#call('DELETE', `/gsql/v1/schema/graphs/${step.graph}`, undefined, [404]);
        return;
      case 'create-graph':
        await this.#call('POST', '/gsql/v1/schema/graphs', step.schema);
        return;
      case 'style':
        await this.#call('PUT', `/api/graph-styles/local/${step.graph}`, step.style);
        return;
      case 'upload': {
        const file = data.find(({ name }) => name === step.source);
        if (file === undefined) throw new Error(`No file ${step.source} was generated.`);
        await this.#call('PUT', `/api/data-files/${step.name}`, await buffer(file.open()));
        return;
      }
      case 'statements':
        await this.gsql(step.text, step.graph);
        return;
      case 'load':
        return this.#load(step.graph, step.job, step.files);
      case 'delete-file':
        await this.#call('DELETE', `/api/data-files/${step.name}`, undefined, [404]);
        return;
      case 'query':
        await this.query(step.graph, step.query);
    }
  }
}
