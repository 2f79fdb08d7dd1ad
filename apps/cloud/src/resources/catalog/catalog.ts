/** Sizes, prices, regions, versions and quotas, as questions (cloud product: overview/pricing, workspace-size). */
import type { CloudProvider, OrgQuota, Platform, Region, WorkspaceType } from '@acacia/contract';
import { AWS_REGION_NAMES } from './aws-regions.ts';
import { BUILT_IN } from './built-in.ts';
import { readCatalogConfig, type CatalogConfig, type Quota, type Size } from './config.ts';
import { compareVersions } from './versions.ts';

/** Where a region is chosen for someone, it is this one when it is there. */
const FIRST_REGION = 'us-east-1';
const GIB = 2 ** 30;

export interface Catalog {
  /** The one to choose first comes first. */
  readonly regions: readonly Region[];
  readonly providers: readonly CloudProvider[];
  /** Newest first. */
  readonly versions: readonly { readonly name: string; readonly image: string }[];
  readonly newestVersion: string;
  /** A provider by id. @throws when there is none */
  provider(id: string): CloudProvider;
  /**
   * Sizes at the prices of a region; undefined for a region that is not there.
   * @param maxMemoryGiB what the organisation may use; larger sizes are disabled
   */
  types(platform: Platform, region: string, maxMemoryGiB: number): WorkspaceType[] | undefined;
  /** A size by name at the prices of its region. @throws when there is none */
  type(name: string, platform: Platform, region: string, maxMemoryGiB: number): WorkspaceType;
  hasSize(name: string): boolean;
  /** What a size gives to the server of a workspace. @throws when there is none */
  resources(typeName: string): { readonly memoryBytes: number; readonly cpus: number };
  /** GiB of a size, over all copies with high availability. @throws when there is none */
  memoryGiB(typeName: string, enableHa: boolean): number;
  /** Bytes that the graph of a workspace of a size may take in memory: half of it. @throws when there is none */
  graphBytes(typeName: string): number;
  /** Copies of a workspace with high availability. @throws when there is no such size */
  replicas(typeName: string): number;
  quota(tier: OrgQuota['tier']): Quota;
}

/** High availability: three replicas on one partition for 2.8 times the price, else two for 1.95 times. */
const haOf = ({ partitions }: Size) =>
  partitions <= 1 ? { replicas: 3, factor: 2.8 } : { replicas: 2, factor: 1.95 };

const dollars = (amount: number): number => Math.round(amount * 10_000) / 10_000;

const typeOf = (of: Size, factor: number, maxMemoryGiB: number): WorkspaceType => ({
  typeName: of.name,
  cpu: String(of.cpus),
  memory: String(of.memory),
  partition: of.partitions,
  cost_per_hour: dollars(of.price * factor),
  cost_per_hour_with_ha: dollars(of.price * haOf(of).factor * factor),
  disabled: of.memory > maxMemoryGiB,
});

export function createCatalog(config: CatalogConfig): Catalog {
  const regions = config.regions
    .map(({ name, platform, description, emulated }) => ({
      name,
      platform,
      description: description ?? AWS_REGION_NAMES[name] ?? name,
      emulated,
    }))
    .sort((a, b) => Number(b.name === FIRST_REGION) - Number(a.name === FIRST_REGION));
  const versions = config.versions.toSorted((a, b) => compareVersions(b.name, a.name));
  const sizes = new Map(config.sizes.map((size) => [size.name, size]));
  const factors = new Map(config.regions.map((region) => [region.name, region]));

  const sizeOf = (name: string): Size => {
    const found = sizes.get(name);
    if (found === undefined) throw new Error(`There is no size ${name} in the catalog.`);
    return found;
  };
  const factorOf = (platform: Platform, region: string): number | undefined => {
    const found = factors.get(region);
    return found?.platform === platform ? found.price_factor : undefined;
  };
  return {
    regions,
    providers: config.providers,
    versions,
    newestVersion: versions[0]?.name ?? '',
    provider(id) {
      const found = config.providers.find((provider) => provider.id === id);
      if (found === undefined) throw new Error(`There is no cloud provider ${id} in the catalog.`);
      return found;
    },
    types(platform, region, maxMemoryGiB) {
      const factor = factorOf(platform, region);
      return factor === undefined
        ? undefined
        : config.sizes.map((size) => typeOf(size, factor, maxMemoryGiB));
    },
    type(name, platform, region, maxMemoryGiB) {
      const factor = factorOf(platform, region);
      if (factor === undefined) throw new Error(`There is no region ${region} in the catalog.`);
      return typeOf(sizeOf(name), factor, maxMemoryGiB);
    },
    hasSize: (name) => sizes.has(name),
    resources(name) {
      const { memory, cpus } = sizeOf(name);
      return { memoryBytes: memory * GIB, cpus };
    },
    memoryGiB: (name, enableHa) => sizeOf(name).memory * (enableHa ? haOf(sizeOf(name)).replicas : 1),
    graphBytes: (name) => (sizeOf(name).memory * GIB) / 2,
    replicas: (name) => haOf(sizeOf(name)).replicas,
    quota: (tier) => config.quotas[tier],
  };
}

/** @param file null: the built-in one. @throws CatalogError naming each field of the file at fault */
export const loadCatalog = (file: string | null): Catalog =>
  createCatalog(file === null ? BUILT_IN : readCatalogConfig(file));
