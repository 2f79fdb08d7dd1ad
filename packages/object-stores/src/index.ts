export { openObjects } from './open.ts';
export { isRemoteAddress } from './address.ts';
export { ObjectStoreError, type ObjectReader, type RemoteObject } from './objects.ts';
export { settingsOf, type StoreSettings } from './settings.ts';
