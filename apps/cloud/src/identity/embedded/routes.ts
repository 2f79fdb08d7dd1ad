/** `/oidc`: the provider's own addresses, and the sign-in form. */
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { PasswordsBusy, passwordMatches } from '@acacia/passwords';
import formbody from '@fastify/formbody';
import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors, type Provider } from 'oidc-provider';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import { users } from '../../database/schema.ts';
import { createAttempts } from '../attempts.ts';
import { FONT_PATH, pageHeaders } from '../pages/layout.ts';
import { noticePage } from '../pages/notice.ts';
import { signInPage } from '../pages/sign-in.ts';

interface SignInOptions {
  readonly provider: Provider;
  readonly db: Db;
  readonly publicUrl: string;
  /** Folder with the built console, for its text face. */
  readonly consoleFolder: string;
  /** Account to show on the page; null where others than this machine's owner come by. */
  readonly seeded: { readonly email: string; readonly password: string } | null;
}

const WRONG_SIGN_IN = 'Wrong e-mail or password.';

const Form = z.object({ email: z.string().max(320).default(''), password: z.string().max(1024).default('') });

/** The Latin part of Inter among the console's hashed files; undefined before the console is built. */
function findFont(consoleFolder: string): string | undefined {
  const folder = path.join(consoleFolder, 'assets');
  if (!existsSync(folder)) return undefined;
  const name = readdirSync(folder).find((each) => /^inter-latin-wght-normal-[\w-]+\.woff2$/.test(each));
  return name === undefined ? undefined : path.join(folder, name);
}

function show(reply: FastifyReply, status: number, body: string): FastifyReply {
  return reply.code(status).headers(pageHeaders()).send(body);
}

const expired = (reply: FastifyReply) =>
  show(
    reply,
    400,
    noticePage(
      'This sign-in has expired',
      'It was begun too long ago, or in another browser.',
      'Start again',
    ),
  );

export function signInRoutes(app: FastifyInstance, options: SignInOptions): void {
  const { provider, db, publicUrl, seeded } = options;
  const attempts = createAttempts();

  /** The sign-in under way, by the cookie that the provider gave this browser; undefined: none. */
  const interaction = async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      return await provider.interactionDetails(request.raw, reply.raw);
    } catch (error) {
      if (error instanceof errors.SessionNotFound) return undefined;
      throw error;
    }
  };

  app.get(FONT_PATH, async (_request, reply) => {
    const file = findFont(options.consoleFolder);
    if (file === undefined) return reply.callNotFound();
    return reply
      .type('font/woff2')
      .header('cache-control', 'public, max-age=86400')
      .send(await readFile(file));
  });

  void app.register(async (forms) => {
    await forms.register(formbody);

    forms.get('/oidc/interaction/:uid', async (request, reply) => {
      const details = await interaction(request, reply);
      if (details === undefined) return expired(reply);
      const hint = details.params['login_hint'];
      const email = typeof hint === 'string' ? hint : '';
      return show(reply, 200, signInPage({ action: request.url, email, error: '', seeded }));
    });

    forms.post('/oidc/interaction/:uid', async (request, reply) => {
      // The provider's cookie is SameSite=Lax, so no other site can send this form; browsers that say
      // where a form comes from are held to it as well.
      const origin = request.headers.origin;
      if (origin !== undefined && origin !== publicUrl) {
        return show(
          reply,
          403,
          noticePage('Sign-in refused', 'The form came from another site.', 'Start again'),
        );
      }
      const details = await interaction(request, reply);
      if (details === undefined) return expired(reply);
      const { email, password } = Form.catch({ email: '', password: '' }).parse(request.body);
      const again = (status: number, error: string) =>
        show(reply, status, signInPage({ action: request.url, email, error, seeded }));

      const minutes = attempts.wait(request.ip, email);
      if (minutes > 0) {
        const unit = minutes === 1 ? 'minute' : 'minutes';
        return again(429, `Too many attempts. Try again in ${minutes} ${unit}.`);
      }
      const [user] = await db.select().from(users).where(eq(users.email, email.trim().toLowerCase()));
      let matches: boolean;
      try {
        matches = await passwordMatches(password, user?.passwordHash ?? null);
      } catch (error) {
        if (!(error instanceof PasswordsBusy)) throw error;
        reply.header('retry-after', error.retryAfterSeconds);
        return again(503, error.message);
      }
      if (!matches || user === undefined) {
        attempts.failed(request.ip, email);
        return again(401, WRONG_SIGN_IN);
      }
      attempts.succeeded(request.ip, email);
      reply.hijack();
      await provider.interactionFinished(request.raw, reply.raw, {
        login: { accountId: user.id, remember: true },
      });
      return reply;
    });
  });

  void app.register(async (rest) => {
    // The provider reads bodies itself.
    rest.removeAllContentTypeParsers();
    rest.addContentTypeParser('*', (_request, _payload, done) => done(null));
    const serve = provider.callback();
    rest.all('/oidc/*', async (request, reply) => {
      reply.hijack();
      const raw = request.raw as typeof request.raw & { originalUrl?: string };
      raw.originalUrl = request.url;
      raw.url = request.url.slice('/oidc'.length);
      await serve(raw, reply.raw);
    });
  });
}
