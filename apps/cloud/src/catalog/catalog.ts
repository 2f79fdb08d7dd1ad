/** The size catalog: sizes, prices, regions, versions and quotas (cloud product: overview/pricing, workspace-size). */
import {
  computePerHour,
  type CloudProvider,
  type OrgQuota,
  type Platform,
  type Region,
  type WorkspaceType,
} from '@acacia/contract';
import type { Driver } from '../drivers/driver.ts';
import { AWS_REGION_NAMES } from './aws-regions.ts';
import { BUILT_IN } from './built-in.ts';
import { readCatalogConfig, type CatalogConfig, type Quota, type Size } from './config.ts';
import { compareVersions } from './versions.ts';

/** The default region, where the catalog has it. */
const FIRST_REGION = 'us-east-1';
const GIB = 2 ** 30;

export interface Catalog {
  /** The default region comes first. */
  readonly regions: readonly Region[];
  readonly providers: readonly CloudProvider[];
  /** Newest first. */
  readonly versions: readonly { readonly name: string; readonly image: string }[];
  readonly newestVersion: string;
  /** A provider by id. @throws Error when there is none */
  provider(id: string): CloudProvider;
  /**
   * Sizes at the prices of a region; undefined for an unknown region.
   * @param maxMemoryGiB limit of the organisation; larger sizes are disabled
   */
  types(platform: Platform, region: string, maxMemoryGiB: number): WorkspaceType[] | undefined;
  /** A size by name at the prices of its region. @throws Error when there is none */
  type(name: string, platform: Platform, region: string, maxMemoryGiB: number): WorkspaceType;
  hasSize(name: string): boolean;
  /** Memory and processors of a workspace of a size. @throws Error when there is none */
  resources(typeName: string): { readonly memoryBytes: number; readonly cpus: number };
  /** Memory of a size in GiB, of all replicas with high availability. @throws Error when there is none */
  memoryGiB(typeName: string, enableHa: boolean): number;
  /** Memory limit of the graph in bytes: half of the size's memory. @throws Error when there is none */
  graphBytes(typeName: string): number;
  /** Replicas of a workspace with high availability. @throws Error when there is no such size */
  replicas(typeName: string): number;
  quota(tier: OrgQuota['tier']): Quota;
  /** List prices of each size and region. */
  readonly prices: {
    /** Dollars an hour where the price factor is 1, and the factor of high availability. */
    readonly sizes: ReadonlyMap<string, { readonly hour: number; readonly ha: number }>;
    /** The compute price's factor, and dollars for a stored gigabyte a month. */
    readonly regions: ReadonlyMap<string, { readonly factor: number; readonly storage: number }>;
  };
}

/** High availability: three replicas on one partition for 2.8 times the price, else two for 1.95 times. */
const haOf = ({ partitions }: Size) =>
  partitions <= 1 ? { replicas: 3, factor: 2.8 } : { replicas: 2, factor: 1.95 };

const resourcesOf = ({ memory, cpus }: Size) => ({ memoryBytes: memory * GIB, cpus });

const priceOf = (of: Size, factor: number, maxMemoryGiB: number) => ({
  typeName: of.name,
  cpu: String(of.cpus),
  memory: String(of.memory),
  partition: of.partitions,
  cost_per_hour: computePerHour(of.price, 1, factor),
  memory_with_ha: of.memory * haOf(of).replicas,
  cost_per_hour_with_ha: computePerHour(of.price, haOf(of).factor, factor),
  base_cost_per_hour: of.price,
  disabled: of.memory > maxMemoryGiB,
});

/** @param promise how far the driver can meet a size */
export function createCatalog(config: CatalogConfig, promise: Driver['promise']): Catalog {
  const typeOf = (of: Size, factor: number, maxMemoryGiB: number): WorkspaceType => {
    const { runsWith, highAvailability } = promise({ ...resourcesOf(of), replicas: haOf(of).replicas });
    const priced = priceOf(of, factor, maxMemoryGiB);
    return { ...priced, runs_with: runsWith, high_availability: highAvailability };
  };
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
    resources: (name) => resourcesOf(sizeOf(name)),
    memoryGiB: (name, enableHa) => sizeOf(name).memory * (enableHa ? haOf(sizeOf(name)).replicas : 1),
    graphBytes: (name) => (sizeOf(name).memory * GIB) / 2,
    replicas: (name) => haOf(sizeOf(name)).replicas,
    quota: (tier) => config.quotas[tier],
    prices: {
      sizes: new Map(
        config.sizes.map((size) => [size.name, { hour: size.price, ha: haOf(size).factor }] as const),
      ),
      regions: new Map(
        config.regions.map(
          ({ name, price_factor, storage_price }) =>
            [name, { factor: price_factor, storage: storage_price }] as const,
        ),
      ),
    },
  };
}

/** Loads a catalog file. @param file null: the built-in catalog. @throws StartError naming each invalid field */
export const loadCatalog = (file: string | null, promise: Driver['promise']): Catalog =>
  createCatalog(file === null ? BUILT_IN : readCatalogConfig(file), promise);
