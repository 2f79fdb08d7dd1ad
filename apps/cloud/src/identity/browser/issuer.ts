/**
 * The OpenID Connect client of the console (code flow with PKCE). The control plane runs it in place of the browser:
 * browsers get short-lived access tokens, and refresh tokens stay on the server.
 */
import type { FastifyInstance } from 'fastify';
import * as oidc from 'openid-client';
import type { OutsideIssuer } from '../../settings.ts';
import { CLOUD_AUDIENCE, CONSOLE_CLIENT, CONSOLE_SCOPES } from '../audience.ts';

/** The tokens of one sign-in. */
export interface Tokens {
  readonly accessToken: string;
  /** Seconds since 1970. */
  readonly expiresAt: number;
  /** Null: the issuer gives none, and the person must sign in again. */
  readonly refreshToken: string | null;
  readonly idToken: string | null;
}

interface Begun {
  readonly state: string;
  readonly verifier: string;
  readonly nonce: string;
}

export interface IssuerClient {
  /**
   * The URL at which the browser signs in.
   * @param as e-mail of the person who is to sign in, whoever is signed in now; undefined: anybody
   */
  authorizationUrl(begun: Begun, as?: string): Promise<string>;
  /** Exchanges the code of a callback for tokens. @throws SignInRefused when the issuer refuses */
  exchange(callback: URL, begun: Begun): Promise<Tokens>;
  /** Renews the tokens. @throws SignInRefused when the session at the issuer has ended */
  refresh(refreshToken: string, before: Tokens): Promise<Tokens>;
  /** Revokes a session's tokens at the issuer, where it has an endpoint for that. */
  revoke(tokens: Tokens): Promise<void>;
  /** The URL at which the browser ends its session at the issuer too; the console's when the issuer has none. */
  endSessionUrl(tokens: Tokens): Promise<string>;
}

/** The issuer refused; the message is the issuer's own. */
export class SignInRefused extends Error {}

/** Assumed lifetime, in seconds, of access tokens for which the issuer gives none. */
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

/** SignInRefused for a refusal of the issuer; any other error (the issuer is away, say) unchanged. */
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
      // The next call tries again, when the issuer is back.
      configured = undefined;
      throw error;
    }
  };
  return {
    async authorizationUrl({ state, verifier, nonce }, as) {
      return oidc.buildAuthorizationUrl(await configuration(), {
        redirect_uri: `${publicUrl}/callback`,
        scope: CONSOLE_SCOPES,
        resource,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(as === undefined ? {} : { login_hint: as, prompt: 'login' }),
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

/** The client of the embedded provider, which it calls without the network. */
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

/** The client of an outside issuer. */
export function outsideIssuer(
  { issuer, clientId, audience }: OutsideIssuer,
  publicUrl: string,
): IssuerClient {
  const configure = () =>
    oidc.discovery(new URL(issuer), clientId, undefined, oidc.None(), {
      timeout: 10,
      // An issuer on this machine; the settings require https for others.
      ...(issuer.startsWith('http:') ? { execute: [oidc.allowInsecureRequests] } : {}),
    });
  return createClient(configure, publicUrl, audience);
}
