/**
 * The identity provider as the console's client of it (OpenID Connect, code flow with PKCE), which the control plane
 * is in place of the browser: browsers get short access tokens, what renews them stays here.
 */
import type { FastifyInstance } from 'fastify';
import * as oidc from 'openid-client';
import type { OutsideIssuer } from '../../settings.ts';
import { CLOUD_AUDIENCE, CONSOLE_CLIENT, CONSOLE_SCOPES } from '../audience.ts';

/** What an issuer gives for one sign-in. */
export interface Tokens {
  readonly accessToken: string;
  /** Seconds since 1970. */
  readonly expiresAt: number;
  /** Null: the issuer gives none, and the person signs in again. */
  readonly refreshToken: string | null;
  readonly idToken: string | null;
}

interface Begun {
  readonly state: string;
  readonly verifier: string;
  readonly nonce: string;
}

export interface IssuerClient {
  /** Where the browser goes to sign in. */
  authorizationUrl(begun: Begun): Promise<string>;
  /** @throws SignInRefused when the issuer says no */
  exchange(callback: URL, begun: Begun): Promise<Tokens>;
  /** @throws SignInRefused when the session has ended there */
  refresh(refreshToken: string, before: Tokens): Promise<Tokens>;
  /** Tells the issuer that a session has ended, as far as it can be told. */
  revoke(tokens: Tokens): Promise<void>;
  /** Where the browser goes so that the issuer forgets it too. */
  endSessionUrl(tokens: Tokens): Promise<string>;
}

/** The issuer's own words. */
export class SignInRefused extends Error {}

/** Of access tokens of which the issuer does not say for how long they are good. */
const UNSAID_SECONDS = 300;

function tokensOf(
  answer: oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers,
  before: Partial<Tokens> = {},
): Tokens {
  return {
    accessToken: answer.access_token,
    expiresAt: Math.floor(Date.now() / 1000) + (answer.expiresIn() ?? UNSAID_SECONDS),
    refreshToken: answer.refresh_token ?? before.refreshToken ?? null,
    idToken: answer.id_token ?? before.idToken ?? null,
  };
}

/** What the issuer refused, told from what could not be asked. */
function refusal(error: unknown): unknown {
  if (error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError) {
    return new SignInRefused(error.error_description ?? error.error, { cause: error });
  }
  return error;
}

function createClient(
  configure: () => Promise<oidc.Configuration>,
  publicUrl: string,
  resource: string,
): IssuerClient {
  let configured: Promise<oidc.Configuration> | undefined;
  const configuration = async () => {
    configured ??= configure();
    try {
      return await configured;
    } catch (error) {
      // An issuer that is away is asked again.
      configured = undefined;
      throw error;
    }
  };
  return {
    async authorizationUrl({ state, verifier, nonce }) {
      return oidc.buildAuthorizationUrl(await configuration(), {
        redirect_uri: `${publicUrl}/callback`,
        scope: CONSOLE_SCOPES,
        resource,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }).href;
    },
    async exchange(callback, { state, verifier, nonce }) {
      const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce };
      try {
        return tokensOf(
          await oidc.authorizationCodeGrant(await configuration(), callback, checks, { resource }),
        );
      } catch (error) {
        throw refusal(error);
      }
    },
    async refresh(refreshToken, before) {
      try {
        return tokensOf(
          await oidc.refreshTokenGrant(await configuration(), refreshToken, { resource }),
          before,
        );
      } catch (error) {
        throw refusal(error);
      }
    },
    async revoke({ refreshToken, accessToken }) {
      const known = await configuration();
      if (known.serverMetadata().revocation_endpoint === undefined) return;
      await oidc.tokenRevocation(known, refreshToken ?? accessToken);
    },
    async endSessionUrl({ idToken }) {
      const known = await configuration();
      if (known.serverMetadata().end_session_endpoint === undefined) return `${publicUrl}/`;
      return oidc.buildEndSessionUrl(known, {
        post_logout_redirect_uri: `${publicUrl}/`,
        ...(idToken === null ? {} : { id_token_hint: idToken }),
      }).href;
    },
  };
}

/** The embedded provider, asked without the network. */
export function embeddedIssuer(app: FastifyInstance, publicUrl: string): IssuerClient {
  const issuer = `${publicUrl}/oidc`;
  const { host, protocol } = new URL(publicUrl);
  const ask: oidc.CustomFetch = async (url, { method, headers, body }) => {
    const answer = await app.inject({
      method: method === 'POST' ? 'POST' : 'GET',
      url: url.slice(publicUrl.length),
      headers: { ...headers, host, 'x-forwarded-proto': protocol.replace(':', '') },
      ...(body instanceof URLSearchParams ? { payload: body.toString() } : {}),
    });
    return new Response(answer.statusCode === 204 ? null : answer.body, {
      status: answer.statusCode,
      headers: { 'content-type': String(answer.headers['content-type'] ?? 'application/json') },
    });
  };
  const configure = async () => {
    const known = new oidc.Configuration(
      {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        revocation_endpoint: `${issuer}/token/revocation`,
      },
      CONSOLE_CLIENT,
      { id_token_signed_response_alg: 'ES256' },
      oidc.None(),
    );
    known[oidc.customFetch] = ask;
    oidc.allowInsecureRequests(known);
    return known;
  };
  return createClient(configure, publicUrl, CLOUD_AUDIENCE);
}

/** Another party's issuer. */
export function outsideIssuer(
  { issuer, clientId, audience }: OutsideIssuer,
  publicUrl: string,
): IssuerClient {
  const configure = () =>
    oidc.discovery(new URL(issuer), clientId, undefined, oidc.None(), {
      timeout: 10,
      // A test's or a laptop's own; for others the settings ask for https.
      ...(issuer.startsWith('http:') ? { execute: [oidc.allowInsecureRequests] } : {}),
    });
  return createClient(configure, publicUrl, audience);
}
