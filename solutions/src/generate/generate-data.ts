/** The sample data of each solution. */
import type { GeneratedFile } from './data-file.ts';
import { customer360Data } from './customer-360.ts';
import { applicationFraudData } from './application-fraud.ts';
import { entityResolutionData } from './entity-resolution.ts';
import { entityResolutionKycData } from './entity-resolution-kyc.ts';
import { muleAccountData } from './mule-accounts.ts';
import { networkData } from './network.ts';
import { productRecommendationData } from './product-recommendation.ts';
import { supplyChainData } from './supply-chain.ts';
import { transactionFraudData } from './transaction-fraud.ts';

interface DataOptions {
  /** The same seed gives the same data. */
  readonly seed?: number;
  /** 1 is the size in the solution's description; 0.05 a twentieth of it. */
  readonly scale?: number;
  /** In full size, where the solution has one. */
  readonly full?: boolean;
}

type Generate = (
  seed: number,
  scale: number,
  full: boolean,
) => readonly GeneratedFile[] | Promise<readonly GeneratedFile[]>;

const GENERATORS: Readonly<Record<string, Generate>> = {
  'customer-360-financial': customer360Data,
  'application-fraud': applicationFraudData,
  'entity-resolution': entityResolutionData,
  'entity-resolution-kyc': entityResolutionKycData,
  'mule-account-detection': muleAccountData,
  'network-infrastructure': networkData,
  'product-recommendation': productRecommendationData,
  'supply-chain-management': supplyChainData,
  'transaction-fraud': transactionFraudData,
};

/**
 * The generated files of a solution. @throws Error for a solution without sample data and for a scale out of 0.01 to 20
 */
export async function generateData(
  id: string,
  { seed = 1, scale = 1, full = false }: DataOptions = {},
): Promise<readonly GeneratedFile[]> {
  const generate = GENERATORS[id];
  if (generate === undefined) throw new Error(`There is no sample data for '${id}'.`);
  if (!(scale >= 0.01 && scale <= 20)) throw new Error(`The scale ${scale} is not between 0.01 and 20.`);
  return generate(seed, scale, full);
}
