/** Restore drills for this machine's own command line, while Acacia runs. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import type { Driver } from '../../drivers/driver.ts';
import { BACKUPS_PATH, PROOF_PATH } from '../../home/control-file.ts';
import { invalidInput } from '../../http/problem.ts';
import { requireControlKey } from '../../server/internal-routes.ts';
import { chooseBackups, DrillChoice, proveBackup } from './drill.ts';

interface DrillRoutesOptions {
  readonly db: Db;
  readonly driver: Driver;
  /** What the caller must show. */
  readonly key: string;
}

const Proof = z.object({ id: z.string() }).strict();

export function drillRoutes(app: FastifyInstance, { db, driver, key }: DrillRoutesOptions): void {
  app.post(BACKUPS_PATH, async (request) => {
    requireControlKey(request, key);
    const choice = DrillChoice.safeParse(request.body ?? {});
    if (!choice.success) throw invalidInput(choice.error);
    return { backups: await chooseBackups(db, choice.data) };
  });

  app.post(PROOF_PATH, async (request) => {
    requireControlKey(request, key);
    const body = Proof.safeParse(request.body ?? {});
    if (!body.success) throw invalidInput(body.error);
    return proveBackup(db, driver, body.data.id);
  });
}
