/** Alert rules, and the levels of the usage banner (specification part 2, sections 3, 4, 5, 9). */
import { z } from 'zod';

export const AlertMetric = z.enum(['tigergraph_cpu_usage', 'tigergraph_memory_usage_percent']);
export type AlertMetric = z.infer<typeof AlertMetric>;

export const DEFAULT_THRESHOLD: Readonly<Record<AlertMetric, number>> = {
  tigergraph_cpu_usage: 80,
  tigergraph_memory_usage_percent: 60,
};

export const MAX_ALERT_RULES = 20;
export const TOO_MANY_ALERT_RULES = `A workspace can have at most ${MAX_ALERT_RULES} alert rules. Delete one first.`;

const INVALID = 'invalid value';
export const AlertThreshold = z.number({ error: INVALID }).gt(0, INVALID).lte(100, INVALID);
export const AlertRecipient = z
  .string()
  .trim()
  .min(3, 'Please enter a valid email address')
  // One address and nothing else: characters that end a line or separate a list would change the mail's header.
  .regex(
    /^[^\s\p{Cc}\p{Zl}\p{Zp}<>,;:"()[\]\\@]+@[^\s\p{Cc}\p{Zl}\p{Zp}<>,;:"()\\@]+$/u,
    'Please enter a valid email address',
  );
const recipientList = z.array(AlertRecipient).max(50);

export const CreateAlertRule = z
  .object({ metric: AlertMetric, threshold: AlertThreshold, recipientList })
  .strict()
  .meta({ id: 'CreateAlertRule' });
export const UpdateAlertRule = z
  .object({ threshold: AlertThreshold, recipientList })
  .strict()
  .meta({ id: 'UpdateAlertRule' });

export const AlertRule = z
  .object({
    id: z.string(),
    metric: AlertMetric,
    /** Per cent. */
    threshold: z.number(),
    recipientList: z.array(z.string()),
    firing: z.boolean(),
    /** Time of the last alert; null when there was none. */
    fired_at: z.iso.datetime().nullable(),
    /** Why the last mail was not sent, for people; '' when it was, or when there was none. */
    delivery_problem: z.string(),
  })
  .meta({ id: 'AlertRule' });
export type AlertRule = z.infer<typeof AlertRule>;

/** Result of sending a test mail. */
export const AlertTest = z.object({
  recipients: z.array(z.string()),
  sent: z.boolean(),
  message: z.string(),
});

export const UsageLevel = z.enum(['warning', 'danger', 'critical']);
export type UsageLevel = z.infer<typeof UsageLevel>;

/** Per cent from which memory or volume use is at a level. */
const USAGE_LEVELS: readonly (readonly [UsageLevel, number])[] = [
  ['critical', 95],
  ['danger', 90],
  ['warning', 80],
];

/** The level of a use in per cent; null below the first. */
export function usageLevel(percent: number | null): UsageLevel | null {
  if (percent === null) return null;
  return USAGE_LEVELS.find(([, from]) => percent >= from)?.[0] ?? null;
}
