/** Parameters of the addresses of pages around signing in. */
import { z } from 'zod';

const LONGEST = 2000;

/** A path of this console, as the control plane accepts it after a sign-in (identity/browser/begun.ts). */
const ownPath = z
  .string()
  .max(LONGEST)
  .regex(/^\/(?![/\\])\P{Cc}*$/u);

/** Parameters of the survey, which knows the page that the person wanted. */
export const wantedSearch = z.object({ return_to: ownPath.optional().catch(undefined) });

const organization = z.string().max(100).optional().catch(undefined);

/** Parameters of the terms, which may name one of the person's organisations (specification part 1, section 2.1). */
export const termsSearch = wantedSearch.extend({ org_id: organization, organization });

export const emailSendSearch = z.object({ email: z.string().max(320).optional().catch(undefined) });
