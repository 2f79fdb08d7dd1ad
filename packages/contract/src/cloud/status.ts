/** Status of an installation, as anybody may see it: nothing of an organisation is in it. */
import { z } from 'zod';

/** 'working'; 'impaired': some of what it does fails; 'down': it does nothing. */
export const PART_STATES = ['working', 'impaired', 'down'] as const;
export const PartState = z.enum(PART_STATES);
export type PartState = z.infer<typeof PartState>;

export const SystemPart = z.object({
  name: z.string(),
  /** Its purpose in a sentence. */
  does: z.string(),
  state: PartState,
  /** In a sentence; empty while it works. */
  reason: z.string(),
});
export type SystemPart = z.infer<typeof SystemPart>;

export const SystemStatus = z
  .object({
    /** The worst of the parts. */
    state: PartState,
    version: z.string(),
    /** When this server was started. */
    since: z.iso.datetime(),
    checked_at: z.iso.datetime(),
    parts: z.array(SystemPart),
  })
  .meta({ id: 'SystemStatus' });
export type SystemStatus = z.infer<typeof SystemStatus>;
