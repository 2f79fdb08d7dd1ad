export { exchange, postingFetch, readSmall } from './fetching.ts';
export { openObjects } from './open.ts';
export { isRemoteAddress } from './address.ts';
export { ObjectStoreError, STORE_ERRORS, WHERE_ALLOWED } from './errors.ts';
export type { ObjectReader, RemoteObject } from './objects.ts';
export { checkServers, refusedServer } from './servers.ts';
export { settingsOf, type StoreSettings } from './settings.ts';
export { createSourceNetwork, NotReachable, type SourceNetwork } from './network/source-network.ts';
export { parseSourceRules, SOURCE_RULES_FORM } from './network/source-rules.ts';
