/** Routes of restore drills for the command line, while Acacia runs; only on the control socket. */
import type { FastifyInstance } from 'fastify';
import type { BaseLogger } from 'pino';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import type { Driver } from '../../drivers/driver.ts';
import { BACKUPS_PATH, PROOF_PATH } from '../../home/control-socket.ts';
import { invalidInput } from '../../errors/problem.ts';
import { chooseBackups, DrillChoice, proveBackup } from './drill.ts';

interface DrillRoutesOptions {
  readonly db: Db;
  readonly driver: Driver;
  readonly log: BaseLogger;
}

const Proof = z.object({ id: z.string() }).strict();

export function drillRoutes(app: FastifyInstance, { db, driver, log }: DrillRoutesOptions): void {
  app.post(BACKUPS_PATH, async (request) => {
    const choice = DrillChoice.safeParse(request.body ?? {});
    if (!choice.success) throw invalidInput(choice.error);
    return { backups: await chooseBackups(db, choice.data) };
  });

  app.post(PROOF_PATH, async (request) => {
    const body = Proof.safeParse(request.body ?? {});
    if (!body.success) throw invalidInput(body.error);
    return proveBackup(db, driver, log, body.data.id);
  });
}
