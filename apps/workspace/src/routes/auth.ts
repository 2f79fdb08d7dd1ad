/** Identity of the caller, secrets and tokens. */
import {
  CheckToken,
  DropSecrets,
  DropTokens,
  ExpiredTokens,
  GLOBAL_SCOPE,
  Login,
  Privilege,
  TokenRequest,
  type SimpleAuth,
  type TokenAnswer,
} from '@acacia/contract';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Caller } from '../auth/caller.ts';
import { isAboutQuery } from '../auth/privileges.ts';
import { rolesAt } from '../auth/rights.ts';
import { isKnown } from '../auth/standing.ts';
import { createSecret, dropSecrets, secretByAlias, secretOfValue, secretsOf } from '../auth/secrets.ts';
import { dropAllTokens, dropTokens, issueToken, verifyToken } from '../auth/tokens.ts';
import { callerKnownOf, callerOf } from '../http/admission.ts';
import type { Register } from '../http/calls.ts';
import { gsql, restpp } from '../http/envelopes.ts';
import { problem } from '../errors/problem.ts';
import { jsonBody, pathPart, queryParameters, searchParams } from '../http/request-body.ts';
import type { Services } from '../services.ts';

const GENERATED = 'Generate new JWT token successfully.';
const NONE_EXPIRED =
  'There are no expired tokens: tokens are signed and not stored, and an expired one is refused.';
const SHORTENED = 'Its lifetime is shorter than asked for: no longer one is given here.';

/** `Wed Jul 10 06:12:47 UTC 2024` */
function dateText(date: Date): string {
  const [weekday, day, month, year, time] = date.toUTCString().replace(',', '').split(' ');
  return `${weekday} ${month} ${day} ${time} UTC ${year}`;
}

const CreateSecret = z.object({
  userName: z.string().optional(),
  alias: z.string().optional(),
  value: z.string().optional(),
});

export function authRoutes(on: Register, { engine, credentials, auth }: Services): void {
  /** Privileges on single queries of a graph that the caller has not on all of them. */
  const onQueries = (caller: Caller, graph: string) =>
    Object.fromEntries(
      engine.queries(graph).flatMap(({ name }) => {
        const privileges = Privilege.options.filter(
          (privilege) =>
            isAboutQuery(privilege) &&
            !caller.may(privilege, { graph }) &&
            caller.may(privilege, { graph, query: name }),
        );
        return privileges.length === 0 ? [] : [[name, { privileges }]];
      }),
    );
  const simpleAuth = (caller: Caller): SimpleAuth => {
    const scopes = caller.graph === undefined ? [null, ...engine.graphs()] : [caller.graph];
    const entries = scopes
      .map((graph) => ({
        scope: graph ?? GLOBAL_SCOPE,
        roles: [...rolesAt(caller.rights(), graph)],
        privileges: Privilege.options.filter((privilege) => caller.may(privilege, { graph })),
        queries: graph === null ? {} : onQueries(caller, graph),
      }))
      .filter(
        ({ scope, roles, privileges, queries }) =>
          scope === GLOBAL_SCOPE || roles.length + privileges.length + Object.keys(queries).length > 0,
      );
    return {
      name: caller.name,
      isSuperUser: caller.isSuperuser(),
      roles: Object.fromEntries(entries.map(({ scope, roles }) => [scope, roles])),
      privileges: Object.fromEntries(
        entries.map(({ scope, privileges, queries }) => [
          scope,
          { privileges, ...(Object.keys(queries).length === 0 ? {} : { queries }) },
        ]),
      ),
    };
  };
  // Older clients read the fields at the top, newer ones below `results`.
  on('GET /gsql/v1/auth/simple', (request) => {
    const answer = simpleAuth(callerOf(request));
    return { ...gsql(answer), ...answer };
  });

  /** @param unit seconds of one unit of `lifetime` */
  const issue = async (request: FastifyRequest, wanted: z.output<typeof TokenRequest>, unit: number) => {
    const caller = wanted.secret ? await auth.callerOfSecret(wanted.secret) : callerOf(request);
    if (caller.graph !== undefined && caller.graph !== wanted.graph) {
      throw problem('tokenOfOneGraph', { graph: caller.graph });
    }
    if (wanted.graph && !engine.graphs().includes(wanted.graph)) {
      throw problem('noGraph', { graph: wanted.graph });
    }
    if (!isKnown(credentials, caller.name)) {
      throw problem('noAccessOfTheirOwn', caller);
    }
    const { token, expiresAt, shortened } = await issueToken(credentials, caller.name, {
      graph: wanted.graph || undefined,
      role: credentials.people.isPerson(caller.name) ? (caller.role ?? undefined) : undefined,
      lifetimeSeconds: Math.ceil(Number(wanted.lifetime ?? 0) * unit),
      noLaterThan: caller.until,
    });
    const message = shortened ? `${GENERATED} ${SHORTENED}` : GENERATED;
    return { token, expiresAt, message };
  };
  on('POST /gsql/v1/tokens', async (request): Promise<TokenAnswer> => {
    const { token, expiresAt, message } = await issue(request, jsonBody(request, TokenRequest), 0.001);
    return { error: false, message, token, expiration: dateText(expiresAt), results: { token } };
  });
  // The answer of 3.x, which pyTigerGraph asks for first. Others sign in by password instead of a secret.
  const oldToken = async (request: FastifyRequest, wanted: z.output<typeof TokenRequest>) => {
    const unnamed = request.headers.authorization === undefined && callerKnownOf(request) === undefined;
    if (!wanted.secret && unnamed) {
      throw problem('restppParameterMissing', { name: 'secret' });
    }
    const { token, expiresAt, message } = await issue(request, wanted, 1);
    return {
      code: 'REST-0000',
      expiration: Math.floor(expiresAt.getTime() / 1000),
      error: false,
      message,
      token,
      results: { token },
    };
  };
  on('POST /restpp/requesttoken', (request) => oldToken(request, jsonBody(request, TokenRequest)));
  on('GET /restpp/requesttoken', (request) => oldToken(request, queryParameters(request, TokenRequest)));
  on('DELETE /restpp/requesttoken', async (request) => {
    const { secret, token } = jsonBody(request, z.object({ secret: z.string(), token: z.string() }));
    await auth.callerOfSecret(secret);
    const dropped = await dropTokens(credentials, [token]);
    if (dropped === 0) throw problem('noToken');
    return { code: 'REST-0000', error: false, message: 'Token deleted successfully.' };
  });
  on('DELETE /restpp/expiredtoken', (request) => {
    const { user, secret } = jsonBody(request, ExpiredTokens);
    const caller = callerOf(request);
    const mayAll = caller.may('WRITE_USER', { graph: null });
    const isOwn = (name: string): boolean => name === caller.name;
    if (!mayAll && (user.length + secret.length === 0 || !user.every(isOwn))) {
      throw problem('privilegeMissing', { name: caller.name, privilege: 'WRITE_USER' });
    }
    const unknown = user.find((name) => !isKnown(credentials, name));
    if (unknown !== undefined) throw problem('noUser', { name: unknown });
    for (const value of secret) {
      const owner = secretOfValue(credentials, value)?.owner;
      if (owner === undefined || !(mayAll || isOwn(owner))) throw problem('noSecret', { name: value });
    }
    return restpp(engine, undefined, null, { code: 'REST-0000', message: NONE_EXPIRED });
  });
  on('DELETE /gsql/v1/tokens', async (request) => {
    const { tokens = '', secret } = jsonBody(request, DropTokens);
    const caller = secret ? await auth.callerOfSecret(secret) : callerOf(request);
    if (searchParams(request).get('clear') === 'true') {
      await dropAllTokens(credentials, caller.name);
      return gsql(null, 'All tokens were dropped successfully.');
    }
    const list = tokens.split(',').map((token) => token.trim());
    if (tokens === '') throw problem('tokensMissing');
    const dropped = await dropTokens(credentials, list);
    const message =
      dropped === list.length
        ? 'Successfully dropped the specified JWT tokens'
        : `${dropped} of ${list.length} tokens were dropped.`;
    return gsql({ dropped }, message);
  });
  on('POST /gsql/v1/tokens/check', async (request) => {
    const { token } = jsonBody(request, CheckToken);
    const verdict = await verifyToken(credentials, token);
    if (!verdict.valid) throw problem('tokenNotGood', { why: verdict.reason });
    return gsql(null, `The token ${token} verification succeed.`);
  });

  on('POST /api/auth/login', async (request) => {
    const { username, password } = jsonBody(request, Login);
    const basic = Buffer.from(`${username}:${password}`).toString('base64');
    const caller = await auth.identify({ authorization: `Basic ${basic}` }, auth.addressOf(request.raw));
    if (caller === null) throw problem('shellPasswordWrong');
    const { token } = await issueToken(credentials, caller.name, {
      role: caller.role ?? undefined,
      noLaterThan: caller.until,
    });
    return gsql({ username: caller.name, isSuperUser: caller.isSuperuser(), token });
  });
  on('POST /api/auth/logout', async (request) => {
    const token = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined) throw problem('tokensMissing');
    await dropTokens(credentials, [token]);
    return gsql(null, 'Signed out.');
  });

  on('GET /gsql/v1/secrets', (request) => gsql(secretsOf(credentials, callerOf(request).name)));
  on('POST /gsql/v1/secrets', async (request) => {
    if (callerOf(request).graph !== undefined) {
      throw problem('secretsNeedWholeToken');
    }
    const body = jsonBody(request, CreateSecret);
    const given = { ...body, ...queryParameters(request, CreateSecret) };
    const caller = callerOf(request);
    const owner = given.userName || caller.name;
    if (owner === caller.name)
      return gsql(await createSecret(credentials, caller, given), 'Secret created successfully.');
    if (!caller.isSuperuser()) throw problem('secretsOfOthers');
    if (!Object.hasOwn(credentials.current.users, owner)) throw problem('noUser', { name: owner });
    const secret = await createSecret(credentials, { name: owner, role: null, until: caller.until }, given);
    return gsql(secret, 'Secret created successfully.');
  });
  on('DELETE /gsql/v1/secrets', async (request) => {
    const { secrets } = jsonBody(request, DropSecrets);
    await dropSecrets(credentials, callerOf(request).name, secrets);
    return gsql(null, `Successfully removed the secrets for user ${callerOf(request).name}.`);
  });
  on('GET /gsql/v1/secrets/:alias', (request) =>
    gsql(secretByAlias(credentials, callerOf(request).name, pathPart(request, 'alias'))),
  );
  on('DELETE /gsql/v1/secrets/:alias', async (request) => {
    await dropSecrets(credentials, callerOf(request).name, [pathPart(request, 'alias')]);
    return gsql(null, `Successfully removed the secrets for user ${callerOf(request).name}.`);
  });
}
