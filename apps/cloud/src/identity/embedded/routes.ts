/** `/oidc`: the provider's own routes, and the control plane's sign-in pages. */
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import type { BaseLogger } from 'pino';
import type { Database } from '../../database/database.ts';
import { isLocal, type Settings } from '../../settings.ts';
import type { Sealer } from '../../database/seal.ts';
import type { Attempts } from '../attempts.ts';
import { clientOf, type Client } from '../client.ts';
import { createDeviceCookie } from '../device-cookie.ts';
import { createCheckFactors } from '../factors/check.ts';
import { adminWithoutPassword, FIRST_PASSWORD } from '../first-password.ts';
import { FONT_PATH } from '../pages/layout.ts';
import { createCheckSignIn } from '../sign-in.ts';
import type { SignInAudit } from '../sign-in-audit.ts';
import type { TokenVerifier } from '../verifier.ts';
import { createHold } from './hold.ts';
import type { ProviderKeys } from './keys.ts';
import { linkForms } from './link-forms.ts';
import { mailForms } from './mail-forms.ts';
import { createProvider } from './provider.ts';
import { revocation } from './revocation.ts';
import { secondStep } from './second-step.ts';
import { signInForm } from './sign-in-form.ts';

interface IdentityOptions {
  readonly settings: Settings;
  readonly db: Database['db'];
  readonly keys: ProviderKeys;
  readonly sealer: Sealer;
  readonly verifier: TokenVerifier;
  readonly attempts: Attempts;
  readonly audit: SignInAudit;
  /** Called when tokens have been revoked. */
  readonly ended: () => void;
  /** Sends mails now, since one may have been added to the outbox. */
  readonly kickMails: () => void;
  readonly log: BaseLogger;
}

/** The Latin part of Inter among the console's hashed files; undefined before the console is built. */
function findFont(consoleFolder: string): string | undefined {
  const folder = path.join(consoleFolder, 'assets');
  if (!existsSync(folder)) return undefined;
  const name = readdirSync(folder).find((each) => /^inter-latin-wght-normal-[\w-]+\.woff2$/.test(each));
  return name === undefined ? undefined : path.join(folder, name);
}

export function identityRoutes(app: FastifyInstance, options: IdentityOptions): void {
  const { settings, db, keys, sealer, verifier, attempts, audit, ended, kickMails, log } = options;
  const { publicUrl, adminEmail, strangers } = settings;
  const devices = createDeviceCookie(keys.cookies[0] ?? '', publicUrl);
  /** The clients of the requests that the provider serves. */
  const clients = new WeakMap<IncomingMessage, Client>();
  const provider = createProvider({
    db,
    publicUrl,
    keys,
    ended,
    audit,
    clientOf: (raw) => clients.get(raw) ?? { address: '', userAgent: '' },
    onError: (error) => log.error({ err: error }, 'the identity provider failed'),
  });

  app.get(FONT_PATH, async (_request, reply) => {
    const file = findFont(settings.consoleFolder);
    if (file === undefined) return reply.callNotFound();
    return reply
      .type('font/woff2')
      .header('cache-control', 'public, max-age=86400')
      .send(await readFile(file));
  });

  void app.register(async (forms) => {
    await forms.register(formbody);
    const hold = createHold();
    const second = secondStep(forms, {
      db,
      provider,
      publicUrl,
      hold,
      devices,
      key: keys.cookies[0] ?? '',
      check: createCheckFactors({ db, attempts, audit, publicUrl, sealer }),
    });
    signInForm(forms, {
      db,
      provider,
      hold,
      secondStep: second.show,
      passkeyAlone: second.passkeyAlone,
      publicUrl,
      attempts,
      checkSignIn: createCheckSignIn(db, attempts, audit),
      devices,
      signUp: strangers !== 'invited',
      local: isLocal(settings),
      firstAccount: async () => {
        const admin = await adminWithoutPassword(db, adminEmail);
        if (admin === undefined || admin.passwordHash === null) return null;
        return { email: admin.email, password: FIRST_PASSWORD };
      },
    });
    mailForms(forms, {
      db,
      publicUrl,
      attempts,
      devices,
      strangers,
      hasMailServer: settings.smtpUrl !== null,
      kickMails,
    });
    linkForms(forms, { db, publicUrl, strangers, audit, ended, kickMails });
    revocation(forms, { db, provider, verifier, ended });
  });

  void app.register(async (rest) => {
    // The provider parses bodies itself.
    rest.removeAllContentTypeParsers();
    rest.addContentTypeParser('*', (_request, _payload, done) => done(null));
    const serve = provider.callback();
    rest.all('/oidc/*', async (request, reply) => {
      reply.hijack();
      const raw = request.raw as typeof request.raw & { originalUrl?: string };
      clients.set(raw, clientOf(request));
      raw.originalUrl = request.url;
      raw.url = request.url.slice('/oidc'.length);
      await serve(raw, reply.raw);
    });
  });
}
