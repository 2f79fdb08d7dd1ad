/** The form of a new workgroup: name, place, log collection. Pure. */
import type { CloudInput } from '@acacia/api-client';
import { nextName, type WorkspaceMeta } from '@acacia/contract';

const DEFAULT_REGION = 'us-east-1';

type Regions = WorkspaceMeta['regions'];

export interface WorkgroupDraft {
  readonly name: string;
  /** '' while none can be chosen. */
  readonly providerId: string;
  /** Name of a region of the provider; '' while it has none. */
  readonly region: string;
  readonly log: boolean;
}

/** Body of the call that creates it. */
export const workgroupBody = (
  { id, platform }: WorkspaceMeta['cloudProviders'][number],
  { name, region, log }: Pick<WorkgroupDraft, 'name' | 'region' | 'log'>,
): CloudInput<'createWorkgroup'>['body'] => ({
  name,
  region,
  cloud_provider_id: id,
  platform,
  enable_application_log: log,
});

/** Values of the address; undefined where it has none. */
interface Given {
  readonly name?: string | undefined;
  readonly cloud_provider_id?: string | undefined;
  readonly region?: string | undefined;
  readonly enable_application_log?: 'true' | 'false' | undefined;
}

export type WorkgroupDraftAction =
  | { readonly kind: 'name'; readonly name: string }
  /** @param regions those of the provider */
  | { readonly kind: 'provider'; readonly providerId: string; readonly regions: Regions }
  | { readonly kind: 'region'; readonly region: string }
  | { readonly kind: 'log'; readonly log: boolean };

/** Regions of a provider: those of its platform, or the one that it is bound to. */
export function regionsOf({ cloudProviders, regions }: WorkspaceMeta, providerId: string): Regions {
  const provider = cloudProviders.find(({ id }) => id === providerId);
  return regions.filter(
    ({ platform, name }) =>
      platform === provider?.platform && (provider.region === '' || provider.region === name),
  );
}

/** The wanted region where it is one of these, else the usual one, else the first. */
const regionAmong = (regions: Regions, wanted: string | undefined): string =>
  [wanted, DEFAULT_REGION].find((each) => regions.some(({ name }) => name === each)) ??
  regions[0]?.name ??
  '';

/** The form at its beginning. @param taken names of workgroups */
export function workgroupDraftOf(
  catalog: WorkspaceMeta,
  taken: readonly string[],
  given: Given,
): WorkgroupDraft {
  const usable = catalog.cloudProviders.filter(({ status }) => status === 'Active');
  const provider = usable.find(({ id }) => id === given.cloud_provider_id) ?? usable[0];
  const providerId = provider?.id ?? '';
  return {
    name: given.name ?? nextName('Workgroup', taken),
    providerId,
    region: regionAmong(regionsOf(catalog, providerId), given.region),
    log: given.enable_application_log === 'true',
  };
}

export function workgroupDraft(draft: WorkgroupDraft, action: WorkgroupDraftAction): WorkgroupDraft {
  switch (action.kind) {
    case 'name':
      return { ...draft, name: action.name };
    case 'provider': {
      const { providerId, regions } = action;
      return { ...draft, providerId, region: regionAmong(regions, draft.region) };
    }
    case 'region':
      return { ...draft, region: action.region };
    case 'log':
      return { ...draft, log: action.log };
  }
}
