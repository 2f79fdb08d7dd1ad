/** The settings that the console needs before anyone signs in. */
import { t } from '@acacia/texts';
import { createCloudClient } from '@acacia/api-client';
import type { ClientConfig } from '@acacia/contract';

/** @throws CloudError when the cloud is not reached; Error when it sends no identity provider */
export async function loadClientConfig(): Promise<ClientConfig> {
  const config = await createCloudClient('/api', () => Promise.resolve(null)).getClientConfig({});
  if (config.issuer === '' || config.client_id === '') throw new Error(t`No auth0 config found`);
  return config;
}
