/** Converts settings to limits of the parts that they govern. */
import { availableParallelism } from 'node:os';
import type { EngineLimits, TurnstileLimits } from '@acacia/engine';
import type { Settings } from './settings.ts';

export const engineLimits = (settings: Settings): EngineLimits => ({
  defaultTimeLimitMs: settings.number('RESTPP.Factory.DefaultQueryTimeoutSec') * 1000,
  queryMemoryLimitMb: settings.number('RESTPP.Factory.QueryMemoryLimitMB'),
  concurrentQueries: settings.number('RESTPP.WorkLoadManager.MaxConcurrentQueries'),
  waitingQueries: settings.number('RESTPP.WorkLoadManager.MaxDelayQueueSize'),
  concurrentLoads: settings.number('KafkaLoader.ReplicaNumber'),
  storeThreads: Math.ceil(availableParallelism() * settings.number('KafkaConnect.AllowedTaskPerCPU')),
});

/** Limits of calls that scan many vertices or edges; any number may wait. */
export const heavyLimits = (settings: Settings): TurnstileLimits => ({
  running: settings.number('RESTPP.WorkLoadManager.MaxHeavyBuiltinQueries'),
  waiting: Infinity,
});

/** Bytes that the body of a request may have, uploads aside. */
export const bodyLimit = (settings: Settings): number => settings.number('Nginx.ClientMaxBodySize') * 2 ** 20;
