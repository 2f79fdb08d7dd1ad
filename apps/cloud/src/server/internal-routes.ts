/** Calls for this machine's own command line, which has the key from the data folder. */
import { timingSafeEqual } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Db } from '../database/database.ts';
import { users } from '../database/schema.ts';
import { KEY_HEADER, TOKEN_PATH } from '../home/control-file.ts';
import { invalidInput, Problem } from '../http/problem.ts';

interface InternalOptions {
  readonly db: Db;
  /** What the caller must show. */
  readonly key: string;
  /** Null where an outside issuer signs people in. */
  readonly issue: ((userId: string) => Promise<string>) | null;
  readonly adminEmail: string;
}

const Body = z.object({ email: z.email('That is not an e-mail address.').optional() }).strict();

const same = (given: string, key: string): boolean =>
  given.length === key.length && timingSafeEqual(Buffer.from(given), Buffer.from(key));

/** @throws Problem Not-Found for who has not the key from the data folder */
export function requireControlKey(request: FastifyRequest, key: string): void {
  const given = request.headers[KEY_HEADER];
  if (typeof given !== 'string' || !same(given, key)) {
    throw new Problem('Not-Found', 'There is no such call.');
  }
}

export function internalRoutes(app: FastifyInstance, { db, key, issue, adminEmail }: InternalOptions): void {
  app.post(TOKEN_PATH, async (request, reply) => {
    requireControlKey(request, key);
    const body = Body.safeParse(request.body ?? {});
    if (!body.success) throw invalidInput(body.error);
    if (issue === null) {
      throw new Problem(
        'Conflict',
        'People sign in with an outside issuer (OIDC_ISSUER): get the token there.',
      );
    }
    const email = (body.data.email ?? adminEmail).toLowerCase();
    const [user] = await db.select().from(users).where(eq(users.email, email));
    if (user === undefined) throw new Problem('Not-Found', `There is no user with the e-mail ${email}.`);
    return reply.header('cache-control', 'no-store').send({ token: await issue(user.id) });
  });
}
