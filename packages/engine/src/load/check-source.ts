/** The check of a data source's servers when its settings are saved. */
import { relayed } from '../errors/catalogue.ts';
import { checkServers, ObjectStoreError, refusedServer, type SourceNetwork } from '@acacia/object-stores';
import { postgresServer } from './postgres-server.ts';
import { snowflakeServer } from './snowflake-server.ts';

/**
 * Checks the servers that the settings name as far as no name must be resolved; a load checks them again. Settings of
 * no more than a type are not checked: others follow.
 * @throws EngineError that names the setting at fault
 */
export async function checkSource(
  source: string,
  settings: Readonly<Record<string, string>>,
  network: SourceNetwork,
): Promise<void> {
  if (Object.keys(settings).every((name) => name === 'type')) return;
  try {
    const type = settings['type']?.toLowerCase();
    if (type !== 'postgresql' && type !== 'snowflake') return await checkServers(settings, network);
    const { host, port } =
      type === 'snowflake' ? snowflakeServer(source, settings) : postgresServer(source, settings);
    if (await network.mayBeReached(host, port)) return;
    throw refusedServer(settings['connection.url'] === undefined ? 'host' : 'connection.url');
  } catch (cause) {
    if (cause instanceof ObjectStoreError) throw relayed('GSQL-SEMANTIC', cause.message).causedBy(cause);
    throw cause;
  }
}
