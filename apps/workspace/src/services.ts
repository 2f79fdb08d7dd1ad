/** Services that the handlers of the calls share. */
import type { Engine, GsqlSession, ResultTables, Turnstile } from '@acacia/engine';
import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Authenticator } from './auth/authenticator.ts';
import type { Credentials } from './auth/credentials.ts';
import type { SignIns } from './auth/sign-ins.ts';
import type { Counters } from './counters.ts';
import type { RunningStatements } from './running-statements.ts';
import type { HeldAnswers } from './http/held-answers.ts';
import { problem, type Problem } from './errors/problem.ts';
import type { RequestStatistics } from './http/statistics.ts';
import type { RequestsUnderWay } from './http/under-way.ts';
import type { BackgroundRuns } from './background-runs.ts';
import type { PostedJobs } from './posted-jobs.ts';
import type { RunHistory } from './runs/history.ts';
import type { RunBook } from './runs/run-book.ts';
import type { DataFiles } from './storage/data-files.ts';
import type { Documents } from './storage/documents.ts';
import type { Settings } from './settings/settings.ts';
import type { UdfFiles } from './settings/udf.ts';
import type { KeptFiles } from './storage/kept-files.ts';
import { pathPart, searchParams } from './http/request-body.ts';
import type { Totals } from './totals.ts';

export interface Services {
  readonly engine: Engine;
  readonly credentials: Credentials;
  readonly auth: Authenticator;
  readonly signIns: SignIns;
  readonly files: DataFiles;
  readonly documents: Documents;
  readonly kept: KeptFiles;
  readonly log: Logger;
  readonly settings: Settings;
  readonly udf: UdfFiles;
  /** Queue for calls that scan many vertices or edges. */
  readonly heavy: Turnstile;
  readonly statements: RunningStatements;
  readonly statistics: RequestStatistics;
  readonly counters: Counters;
  readonly totals: () => Promise<Totals | null>;
  readonly runs: BackgroundRuns;
  readonly postedJobs: PostedJobs;
  /** Runs of the editor. */
  readonly book: RunBook;
  readonly history: RunHistory;
  /** Tables of their results. */
  readonly tables: ResultTables;
  readonly underWay: RequestsUnderWay;
  /** Memory of answers that clients have not taken yet. */
  readonly answers: HeldAnswers;
  /** Milliseconds for which a client may take nothing of an answer. */
  readonly untakenMs: number;
  readonly readOnly: boolean;
  /** The version of TigerGraph that clients see. */
  readonly tgVersion: string;
}

const noGraph = (graph: string): Problem => problem('noGraph', { graph });

/** The graph in the path, checked to be there. */
export function graphInPath(engine: Engine, request: FastifyRequest): string {
  const graph = pathPart(request, 'graph');
  if (!engine.graphs().includes(graph)) throw noGraph(graph);
  return graph;
}

/** The graph that the parameter `graph` names, checked to exist; null without one (`global` counts as none). */
export function graphParameter(engine: Engine, request: FastifyRequest): string | null {
  const graph = searchParams(request).get('graph') ?? '';
  if (graph === '' || graph === 'global') return null;
  if (!engine.graphs().includes(graph)) throw noGraph(graph);
  return graph;
}

/** As `graphParameter`, where a graph must be named. @throws Problem when none is named */
export function requiredGraph(engine: Engine, request: FastifyRequest): string {
  const graph = graphParameter(engine, request);
  if (graph === null) throw problem('restppParameterMissing', { name: 'graph' });
  return graph;
}

export const sessionOf = (graph: string | null): GsqlSession => ({ graph });
