/** Sizes, prices, regions and versions (cloud product: overview/pricing, workspace-size). */
import type { CloudProvider, Platform, Region, WorkspaceType } from '@acacia/contract';

interface Size {
  readonly name: string;
  readonly cpus: number;
  readonly memoryGiB: number;
  /** US dollars an hour in a region of the first tier. */
  readonly price: number;
  readonly partitions: number;
}

const size = (name: string, cpus: number, price: number, partitions = 1): Size => ({
  name,
  cpus,
  memoryGiB: cpus * 8,
  price,
  partitions,
});

const SIZES: readonly Size[] = [
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
];

/** High availability: three replicas on one partition for 2.8 times the price, else two for 1.95 times. */
const haFactor = ({ partitions }: Size): number => (partitions <= 1 ? 2.8 : 1.95);

/** Copies of a workspace with high availability. */
export function replicasOf(typeName: string): number {
  const found = SIZES.find(({ name }) => name === typeName);
  return found === undefined || found.partitions <= 1 ? 3 : 2;
}

/** Compute price by region tier. */
const TIER_FACTOR = { 1: 1, 2: 1.125, 3: 1.25, 4: 1.375 } as const;

const AWS_REGIONS: readonly (readonly [string, string, keyof typeof TIER_FACTOR])[] = [
  ['us-east-1', 'US East (N. Virginia)', 1],
  ['us-east-2', 'US East (Ohio)', 1],
  ['us-west-2', 'US West (Oregon)', 1],
  ['eu-west-1', 'Europe (Ireland)', 2],
  ['eu-west-2', 'Europe (London)', 2],
  ['eu-central-1', 'Europe (Frankfurt)', 3],
  ['ap-southeast-1', 'Asia Pacific (Singapore)', 3],
  ['ap-southeast-2', 'Asia Pacific (Sydney)', 3],
  ['ap-northeast-1', 'Asia Pacific (Tokyo)', 3],
  ['sa-east-1', 'South America (Sao Paulo)', 4],
];

export const REGIONS: readonly Region[] = AWS_REGIONS.map(([name, description]) => ({
  name,
  description,
  platform: 'AWS',
  emulated: true,
}));

export const CLOUD_PROVIDERS: readonly CloudProvider[] = [
  { id: 'aws', name: 'AWS', platform: 'AWS', type: 'public', status: 'Active' },
  { id: 'gcp', name: 'GCP', platform: 'GCP', type: 'public', status: 'ComingSoon' },
  { id: 'azure', name: 'Azure', platform: 'AZURE', type: 'public', status: 'ComingSoon' },
];

/** A provider by id. @throws when a stored provider is in no catalog */
export function cloudProvider(id: string): CloudProvider {
  const found = CLOUD_PROVIDERS.find((provider) => provider.id === id);
  if (found === undefined) throw new Error(`There is no cloud provider ${id}.`);
  return found;
}

export const TG_VERSIONS = [{ name: '4.2.1', image: 'acacia/workspace:4.2.1' }] as const;

const dollars = (amount: number): number => Math.round(amount * 10_000) / 10_000;

const typeOf = (of: Size, factor: number, maxMemoryGiB: number): WorkspaceType => ({
  typeName: of.name,
  cpu: String(of.cpus),
  memory: String(of.memoryGiB),
  partition: of.partitions,
  cost_per_hour: dollars(of.price * factor),
  cost_per_hour_with_ha: dollars(of.price * haFactor(of) * factor),
  disabled: of.memoryGiB > maxMemoryGiB,
});

/** Compute price of a region as a multiple of the first tier's; undefined for a region that is not there. */
function priceFactor(platform: Platform, region: string): number | undefined {
  const found = platform === 'AWS' ? AWS_REGIONS.find(([name]) => name === region) : undefined;
  return found === undefined ? undefined : TIER_FACTOR[found[2]];
}

/** @param maxMemoryGiB what the organisation may use; larger sizes are disabled */
export function workspaceTypes(
  platform: Platform,
  region: string,
  maxMemoryGiB: number,
): WorkspaceType[] | undefined {
  const factor = priceFactor(platform, region);
  return factor === undefined ? undefined : SIZES.map((each) => typeOf(each, factor, maxMemoryGiB));
}

/** A size by name at the prices of its region. @throws when a stored size is in no catalog */
export function workspaceType(
  name: string,
  platform: Platform,
  region: string,
  maxMemoryGiB: number,
): WorkspaceType {
  const found = workspaceTypes(platform, region, maxMemoryGiB)?.find((type) => type.typeName === name);
  if (found === undefined) throw new Error(`There is no size ${name} in the region ${region}.`);
  return found;
}

/** What a size gives to the server of a workspace; undefined for a name that is none. */
export function resourcesOf(typeName: string): { memoryBytes: number; cpus: number } | undefined {
  const found = SIZES.find(({ name }) => name === typeName);
  return found === undefined ? undefined : { memoryBytes: found.memoryGiB * 2 ** 30, cpus: found.cpus };
}
