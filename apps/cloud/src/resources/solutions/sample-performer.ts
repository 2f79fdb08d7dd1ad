/** Performer that makes the ready-made sample: the solution's own steps, in a workspace of nobody that then goes. */
import { generateData, installSteps } from '@acacia/solutions';
import { z } from 'zod';
import type { Performance, Performer, Step } from '../../operations/performer.ts';
import { databaseOf } from '../../operations/queue.ts';
import { forgetOthers, markMade, welcomeKit } from './ready-sample.ts';
import { createStepRunner } from './run-step.ts';

export const SamplePayload = z.object({
  /** Size and version of the workspace in which it is made. */
  size: z.string(),
  version: z.string(),
});
export type SamplePayload = z.infer<typeof SamplePayload>;

/** Removes the workspace, whose id is its database's, and what an attempt left in the database. */
async function clear({ driver }: Performance, sampleId: string): Promise<void> {
  await driver.stop(sampleId);
  await driver.delete(sampleId);
  await driver.deleteDatabase(sampleId);
}

export const samplePerformers: Readonly<Record<'make-sample', Performer>> = {
  'make-sample': {
    async steps(performance): Promise<readonly Step[]> {
      const { db, driver, catalog, operation } = performance;
      const sampleId = databaseOf(operation);
      const { size, version } = SamplePayload.parse(operation.payload);
      const kit = welcomeKit();
      const data = await generateData(kit.meta.id);
      return [
        {
          // One step: its workspace is nobody's, and goes with the control plane. After a kill it begins anew.
          name: 'Making the sample',
          async do() {
            await clear(performance, sampleId);
            await driver.createDatabase(sampleId);
            const ids = { workspaceId: sampleId, databaseId: sampleId, snapshotId: null };
            await driver.start({ ...ids, replicas: 1, version, ...catalog.resources(size) });
            const runner = createStepRunner(driver, sampleId, data);
            for (const step of installSteps(kit)) await runner.run(step);
          },
          undo: {
            name: 'Removing what was made',
            async do() {
              await clear(performance, sampleId);
              return async () => undefined;
            },
          },
        },
        {
          name: 'Stopping the server',
          async do() {
            await driver.stop(sampleId);
            await driver.delete(sampleId);
            for (const other of await forgetOthers(db, sampleId)) await driver.deleteDatabase(other);
            return (tx) => markMade(tx, sampleId);
          },
        },
      ];
    },
  },
};
