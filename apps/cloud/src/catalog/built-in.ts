/** The default catalog: sizes, prices and quotas of the cloud product; AWS regions, emulated. */
import type { CatalogConfig, Size } from './config.ts';

const size = (name: string, cpus: number, price: number, partitions = 1): Size => ({
  name,
  cpus,
  memory: cpus * 8,
  price,
  partitions,
});

/** Compute price by region tier. */
const TIER_FACTOR = { 1: 1, 2: 1.125, 3: 1.25, 4: 1.375 } as const;
/** Dollars for a gigabyte that is stored for a month, by region tier. */
const TIER_STORAGE = { 1: 0.025, 2: 0.027, 3: 0.028, 4: 0.044 } as const;

const aws = (name: string, tier: keyof typeof TIER_FACTOR): CatalogConfig['regions'][number] => ({
  name,
  platform: 'AWS',
  price_factor: TIER_FACTOR[tier],
  storage_price: TIER_STORAGE[tier],
  emulated: true,
});

export const BUILT_IN: CatalogConfig = {
  providers: [
    { id: 'aws', name: 'AWS', platform: 'AWS', type: 'public', region: '', status: 'Active' },
    { id: 'gcp', name: 'GCP', platform: 'GCP', type: 'public', region: '', status: 'ComingSoon' },
    { id: 'azure', name: 'Azure', platform: 'AZURE', type: 'public', region: '', status: 'ComingSoon' },
  ],
  regions: [
    aws('us-east-1', 1),
    aws('us-east-2', 1),
    aws('us-west-2', 1),
    aws('eu-west-1', 2),
    aws('eu-west-2', 2),
    aws('eu-central-1', 3),
    aws('ap-southeast-1', 3),
    aws('ap-southeast-2', 3),
    aws('ap-northeast-1', 3),
    aws('sa-east-1', 4),
  ],
  versions: [{ name: '4.2.1', image: 'acacia/workspace:4.2.1' }],
  sizes: [
    size('TG-00', 2, 1),
    size('TG-0', 4, 2),
    size('TG-1', 8, 4),
    size('TG-2', 16, 8),
    size('TG-4', 32, 16),
    size('TG-6', 48, 24),
    size('TG-8', 64, 32),
    size('TG-16', 128, 64, 2),
    size('TG-24', 192, 96, 3),
    size('TG-32', 256, 128, 4),
    size('TG-40', 320, 160, 5),
    size('TG-48', 384, 192, 6),
    size('TG-56', 448, 224, 7),
    size('TG-64', 512, 256, 8),
  ],
  quotas: {
    free: {
      max_workspace_memory: 256,
      rw_workspaces: 1,
      ro_workspaces: 2,
      memory: 768,
      manual_backups: 1,
      auto_backups: 0,
    },
    paid: {
      max_workspace_memory: 1024,
      rw_workspaces: 2,
      ro_workspaces: 3,
      memory: 5120,
      manual_backups: 1,
      auto_backups: 3,
    },
    premium: {
      max_workspace_memory: 2048,
      rw_workspaces: 3,
      ro_workspaces: 5,
      memory: 16_384,
      manual_backups: 3,
      auto_backups: 7,
    },
    /** Custom limits: enough for thousands of workspaces of one organisation. */
    enterprise: {
      max_workspace_memory: 4096,
      rw_workspaces: 4000,
      ro_workspaces: 7000,
      memory: 1_048_576,
      manual_backups: 5,
      auto_backups: 7,
    },
  },
};
