/** Signing in by the device authorization grant (RFC 8628): a person confirms a code in a browser of any machine. */
import { createCloudClient } from '@acacia/api-client';
import type { ClientConfig } from '@acacia/contract';
import * as oidc from 'openid-client';
import { UsageError } from '../failure.ts';
import type { Credential } from './credentials.ts';

/** @throws UsageError where people sign in at an issuer outside, which has no client for the command line */
async function configurationOf(server: string): Promise<{ at: oidc.Configuration; config: ClientConfig }> {
  const config = await createCloudClient(`${server}/api`, async () => null).getClientConfig({});
  if (config.device_client_id === null) {
    throw new UsageError(
      'People sign in to this server at an issuer outside. Sign in with an API key: acacia login --key',
    );
  }
  const at = await oidc.discovery(new URL(config.issuer), config.device_client_id, undefined, oidc.None(), {
    // A server of this machine or of a private network may have no certificate: its address is the person's choice.
    execute: server.startsWith('http:') ? [oidc.allowInsecureRequests] : [],
  });
  return { at, config };
}

type Tokens = Awaited<ReturnType<typeof oidc.pollDeviceAuthorizationGrant>>;

function credentialOf({ access_token, refresh_token, expires_in = 0 }: Tokens, before = ''): Credential {
  const expires_at = Math.floor(Date.now() / 1000) + expires_in;
  return { access_token, expires_at, refresh_token: refresh_token ?? before };
}

export interface Shown {
  readonly code: string;
  /** Page of the browser, with the code filled in. */
  readonly page: string;
}

/** @param show called with what the person needs, before the wait for them begins */
export async function signInByDevice(server: string, show: (shown: Shown) => void): Promise<Credential> {
  const { at, config } = await configurationOf(server);
  const begun = await oidc.initiateDeviceAuthorization(at, {
    scope: config.scopes,
    ...(config.audience === null ? {} : { resource: config.audience }),
  });
  show({ code: begun.user_code, page: begun.verification_uri_complete ?? begun.verification_uri });
  try {
    return credentialOf(await oidc.pollDeviceAuthorizationGrant(at, begun));
  } catch (error) {
    if (error instanceof oidc.ResponseBodyError && error.error === 'access_denied') {
      throw new UsageError('The sign-in was refused in the browser.', { cause: error });
    }
    if (error instanceof oidc.ResponseBodyError && error.error === 'expired_token') {
      throw new UsageError('The code has expired. Run acacia login again.', { cause: error });
    }
    throw error;
  }
}

/** Resolves with null when the session has ended. */
export async function refreshed(server: string, refreshToken: string): Promise<Credential | null> {
  const { at } = await configurationOf(server);
  try {
    return credentialOf(await oidc.refreshTokenGrant(at, refreshToken), refreshToken);
  } catch (error) {
    if (error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant') return null;
    throw error;
  }
}

/** Ends the session of a token, at the server. */
export async function revoke(server: string, refreshToken: string): Promise<void> {
  const { at } = await configurationOf(server);
  await oidc.tokenRevocation(at, refreshToken);
}
