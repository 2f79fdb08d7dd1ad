import type { WorkspaceMeta } from '@acacia/contract';
import { expect, test } from 'vitest';
import { aCatalog } from '../../testing/records.ts';
import { regionsOf, workgroupDraft, workgroupDraftOf, type WorkgroupDraftAction } from './workgroup-draft.ts';

const AWS = aCatalog.cloudProviders[0]!;
/** AWS with two regions, one bound to eu-west-1, GCP with one, Azure without any and not available. */
const CATALOG: WorkspaceMeta = {
  ...aCatalog,
  regions: [
    ...aCatalog.regions,
    { name: 'us-central1', description: 'Iowa', platform: 'GCP', emulated: true },
  ],
  cloudProviders: [
    AWS,
    { ...AWS, id: 'p-bound', region: 'eu-west-1' },
    { ...AWS, id: 'p-gcp', platform: 'GCP' },
    { ...AWS, id: 'p-azure', platform: 'AZURE', status: 'Unavailable' },
  ],
};

test.each([
  ['nothing', {}, { name: 'Workgroup-1', providerId: 'p-aws', region: 'us-east-1', log: false }],
  ['a name', { name: '' }, { name: '' }],
  ['a region', { region: 'eu-west-1' }, { region: 'eu-west-1' }],
  ['a region of another provider', { region: 'us-central1' }, { region: 'us-east-1' }],
  ['a provider', { cloud_provider_id: 'p-gcp' }, { providerId: 'p-gcp', region: 'us-central1' }],
  ['a provider that is not available', { cloud_provider_id: 'p-azure' }, { providerId: 'p-aws' }],
  ['an unknown provider', { cloud_provider_id: 'p-x' }, { providerId: 'p-aws' }],
  ['log collection', { enable_application_log: 'true' }, { log: true }],
] as const)('an address with %s', (_, given, expected) => {
  expect(workgroupDraftOf(CATALOG, [], given)).toMatchObject(expected);
});

test('the name is the next free one, and without a provider there is no place', () => {
  expect(workgroupDraftOf({ ...CATALOG, cloudProviders: [] }, ['Workgroup-1'], {})).toEqual({
    name: 'Workgroup-2',
    providerId: '',
    region: '',
    log: false,
  });
});

const provider = (providerId: string): WorkgroupDraftAction => ({
  kind: 'provider',
  providerId,
  regions: regionsOf(CATALOG, providerId),
});
const region = (name: string): WorkgroupDraftAction => ({ kind: 'region', region: name });

test.each<[string, readonly WorkgroupDraftAction[], object]>([
  ['a region', [region('eu-west-1')], { region: 'eu-west-1' }],
  ['a provider of other regions', [provider('p-gcp')], { providerId: 'p-gcp', region: 'us-central1' }],
  [
    'a provider and back',
    [region('eu-west-1'), provider('p-gcp'), provider('p-aws')],
    { region: 'us-east-1' },
  ],
  ['a provider with the region', [region('eu-west-1'), provider('p-bound')], { region: 'eu-west-1' }],
  ['a provider bound to another region', [provider('p-bound')], { region: 'eu-west-1' }],
  ['a provider without regions', [provider('p-azure')], { providerId: 'p-azure', region: '' }],
  ['a name', [{ kind: 'name', name: 'x' }], { name: 'x', region: 'us-east-1' }],
  [
    'log collection, on and off',
    [
      { kind: 'log', log: true },
      { kind: 'log', log: false },
    ],
    { log: false },
  ],
])('choosing %s', (_, actions, expected) => {
  expect(actions.reduce(workgroupDraft, workgroupDraftOf(CATALOG, [], {}))).toMatchObject(expected);
});
