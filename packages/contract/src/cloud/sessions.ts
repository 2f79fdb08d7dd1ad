/** Sessions of the signed-in person. */
import { z } from 'zod';

export const UserSession = z
  .object({
    session_id: z.string(),
    /** Whether the call was made with this one. */
    is_current: z.boolean(),
    /** The program in words, such as "Firefox on Linux". */
    agent: z.string(),
    /** Address at the sign-in; empty: not known. */
    address: z.string(),
    create_time: z.iso.datetime(),
    /** Written once a minute at most. */
    last_seen_time: z.iso.datetime(),
  })
  .meta({ id: 'UserSession' });
export type UserSession = z.infer<typeof UserSession>;
