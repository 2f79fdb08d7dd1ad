/** Servers that the settings of a data source name: read from them here, for loads and when the settings are saved. */
import { serverAddress, type AddressFault } from '@acacia/base';
import type { SourceNetwork } from './network/source-network.ts';
import { storeError, type ObjectStoreError } from './errors.ts';
import { settingsOf, type NamedSetting, type StoreSettings } from './settings.ts';

export interface NamedServer {
  /** Name of the setting, as it was written. */
  readonly setting: string;
  /** Of http or https, without a slash at its end. */
  readonly url: string;
}

const FAULTS = {
  noWeb: 'settingNoWeb',
  noAddress: 'settingNoAddress',
  login: 'settingWithPassword',
  port: 'settingPort',
  query: 'settingWithQuery',
} as const satisfies Readonly<Record<AddressFault, string>>;

/** The setting is not shown: it may hold a password. */
function serverAt({ name, value }: NamedSetting, isHostEnough = false): NamedServer {
  const address = serverAddress(value, isHostEnough);
  if ('fault' in address) throw storeError(FAULTS[address.fault], { name });
  return { setting: name, url: address.url };
}

function optional(settings: StoreSettings, ...names: readonly string[]): NamedServer | null {
  const found = settings.named(...names);
  return found === undefined ? null : serverAt(found);
}

/** Null for Amazon's own. A host without a scheme is asked by https. */
export function s3Server(settings: StoreSettings): NamedServer | null {
  const found = settings.named('fs.s3a.endpoint', 'endpoint');
  return found === undefined ? null : serverAt(found, true);
}

/** Null for Google's own, as is `gcsTokenServer`. */
export const gcsServer = (settings: StoreSettings): NamedServer | null =>
  optional(settings, 'fs.gs.storage.root.url', 'endpoint');

export const gcsTokenServer = (settings: StoreSettings): NamedServer | null =>
  optional(settings, 'fs.gs.token.server.url', 'token_uri');

/** `AccountName=…;AccountKey=…` of a connection string, which holds where it is given. */
export function connectionParts(settings: StoreSettings): StoreSettings {
  const text = settings.get('connection.string') ?? '';
  const parts = text.split(';').flatMap((part) => {
    const [, name, value] = /^\s*(\w+)=(.*)$/s.exec(part) ?? [];
    return name === undefined ? [] : [[name, value ?? ''] as const];
  });
  return settingsOf(Object.fromEntries(parts));
}

/** The server of an account: the one that is named, or Microsoft's. */
export function azureServer(settings: StoreSettings, account: string): NamedServer {
  const parts = connectionParts(settings);
  const [named, suffix] = [parts.get('BlobEndpoint'), parts.get('EndpointSuffix')];
  if (named !== undefined) return serverAt({ name: 'connection.string', value: named });
  const endpoint = optional(settings, 'endpoint');
  if (endpoint !== null) return endpoint;
  return serverAt({
    name: suffix === undefined ? 'account.name' : 'connection.string',
    value: `https://${account}.blob.${suffix ?? 'core.windows.net'}`,
  });
}

/** Null for Microsoft's own. */
export const azureTokenServer = (settings: StoreSettings): NamedServer | null =>
  optional(settings, 'fs.azure.account.oauth2.client.endpoint');

function serversOf(settings: StoreSettings): readonly (NamedServer | null)[] {
  switch (settings.get('type')?.toLowerCase()) {
    case 's3':
      return [s3Server(settings)];
    case 'gcs':
      return [gcsServer(settings), gcsTokenServer(settings)];
    case 'abs': {
      // An account that no setting names stands in the addresses of files.
      const account = connectionParts(settings).get('AccountName') ?? settings.get('account.name');
      return [azureServer(settings, account ?? 'account'), azureTokenServer(settings)];
    }
    default:
      return [];
  }
}

/** The error for an address that may not be reached. */
export const refusedServer = (name: string): ObjectStoreError => storeError('serverRefused', { name });

/**
 * Checks the servers of a store's settings as far as no name must be resolved; a load checks them again.
 * @throws ObjectStoreError that names the setting
 */
export async function checkServers(
  values: Readonly<Record<string, string>>,
  network: SourceNetwork,
): Promise<void> {
  for (const server of serversOf(settingsOf(values))) {
    if (server === null) continue;
    const { hostname, port, protocol } = new URL(server.url);
    const allowed = await network.mayBeReached(hostname, Number(port) || (protocol === 'https:' ? 443 : 80));
    if (!allowed) throw refusedServer(server.setting);
  }
}
