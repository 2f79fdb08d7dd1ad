/** Schema of catalog files: providers, regions, versions, sizes, quotas. Money in US dollars, memory in GiB. */
import { messageOf } from '@acacia/base';
import { readFileSync } from 'node:fs';
import { OrgQuota, Platform } from '@acacia/contract';
import { z } from 'zod';
import { startError, startErrors, startSentence } from '../errors/start.ts';

const word = z.string().min(1);
const count = z.number().int().nonnegative();

const Provider = z
  .object({
    id: word,
    name: word,
    platform: Platform,
    type: z.enum(['public', 'private']).default('public'),
    /** Its only region; default: all regions of its platform. */
    region: z.string().default(''),
    status: z.enum(['Active', 'ComingSoon', 'Unavailable']),
  })
  .strict();

const RegionOf = z
  .object({
    name: word,
    platform: Platform,
    /** Default: the known name of the region's code. */
    description: word.optional(),
    /** Compute price as a multiple of the sizes' prices. */
    price_factor: z.number().positive().default(1),
    /** Price of a gigabyte that is stored for a month. */
    storage_price: z.number().nonnegative().default(0.025),
    /** Whether the region is only emulated on this machine. */
    emulated: z.boolean().default(true),
  })
  .strict();

const Version = z
  .object({ name: z.string().regex(/^\d+\.\d+\.\d+$/, 'must be three numbers, such as 4.2.1'), image: word })
  .strict();

const Size = z
  .object({
    name: word.refine((name) => name !== 'Pause', "must not be 'Pause', which schedules have a meaning for"),
    cpus: z.number().int().positive(),
    memory: z.number().int().positive(),
    /** Price of an hour in a region of price factor 1. */
    price: z.number().nonnegative(),
    partitions: z.number().int().positive().default(1),
  })
  .strict();
export type Size = z.output<typeof Size>;

const Quota = z
  .object({
    max_workspace_memory: count,
    rw_workspaces: count,
    ro_workspaces: count,
    memory: count,
    manual_backups: count,
    auto_backups: count,
  })
  .strict();
export type Quota = z.output<typeof Quota>;

const unique =
  (what: string, of: string) =>
  (list: readonly Record<string, unknown>[], context: z.RefinementCtx): void => {
    const seen = new Set<unknown>();
    for (const [at, entry] of list.entries()) {
      if (seen.has(entry[of])) {
        context.addIssue({ code: 'custom', path: [at, of], message: `is the ${of} of another ${what}` });
      }
      seen.add(entry[of]);
    }
  };

export const CatalogConfig = z
  .object({
    providers: z.array(Provider).min(1, 'must hold at least one').superRefine(unique('provider', 'id')),
    regions: z.array(RegionOf).min(1, 'must hold at least one').superRefine(unique('region', 'name')),
    versions: z.array(Version).min(1, 'must hold at least one').superRefine(unique('version', 'name')),
    sizes: z.array(Size).min(1, 'must hold at least one').superRefine(unique('size', 'name')),
    quotas: z.record(OrgQuota.shape.tier, Quota),
  })
  .strict();
export type CatalogConfig = z.output<typeof CatalogConfig>;

/** Reads a catalog file. @throws StartError naming each invalid field */
export function readCatalogConfig(file: string): CatalogConfig {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw startError('catalogWrong', { file, fault: messageOf(error) }).causedBy(error);
  }
  const parsed = CatalogConfig.safeParse(content);
  if (parsed.success) return parsed.data;
  throw startErrors(
    parsed.error.issues.map(({ path, message }) =>
      startSentence('catalogWrong', { file, fault: `${path.join('.') || 'its content'}: ${message}` }),
    ),
  );
}
