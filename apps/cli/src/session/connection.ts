/** A connection to a server with the caller's credential. */
import {
  createCloudClient,
  createWorkspaceClient,
  type CloudClient,
  type WorkspaceClient,
} from '@acacia/api-client';
import { SignInNeeded, UsageError } from '../failure.ts';
import type { Terminal } from '../terminal.ts';
import { changeCredentials, readCredentials, type Credential } from './credentials.ts';
import { refreshed } from './device.ts';

const USUAL_SERVER = 'http://localhost:4100';
/** Seconds before its end at which an access token is renewed. */
const EARLY_SECONDS = 30;

export interface Connection {
  readonly server: string;
  readonly cloud: CloudClient;
  workspace(origin: string): WorkspaceClient;
  readonly getToken: (refused?: string) => Promise<string | null>;
}

/** @throws UsageError for a text that is no address of a server */
function serverOf(text: string): string {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.pathname !== '/') {
    throw new UsageError(`--server: "${text}" is no address such as ${USUAL_SERVER}.`);
  }
  return url.origin;
}

/** The server that a command is for. */
export async function chosenServer(terminal: Terminal, option: string | undefined): Promise<string> {
  const named = option ?? terminal.env['ACACIA_URL'];
  if (named !== undefined) return serverOf(named);
  return (await readCredentials(terminal)).current ?? USUAL_SERVER;
}

const isFresh = (credential: Credential, refused: string | undefined): boolean =>
  'api_key' in credential ||
  (credential.access_token !== refused && credential.expires_at - EARLY_SECONDS > Date.now() / 1000);

const secretOf = (credential: Credential): string =>
  'api_key' in credential ? credential.api_key : credential.access_token;

/** The stored credential's token, renewed by one command at a time: a refresh token is good once. */
async function storedToken(terminal: Terminal, server: string, refused?: string): Promise<string> {
  const needed = (): SignInNeeded =>
    new SignInNeeded(`You are not signed in to ${server}. Run: acacia login --server ${server}`);
  const stored = (await readCredentials(terminal)).servers[server];
  if (stored === undefined) throw needed();
  if (isFresh(stored, refused)) return secretOf(stored);
  return changeCredentials(terminal, async (now) => {
    const found = now.servers[server];
    if (found === undefined) throw needed();
    if ('api_key' in found || isFresh(found, refused)) return { next: now, result: secretOf(found) };
    const renewed = await refreshed(server, found.refresh_token);
    if (renewed === null) {
      throw new SignInNeeded(`The sign-in to ${server} has ended. Run: acacia login --server ${server}`);
    }
    const next = { ...now, servers: { ...now.servers, [server]: renewed } };
    return { next, result: secretOf(renewed) };
  });
}

/** @param option value of `--server` */
export async function connect(terminal: Terminal, option: string | undefined): Promise<Connection> {
  const server = await chosenServer(terminal, option);
  const given = terminal.env['ACACIA_API_KEY'];
  const getToken = async (refused?: string): Promise<string> =>
    given === undefined || given === '' ? storedToken(terminal, server, refused) : given;
  return {
    server,
    getToken,
    cloud: createCloudClient(`${server}/api`, getToken),
    workspace: (origin) => createWorkspaceClient(origin, getToken),
  };
}
