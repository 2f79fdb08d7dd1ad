/** How a person signed in at an outside issuer, as its ID token says. */
import * as jose from 'jose';
import { z } from 'zod';
import type { HowSignedIn } from '../sessions.ts';

const Claims = z.object({
  amr: z.array(z.string().max(100)).max(20).optional().catch(undefined),
  acr: z.string().max(300).optional().catch(undefined),
  auth_time: z.number().int().positive().optional().catch(undefined),
});

/**
 * @param idToken one that the client of the issuer has accepted; null: it gave none
 * @returns undefined where the issuer says neither `amr` nor `acr`
 */
export function howOf(idToken: string | null): HowSignedIn | undefined {
  if (idToken === null) return undefined;
  const { amr, acr, auth_time: at } = Claims.parse(jose.decodeJwt(idToken));
  if (amr === undefined && acr === undefined) return undefined;
  return { amr: amr ?? [], acr: acr ?? null, at: at === undefined ? new Date() : new Date(at * 1000) };
}
