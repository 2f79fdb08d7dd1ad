/** The route of `npm run audit-verify`, while Acacia runs; only on the control socket. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Database } from '../database/database.ts';
import { invalidInput } from '../errors/problem.ts';
import { AUDIT_PATH } from '../home/control-socket.ts';
import { NotedSeal, verifyAudit, type AuditReport } from './verify.ts';

const Body = z.object({ noted: NotedSeal.nullable() }).strict();

export function auditRoutes(app: FastifyInstance, db: Database['db']): void {
  app.post(AUDIT_PATH, async (request): Promise<AuditReport> => {
    const body = Body.safeParse(request.body ?? {});
    if (!body.success) throw invalidInput(body.error);
    return verifyAudit(db, body.data.noted, new Date());
  });
}
