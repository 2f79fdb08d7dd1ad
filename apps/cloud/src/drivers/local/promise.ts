/** The degree to which this machine can meet a size: the sentences that pages show beside the size. */
import type { Quoted } from '@acacia/base';
import type { Asked } from '../driver.ts';
import { coresOf } from './launcher.ts';
import type { MemoryPlan } from './memory.ts';

/** Sentences on this machine beside a size. */
export const PROMISES = {
  /** High availability on one machine. */
  standsBy: () =>
    'A second process stands by on this machine, in place of replicas on others, and takes over when the first one dies. When the machine fails, both do.',
  fewerCores: ({ cores, cpus }: Quoted<'cores' | 'cpus'>) =>
    `It has ${cores} of ${cpus} CPUs: this machine has no more.`,
  oneStandsBy: () => 'One process stands by on this machine, in place of the other replicas.',
} as const;

/** Sentences on resources that fall short of the size, and on the standby where there is one; '' without either. */
export function runsWith({ cpus, replicas }: Asked, { note }: MemoryPlan): string {
  const cores = coresOf(cpus);
  return [
    note,
    cores < cpus ? PROMISES.fewerCores({ cores, cpus }) : undefined,
    replicas > 1 ? PROMISES.oneStandsBy() : undefined,
  ]
    .filter((sentence) => sentence !== undefined)
    .join(' ');
}
