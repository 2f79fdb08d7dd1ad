/** The discovery endpoints of SCIM: configuration, types of resources, schemas (RFC 7643, sections 5 to 8). */
import { SCIM_LIMITS } from '@acacia/contract';

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const CORE = 'urn:ietf:params:scim:schemas:core:2.0';

export const serviceProviderConfig = (base: string) => ({
  schemas: [`${CORE}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: SCIM_LIMITS.page },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'The provisioning token of the organization',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
});

const typeOf = (base: string, name: string, schema: string) => ({
  schemas: [`${CORE}:ResourceType`],
  id: name,
  name,
  endpoint: `/${name}s`,
  schema,
  meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
});

export const resourceTypes = (base: string) => [
  typeOf(base, 'User', USER_SCHEMA),
  typeOf(base, 'Group', GROUP_SCHEMA),
];

const attribute = (name: string, description: string, more: object = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
});

const references = (name: string, description: string, mutability: string) =>
  attribute(name, description, {
    type: 'complex',
    multiValued: true,
    mutability,
    subAttributes: [
      attribute('value', 'Id', {
        caseExact: true,
        mutability: mutability === 'readOnly' ? 'readOnly' : 'immutable',
      }),
      attribute('display', 'Name for people', { mutability: 'readOnly' }),
    ],
  });

const externalId = attribute('externalId', 'Id in the directory', { caseExact: true });

const schemaOf = (base: string, id: string, name: string, attributes: readonly object[]) => ({
  schemas: [`${CORE}:Schema`],
  id,
  name,
  description: name,
  attributes,
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
});

export const schemas = (base: string) => [
  schemaOf(base, USER_SCHEMA, 'User', [
    attribute('userName', 'Name in the directory; the e-mail where there is no other', {
      required: true,
      uniqueness: 'server',
    }),
    externalId,
    attribute('displayName', 'Name for people'),
    attribute('name', 'Parts of the name', {
      type: 'complex',
      subAttributes: [
        attribute('formatted', 'The whole name'),
        attribute('givenName', 'Given name'),
        attribute('familyName', 'Family name'),
      ],
    }),
    attribute('active', 'False: the person cannot act in the organization', { type: 'boolean' }),
    attribute('emails', 'The one address of the person', {
      type: 'complex',
      multiValued: true,
      subAttributes: [
        attribute('value', 'Address'),
        attribute('type', 'Always work'),
        attribute('primary', 'Always true', { type: 'boolean' }),
      ],
    }),
    references('groups', 'Groups of the person', 'readOnly'),
  ]),
  schemaOf(base, GROUP_SCHEMA, 'Group', [
    attribute('displayName', 'Name of the group', { required: true, uniqueness: 'server' }),
    externalId,
    references('members', 'People in the group', 'readWrite'),
  ]),
];
