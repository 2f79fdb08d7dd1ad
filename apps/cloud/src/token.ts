/**
 * Prints an access token of a local user, for curl and scripts: `npm run --silent token -- [e-mail]`.
 * Asks the running server, by the key in its data folder.
 */
import { z } from 'zod';
import { KEY_HEADER, readControl, TOKEN_PATH } from './home/control-file.ts';
import { loadSettings } from './settings.ts';

const Answer = z.union([z.object({ token: z.string() }), z.object({ Message: z.string() })]);

async function main(): Promise<void> {
  const { home } = loadSettings(process.env);
  const email = process.argv[2];
  const control = readControl(home);
  const notRunning = `Acacia is not running with the data folder ${home}. Start it with npm start, then ask again.`;
  if (control === null) throw new Error(notRunning);
  let response: Response;
  try {
    response = await fetch(control.url + TOKEN_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [KEY_HEADER]: control.key },
      body: JSON.stringify(email === undefined ? {} : { email }),
    });
  } catch (error) {
    throw new Error(notRunning, { cause: error });
  }
  const answer = Answer.safeParse(await response.json());
  if (!answer.success) throw new Error(notRunning);
  if ('Message' in answer.data) throw new Error(answer.data.Message);
  console.log(answer.data.token);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
