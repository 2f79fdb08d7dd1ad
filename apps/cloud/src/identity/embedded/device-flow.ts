/** The device authorization grant (RFC 8628), by which the command line signs in: docs/adr/0094-the-command-line.md. */
import type { IncomingMessage } from 'node:http';
import type { ClientMetadata, Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { z } from 'zod';
import { CLI_CLIENT } from '../audience.ts';
import type { Client } from '../client.ts';
import { deviceCodePage, deviceConfirmPage } from '../pages/device.ts';
import { noticePage } from '../pages/notice.ts';
import { SIGNING_ALGORITHM } from './keys.ts';

export const DEVICE_CLIENT: ClientMetadata = {
  client_id: CLI_CLIENT,
  client_name: 'Acacia command line',
  application_type: 'web',
  token_endpoint_auth_method: 'none',
  grant_types: ['urn:ietf:params:oauth:grant-type:device_code', 'refresh_token'],
  response_types: [],
  redirect_uris: [],
  id_token_signed_response_alg: SIGNING_ALGORITHM,
};

const DeviceInfo = z.object({ address: z.string(), userAgent: z.string() });

/** The client that a code was given to. */
export const deviceOf = (info: unknown): Client =>
  DeviceInfo.catch({ address: '', userAgent: '' }).parse(info);

const REFUSED =
  'This code is not known, was used already, or has expired. Run acacia login again for a new one.';

/** @param answer sends a page */
export function deviceFlow(
  clientOf: (request: IncomingMessage) => Client,
  answer: (ctx: KoaContextWithOIDC, body: string) => void,
): NonNullable<NonNullable<Configuration['features']>['deviceFlow']> {
  return {
    enabled: true,
    charset: 'base-20',
    mask: '****-****',
    deviceInfo: (ctx) => ({ ...clientOf(ctx.req) }),
    userCodeInputSource(ctx, _form, _out, error) {
      if (error?.name === 'AbortedError') {
        answer(ctx, noticePage('Sign-in refused', 'The command line is not signed in.', 'Open Acacia'));
        return;
      }
      const { secret } = z.object({ secret: z.string() }).parse(ctx.oidc.session?.state);
      const action = ctx.oidc.urlFor('code_verification');
      const refused = error === undefined || error.name === 'NoCodeError' ? '' : REFUSED;
      answer(ctx, deviceCodePage({ action, xsrf: secret, error: refused }));
    },
    userCodeConfirmSource(ctx, form, _client, device, code) {
      answer(ctx, deviceConfirmPage({ form, code, address: deviceOf(device).address }));
    },
    successSource(ctx) {
      answer(ctx, noticePage('You are signed in', 'Go back to the command line.', 'Open Acacia'));
    },
  };
}
