/**
 * The modules of the public plans `oidcc-basic-certification-test-plan` and `oidcc-config-certification-test-plan` of the
 * OpenID Foundation, against the embedded provider, each by its name there. The plans want a confidential client; ours is
 * public with PKCE, so each module sends that instead of a client's secret. Not here: `oidcc-codereuse-30seconds` (the
 * same after a wait), `oidcc-scope-address` and `-phone` (nobody has one), `oidcc-claims-essential` and
 * `oidcc-ensure-request-object-with-redirect-uri` (neither `claims` nor request objects are supported, as discovery says).
 */
import { randomBytes } from 'node:crypto';
import * as jose from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authorization, Browser } from '../testing/browser.ts';
import { freePort } from '../testing/free-port.ts';
import { startTestPostgres, type TestPostgres } from '../testing/postgres.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

let postgres: TestPostgres;
let server: TestServer;
let origin: string;

beforeAll(async () => {
  postgres = await startTestPostgres();
  const port = await freePort();
  origin = `http://localhost:${port}`;
  server = await startTestServer(postgres, { environment: { PORT: String(port) } });
  await server.plane.app.listen({ port, host: 'localhost' });
});
afterAll(async () => {
  await server.stop();
  await postgres.stop();
});

type Changes = Record<string, string>;
const GOOD = { email: 'admin@acacia.local', password: 'acacia' };

/** Asks for a code, with the form where it is shown. `form`: whether it was. */
async function ask(browser: Browser, changes: Changes = {}, drop: readonly string[] = []) {
  const { url: full, verifier } = authorization(origin, { nonce: 'the-nonce', ...changes });
  const request = new URL(full, origin);
  for (const name of drop) request.searchParams.delete(name);
  const { response, url } = await browser.follow(await browser.open(request.href));
  if (url.pathname === '/callback') return { form: false, verifier, answer: url.searchParams, status: 303 };
  const action = /action="([^"]+)"/.exec(await response.text())?.[1];
  if (action === undefined)
    return { form: false, verifier, answer: url.searchParams, status: response.status };
  const { url: back } = await browser.follow(await browser.open(action, GOOD));
  return { form: true, verifier, answer: back.searchParams, status: 303 };
}
type Asked = Awaited<ReturnType<typeof ask>>;

async function token(form: Changes) {
  const response = await fetch(`${origin}/oidc/token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'acacia-console', ...form }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}
const redeem = ({ answer, verifier }: Asked, changes: Changes = {}) =>
  token({
    grant_type: 'authorization_code',
    code: answer.get('code') ?? '',
    redirect_uri: `${origin}/callback`,
    code_verifier: verifier,
    ...changes,
  });
async function signedIn(browser = new Browser(origin), changes: Changes = {}, drop: readonly string[] = []) {
  const asked = await ask(browser, changes, drop);
  const { status, body } = await redeem(asked);
  expect([status, asked.answer.get('state')]).toEqual([200, 'the-state']);
  const claims = jose.decodeJwt(body['id_token'] ?? '');
  return { browser, asked, tokens: body, claims };
}
/** A token without a resource: the provider's userinfo takes no token that is for another server. */
const userinfoToken = async (scope = 'openid profile email') =>
  (await signedIn(new Browser(origin), { scope }, ['resource'])).tokens['access_token'] ?? '';
const me = async (access: string) =>
  (await fetch(`${origin}/api/users/me`, { headers: { authorization: `Bearer ${access}` } })).status;
const discovery = async () =>
  (await (await fetch(`${origin}/oidc/.well-known/openid-configuration`)).json()) as Record<string, unknown>;

const BASIC: Record<string, () => Promise<void>> = {
  'oidcc-server': async () => {
    const { tokens, claims } = await signedIn();
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 600 });
    const keys = jose.createRemoteJWKSet(new URL(`${origin}/oidc/jwks`));
    const { protectedHeader } = await jose.jwtVerify(tokens['id_token'] ?? '', keys, {
      issuer: `${origin}/oidc`,
      audience: 'acacia-console',
      maxTokenAge: '1 minute',
    });
    expect(protectedHeader.kid).toBeTruthy();
    expect(claims).toMatchObject({ nonce: 'the-nonce', auth_time: expect.any(Number) as number });
  },
  'oidcc-response-type-missing': async () => {
    const { answer } = await ask(new Browser(origin), {}, ['response_type']);
    expect(answer.get('error')).toBe('invalid_request');
  },
  'oidcc-ensure-request-without-nonce-succeeds-for-code-flow': async () => {
    const { claims } = await signedIn(undefined, {}, ['nonce']);
    expect(claims).not.toHaveProperty('nonce');
  },
  'oidcc-scope-profile': async () => {
    expect((await signedIn(undefined, { scope: 'openid profile' })).claims['name']).toBe('Acacia Admin');
  },
  'oidcc-scope-email': async () => {
    const { claims } = await signedIn(undefined, { scope: 'openid email' });
    expect(claims).toMatchObject({ email: 'admin@acacia.local', email_verified: true });
    expect(claims).not.toHaveProperty('name');
  },
  // Address, telephone and what nobody knows: passed over.
  'oidcc-scope-all': async () => {
    const scope = 'openid profile email address phone frobnicate';
    const { tokens, claims } = await signedIn(undefined, { scope }, ['resource']);
    expect(claims).toMatchObject({ email: 'admin@acacia.local', name: 'Acacia Admin' });
    expect(tokens['scope']?.split(' ').sort()).toEqual(['email', 'openid', 'profile']);
  },
  'oidcc-ensure-other-scope-order-succeeds': async () => {
    expect((await signedIn(undefined, { scope: 'email openid' })).claims['email']).toBeDefined();
  },
  'oidcc-display-page': async () => void (await signedIn(undefined, { display: 'page' })),
  'oidcc-display-popup': async () => void (await signedIn(undefined, { display: 'popup' })),
  'oidcc-prompt-login': async () => {
    const { browser, claims: first } = await signedIn();
    const asked = await ask(browser, { prompt: 'login' });
    expect(asked.form).toBe(true);
    const again = jose.decodeJwt((await redeem(asked)).body['id_token'] ?? '');
    expect(again.sub).toBe(first.sub);
    expect(Number(again['auth_time'])).toBeGreaterThanOrEqual(Number(first['auth_time']));
  },
  'oidcc-prompt-none-not-logged-in': async () => {
    const { answer } = await ask(new Browser(origin), { prompt: 'none' });
    expect([answer.get('error'), answer.get('state')]).toEqual(['login_required', 'the-state']);
  },
  'oidcc-prompt-none-logged-in': async () => {
    const { browser, claims } = await signedIn();
    const quiet = await ask(browser, { prompt: 'none' });
    const again = jose.decodeJwt((await redeem(quiet)).body['id_token'] ?? '');
    expect([quiet.form, again.sub, again['auth_time']]).toEqual([false, claims.sub, claims['auth_time']]);
  },
  'oidcc-max-age-1': async () => {
    const { browser } = await signedIn();
    // A session of that age would be too old; waiting for it would only cost time.
    await server.database.pool.query(
      `update oidc_payloads set payload = jsonb_set(payload, '{loginTs}', to_jsonb((payload->>'loginTs')::bigint - 60)) where model = 'Session'`,
    );
    const asked = await ask(browser, { max_age: '1' });
    expect(asked.form).toBe(true);
    expect(jose.decodeJwt((await redeem(asked)).body['id_token'] ?? '')['auth_time']).toBeDefined();
  },
  'oidcc-max-age-10000': async () => {
    const { browser, claims } = await signedIn();
    const asked = await ask(browser, { max_age: '10000' });
    expect(asked.form).toBe(false);
    const again = jose.decodeJwt((await redeem(asked)).body['id_token'] ?? '');
    expect(again['auth_time']).toBe(claims['auth_time']);
  },
  'oidcc-ensure-request-with-unknown-parameter-succeeds': async () =>
    void (await signedIn(undefined, { extra: 'foobar' })),
  'oidcc-id-token-hint': async () => {
    const { browser, tokens, claims } = await signedIn();
    const hinted = { prompt: 'none', id_token_hint: tokens['id_token'] ?? '' };
    const asked = await ask(browser, hinted);
    expect(jose.decodeJwt((await redeem(asked)).body['id_token'] ?? '').sub).toBe(claims.sub);
    const stranger = await ask(new Browser(origin), hinted);
    expect(stranger.answer.get('error')).toBe('login_required');
  },
  'oidcc-login-hint': async () => void (await signedIn(undefined, { login_hint: 'buffy@example.com' })),
  'oidcc-ui-locales': async () => void (await signedIn(undefined, { ui_locales: 'se' })),
  'oidcc-claims-locales': async () => void (await signedIn(undefined, { claims_locales: 'se' })),
  'oidcc-ensure-request-with-acr-values-succeeds': async () => {
    const { claims } = await signedIn(undefined, { acr_values: '1 2' });
    expect(claims['acr']).toBe('urn:acacia:acr:one-factor');
  },
  'oidcc-codereuse': async () => {
    const { asked, tokens } = await signedIn();
    expect(await me(tokens['access_token'] ?? '')).toBe(200);
    expect(await redeem(asked)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    // The tokens of the first use end with the second.
    expect(await me(tokens['access_token'] ?? '')).toBe(401);
    const refreshed = await token({
      grant_type: 'refresh_token',
      refresh_token: tokens['refresh_token'] ?? '',
    });
    expect(refreshed.body['error']).toBe('invalid_grant');
  },
  'oidcc-ensure-registered-redirect-uri': async () => {
    for (const wrong of ['https://evil.example/callback', `${origin}/callback/`, `${origin}/callback?a=b`]) {
      const { answer, status } = await ask(new Browser(origin), { redirect_uri: wrong });
      expect([status, answer.get('code')]).toEqual([400, null]);
    }
    const asked = await ask(new Browser(origin));
    expect((await redeem(asked, { redirect_uri: `${origin}/other` })).body['error']).toBe('invalid_grant');
  },
  'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported': async () => {
    const object = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{}').toString('base64url')}.`;
    const { answer } = await ask(new Browser(origin), { request: object });
    expect(answer.get('error')).toBe('request_not_supported');
  },
  'oidcc-refresh-token': async () => {
    const { tokens, claims } = await signedIn();
    const refresh = (refresh_token = '') => token({ grant_type: 'refresh_token', refresh_token });
    const next = await refresh(tokens['refresh_token']);
    const id = jose.decodeJwt(next.body['id_token'] ?? '');
    expect([id.iss, id.sub, id.aud]).toEqual([claims.iss, claims.sub, claims.aud]);
    expect(next.body['refresh_token']).not.toBe(tokens['refresh_token']);
    // The first one again: somebody else may have it, so the whole session ends.
    expect((await refresh(tokens['refresh_token'])).body['error']).toBe('invalid_grant');
    expect((await refresh(next.body['refresh_token'])).body['error']).toBe('invalid_grant');
    expect(await me(next.body['access_token'] ?? '')).toBe(401);
  },
  'oidcc-ensure-request-with-valid-pkce-succeeds': async () => {
    for (const code_verifier of ['', randomBytes(32).toString('base64url')]) {
      const asked = await ask(new Browser(origin));
      expect((await redeem(asked, { code_verifier })).body['error']).toMatch(/^invalid_(?:grant|request)$/);
    }
    for (const [changes, drop] of [
      [{ code_challenge_method: 'plain' }, []],
      [{}, ['code_challenge', 'code_challenge_method']],
    ] as const) {
      const { answer } = await ask(new Browser(origin), changes, drop);
      expect(answer.get('error')).toBe('invalid_request');
    }
    await signedIn();
  },
};

const USERINFO: Record<string, (access: string) => Promise<Response>> = {
  'oidcc-userinfo-get': (access) =>
    fetch(`${origin}/oidc/me`, { headers: { authorization: `Bearer ${access}` } }),
  'oidcc-userinfo-post-header': (access) =>
    fetch(`${origin}/oidc/me`, { method: 'POST', headers: { authorization: `Bearer ${access}` } }),
  'oidcc-userinfo-post-body': (access) =>
    fetch(`${origin}/oidc/me`, { method: 'POST', body: new URLSearchParams({ access_token: access }) }),
};

describe('oidcc-basic-certification-test-plan', () => {
  test.each(Object.entries(BASIC))('%s', (_, run) => run());

  test.each(Object.entries(USERINFO))('%s', async (_, open) => {
    const answer = await open(await userinfoToken());
    expect(await answer.json()).toMatchObject({
      sub: jose.decodeJwt(server.admin).sub,
      email: 'admin@acacia.local',
      email_verified: true,
      name: 'Acacia Admin',
    });
    const sparse = await open(await userinfoToken('openid'));
    expect(Object.keys((await sparse.json()) as object)).toEqual(['sub']);
    const refused = await open('none');
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringContaining('invalid_token'),
    ]);
  });

  test('a token for userinfo opens no call of the cloud', async () => {
    expect(await me(await userinfoToken())).toBe(401);
  });
});

describe('oidcc-config-certification-test-plan', () => {
  test('oidcc-discovery-endpoint-verification', async () => {
    const found = await discovery();
    expect(found).toMatchObject({
      issuer: `${origin}/oidc`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
      code_challenge_methods_supported: ['S256'],
      scopes_supported: expect.arrayContaining(['openid', 'email', 'profile']) as string[],
      claims_supported: expect.arrayContaining(['sub', 'email', 'name', 'amr', 'acr']) as string[],
    });
    for (const endpoint of ['authorization', 'token', 'end_session', 'revocation'])
      expect(found[`${endpoint}_endpoint`]).toContain(`${origin}/oidc/`);
    expect(found['registration_endpoint']).toBeUndefined();
    const { keys } = (await (await fetch(String(found['jwks_uri']))).json()) as {
      keys: Record<string, string>[];
    };
    expect(keys).toHaveLength(1);
    expect(keys[0]).toMatchObject({ use: 'sig', alg: 'ES256', kty: 'EC' });
    for (const secret of ['d', 'p', 'q']) expect(keys[0]).not.toHaveProperty(secret);
  });
});
