/**
 * Prints an access token of a local user, for curl and scripts: `npm run --silent token -- [e-mail]`.
 * The running server issues it over its control socket; it is valid for an hour.
 */
import { messageOf } from '@acacia/base';
import { z } from 'zod';
import { callControl } from './home/control-call.ts';
import { TOKEN_PATH } from './home/control-socket.ts';
import { loadSettings } from './settings.ts';

const Answer = z.object({ token: z.string() });

async function main(): Promise<void> {
  const { home } = loadSettings(process.env);
  const email = process.argv[2];
  const answer = await callControl(home, TOKEN_PATH, email === undefined ? {} : { email });
  console.log(Answer.parse(answer).token);
}

main().catch((error: unknown) => {
  console.error(messageOf(error));
  process.exitCode = 1;
});
