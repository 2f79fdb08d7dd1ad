import { z } from 'zod';

const text = z.string().optional().catch(undefined);
const instant = z.iso.datetime().optional().catch(undefined);

/** Search parameters of the audit log's address: its filters, and the entry that is open. */
export const auditSearch = z.object({
  text,
  actor: text,
  action: text,
  outcome: z.enum(['ok', 'failed']).optional().catch(undefined),
  /** A kind, or one thing, e.g. `workspace/7b0…`. */
  resource: text,
  from: instant,
  to: instant,
  entry: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional()
    .catch(undefined),
});
export type AuditSearch = z.infer<typeof auditSearch>;
