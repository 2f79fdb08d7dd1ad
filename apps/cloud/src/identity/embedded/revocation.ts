/** `/oidc/token/revocation` (RFC 7009): ends the session of a token, and with it every token of that sign-in. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Provider } from 'oidc-provider';
import type { Db } from '../../database/database.ts';
import { CLI_CLIENT, CONSOLE_CLIENT } from '../audience.ts';
import type { TokenVerifier } from '../verifier.ts';
import { endSession } from '../sessions.ts';
import { Problem } from '../../errors/problem.ts';

interface RevocationOptions {
  readonly db: Db;
  readonly provider: Provider;
  readonly verifier: TokenVerifier;
  readonly ended: () => void;
}

const Form = z.object({
  token: z.string().min(1).max(8192),
  client_id: z.enum([CONSOLE_CLIENT, CLI_CLIENT]),
});
const isJwt = (token: string): boolean => token.split('.').length === 3;

/** @param forms a Fastify instance that parses forms */
export function revocation(forms: FastifyInstance, options: RevocationOptions): void {
  const { db, provider, verifier, ended } = options;

  const sessionOf = async (token: string): Promise<string | null> => {
    if (!isJwt(token)) return (await provider.RefreshToken.find(token))?.grantId ?? null;
    try {
      return (await verifier.verify(token)).sid;
    } catch (error) {
      // Expired, revoked or another issuer's: there is nothing to revoke.
      if (error instanceof Problem && error.type === 'Unauthorized') return null;
      throw error;
    }
  };

  forms.post('/oidc/token/revocation', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const form = Form.safeParse(request.body);
    if (!form.success) {
      const [issue] = form.error.issues;
      const error = issue?.path[0] === 'client_id' ? 'invalid_client' : 'invalid_request';
      return reply.code(error === 'invalid_client' ? 401 : 400).send({ error });
    }
    const sid = await sessionOf(form.data.token);
    if (sid !== null) {
      await endSession(db, sid);
      ended();
    }
    // The same response for an unknown token (RFC 7009, section 2.2).
    return reply.code(200).send();
  });
}
