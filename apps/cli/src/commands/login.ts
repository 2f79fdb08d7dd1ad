/** `acacia login`, `logout`: a credential for a server, kept in the person's folder of settings. */
import { createCloudClient } from '@acacia/api-client';
import { API_KEY_PATTERN } from '@acacia/contract';
import { Command } from 'commander';
import { UsageError } from '../failure.ts';
import { chosenServer } from '../session/connection.ts';
import { dropCredential, storeCredential } from '../session/credentials.ts';
import { revoke, signInByDevice } from '../session/device.ts';
import type { Terminal } from '../terminal.ts';
import type { CommonOptions } from '../verbs/verb.ts';

/** @throws UsageError when the text is no API key */
async function askForKey(terminal: Terminal): Promise<string> {
  const asked = terminal.isInteractive ? await terminal.ask('API key: ') : await terminal.readInput();
  const key = asked.trim();
  if (!API_KEY_PATTERN.test(key)) throw new UsageError('This is no API key: one begins with ak_.');
  return key;
}

interface LoginOptions extends CommonOptions {
  readonly key?: boolean;
}

/** @throws CloudError when the server refuses the key */
async function loginByKey(terminal: Terminal, server: string): Promise<string> {
  const api_key = await askForKey(terminal);
  const organization = await createCloudClient(`${server}/api`, async () => api_key).getMyOrganization({});
  await storeCredential(terminal, server, { api_key });
  return `an API key of ${organization.org_display_name}`;
}

async function loginByDevice(terminal: Terminal, server: string): Promise<string> {
  const credential = await signInByDevice(server, ({ code, page }) => {
    terminal.err(`Open ${page}\nand check that the page shows the code ${code}\n`);
  });
  await storeCredential(terminal, server, credential);
  const token = 'access_token' in credential ? credential.access_token : '';
  const me = await createCloudClient(`${server}/api`, async () => token).getMe({});
  return me.email;
}

export function loginCommand(terminal: Terminal): Command {
  const command = new Command('login')
    .description('Sign in: in a browser, or with an API key')
    .option('--key', 'Ask for an API key, or read it from standard input.');
  return command.action(async () => {
    const { server: option, key } = command.optsWithGlobals<LoginOptions>();
    const server = await chosenServer(terminal, option);
    const who = key === true ? await loginByKey(terminal, server) : await loginByDevice(terminal, server);
    terminal.err(`Signed in to ${server} with ${who}.\n`);
  });
}

export function logoutCommand(terminal: Terminal): Command {
  const command = new Command('logout').description('End the sign-in, and forget the credential');
  return command.action(async () => {
    const server = await chosenServer(terminal, command.optsWithGlobals<CommonOptions>().server);
    const dropped = await dropCredential(terminal, server);
    if (dropped !== undefined && 'refresh_token' in dropped) await revoke(server, dropped.refresh_token);
    terminal.err(
      dropped === undefined ? `You are not signed in to ${server}.\n` : `Signed out of ${server}.\n`,
    );
  });
}
