/** Wrong passwords, keys, secrets and sessions, many at once, and forged tokens, beside the bystander. */
import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { forgedTokens } from '@acacia/base/testing';
import type { Random } from '../random.ts';
import { GRAPH, type Sent, type Stage } from './stage.ts';

/** Number of connections that one guesser keeps open at a time. */
const AT_ONCE = 24;
const ROUNDS = 200;

/** An attack that must be refused, whatever else its answer may be. */
async function refused(stage: Stage, name: string, url: string, sent: Sent): Promise<void> {
  const answer = await stage.attack(name, url, sent);
  if (answer !== null && answer.status < 400)
    stage.faults.push(`${name} was taken: ${answer.status} ${answer.text.slice(0, 200)}`);
}

const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** Places that a guess is tried at; `word` is another one each time. */
const GUESSES: Readonly<Record<string, (stage: Stage, word: string) => readonly [string, Sent]>> = {
  'a wrong password': ({ workspace }, word) => [
    `${workspace}/gsql/v1/auth/simple`,
    { headers: { authorization: basic('tigergraph', word) } },
  ],
  'a wrong secret as a password': ({ workspace }, word) => [
    `${workspace}/gsql/v1/auth/simple`,
    { headers: { authorization: basic('__GSQL__secret', word) } },
  ],
  'a wrong secret': ({ workspace }, word) => [
    `${workspace}/gsql/v1/auth/simple`,
    { headers: { authorization: `GSQL-Secret ${word}` } },
  ],
  'a wrong secret for a token': ({ workspace }, word) => [
    `${workspace}/gsql/v1/tokens`,
    { json: { secret: word } },
  ],
  'a wrong token': ({ workspace }, word) => [
    `${workspace}/restpp/graph/${GRAPH}/vertices/Person/p1`,
    { headers: { authorization: `Bearer ${word}` } },
  ],
  'a wrong key of the gateway': ({ workspace }, word) => [
    `${workspace}/restpp/graph/${GRAPH}/vertices/Person/p1`,
    { headers: { 'x-acacia-key': word, 'x-acacia-user': 'tigergraph', 'x-acacia-role': 'superuser' } },
  ],
  'a wrong key of the control plane': ({ workspace }, word) => [
    `${workspace}/internal/status`,
    { headers: { 'x-acacia-key': word } },
  ],
  'a wrong token of the cloud': (_stage, word) => [
    '/users/me',
    { headers: { authorization: `Bearer ${word}` } },
  ],
  'a wrong session': ({ stack }, word) => [
    `${stack.origin}/session/token`,
    {
      method: 'POST',
      headers: { origin: stack.origin, cookie: `acacia_console_${stack.port}=${word}` },
    },
  ],
  'a wrong refresh token': ({ stack }, word) => [
    `${stack.origin}/oidc/token`,
    {
      text: `grant_type=refresh_token&client_id=acacia-console&refresh_token=${word}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    },
  ],
  'a wrong code': ({ stack }, word) => [
    `${stack.origin}/oidc/token`,
    {
      text: `grant_type=authorization_code&client_id=acacia-console&redirect_uri=${stack.origin}/callback&code_verifier=${word}&code=${word}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    },
  ],
  'a wrong control key': ({ stack }, word) => [
    `${stack.origin}/internal/token`,
    { json: {}, headers: { 'x-acacia-control': word } },
  ],
};

const Keys = z.object({ keys: z.array(z.record(z.string(), z.unknown())) });
const Issued = z.object({ token: z.string() });

async function forgeries(stage: Stage, until: number): Promise<void> {
  const elsewhere = `${stage.stack.origin}/oidc/jwks`;
  const { keys } = Keys.parse(JSON.parse((await stage.ask(elsewhere)).text));
  const issued = await stage.ask(`${stage.workspace}/gsql/v1/tokens`, { as: 'admin', json: {} });
  const known = { publicKey: keys[0] ?? {}, elsewhere };
  const vertices = `${stage.workspace}/restpp/graph/${GRAPH}/vertices/Person/p1`;
  const places: readonly (readonly [string, string, string])[] = [
    ['a token of the cloud', '/users/me', stage.token('admin')],
    ['a token of the cloud at a workspace', vertices, stage.token('admin')],
    ['a token of a workspace', vertices, Issued.parse(JSON.parse(issued.text)).token],
  ];
  for (const [place, url, real] of places) {
    for (const [name, token] of Object.entries(forgedTokens(real, known))) {
      if (Date.now() >= until) return;
      await refused(stage, `${place} with ${name}`, url, { headers: { authorization: `Bearer ${token}` } });
    }
  }
}

export async function guesses(stage: Stage, random: Random, until: number): Promise<void> {
  await forgeries(stage, until);
  for (let round = 0; round < ROUNDS && Date.now() < until; round++) {
    await Promise.all(
      Array.from({ length: AT_ONCE }, () => {
        const [name, place] = random.pick(Object.entries(GUESSES));
        // As long as a real one.
        const word = createHash('sha256').update(String(random.next())).digest('base64url');
        return refused(stage, name, ...place(stage, word));
      }),
    );
  }
}
