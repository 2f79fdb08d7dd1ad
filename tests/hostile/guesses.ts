/** Wrong passwords, tokens and secrets, many at once, beside the bystander. */
import { Buffer } from 'node:buffer';
import type { Random } from '../random.ts';
import type { Stage } from './stage.ts';

/** Number of connections that one guesser keeps open at a time. */
const AT_ONCE = 24;
const ROUNDS = 4;

export async function guesses(stage: Stage, random: Random, until: number): Promise<void> {
  const basic = (user: string, password: string) => ({
    authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
  });
  const wrong = (): Promise<unknown> => {
    const word = String(random.next());
    return random.pick([
      () =>
        stage.attack('a wrong password', `${stage.workspace}/gsql/v1/auth/simple`, {
          headers: basic('tigergraph', word),
        }),
      () => stage.attack('a wrong secret', `${stage.workspace}/gsql/v1/tokens`, { json: { secret: word } }),
      () =>
        stage.attack('a wrong token', `${stage.workspace}/restpp/graph/Canary/vertices/Person/p1`, {
          headers: { authorization: `Bearer ${word}` },
        }),
      () =>
        stage.attack('a wrong token of the cloud', '/users/me', {
          headers: { authorization: `Bearer ${word}` },
        }),
      () =>
        stage.attack('a wrong control key', `${stage.stack.origin}/internal/token`, {
          json: {},
          headers: { 'x-acacia-control': word },
        }),
    ])();
  };
  for (let round = 0; round < ROUNDS && Date.now() < until; round++) {
    await Promise.all(Array.from({ length: AT_ONCE }, wrong));
  }
}
