/** Parameters of the addresses of pages around signing in. */
import { z } from 'zod';

const LONGEST = 2000;

/** A path of this console, as the control plane accepts it after a sign-in (identity/browser/begun.ts). */
const ownPath = z
  .string()
  .max(LONGEST)
  .regex(/^\/(?![/\\])\P{Cc}*$/u);

/** Parameters of terms and survey, which know the page that the person wanted. */
export const wantedSearch = z.object({ return_to: ownPath.optional().catch(undefined) });

export const emailSendSearch = z.object({ email: z.string().max(320).optional().catch(undefined) });
