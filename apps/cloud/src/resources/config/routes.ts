/** Handler of the console's configuration, which it needs before sign-in. */
import type { HandlersOf } from '../../http/call.ts';
import { CLI_CLIENT, CLOUD_AUDIENCE, CONSOLE_CLIENT, CONSOLE_SCOPES } from '../../identity/audience.ts';
import { issuerOf, type Settings } from '../../settings.ts';

/** The displayed version of the product (specification part 1, section 1). */
export const APP_VERSION = '1.0.7005.0';

export const configHandlers = (settings: Settings): HandlersOf<'getClientConfig'> => ({
  getClientConfig: async () => ({
    issuer: issuerOf(settings),
    client_id: settings.outsideIssuer?.clientId ?? CONSOLE_CLIENT,
    audience: settings.outsideIssuer?.audience ?? CLOUD_AUDIENCE,
    scopes: CONSOLE_SCOPES,
    device_client_id: settings.outsideIssuer === null ? CLI_CLIENT : null,
    mode: settings.outsideIssuer === null ? 'local' : 'managed',
    app_version: APP_VERSION,
    chat_url: settings.chatUrl,
    features: settings.apiKeys ? ['api-key'] : [],
  }),
});
