/**
 * A test server with the parts of Azure Blob Storage that Acacia uses: Shared Key and bearer tokens, lists in pages,
 * blobs.
 */
import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { ranged, serve, type Reply, type Served } from './serve.ts';

const ACCOUNT = 'acacia';
const KEY = Buffer.from('the key of the test account').toString('base64');
const TOKEN = 'token-of-the-test';
const PAGE = 2;

export interface TestAzure extends Served {
  /** Blobs of the container `data`; its twin `public` needs no credentials. */
  readonly blobs: Map<string, Buffer>;
  readonly keySettings: Readonly<Record<string, string>>;
  readonly principalSettings: Readonly<Record<string, string>>;
  readonly connectionSettings: Readonly<Record<string, string>>;
}

/** "Authorize with Shared Key", from the request as it came. */
function signature(request: IncomingMessage, url: URL): string {
  const { headers } = request;
  const ours = Object.keys(headers)
    .filter((name) => name.startsWith('x-ms-'))
    .sort()
    .map((name) => `${name}:${String(headers[name])}`);
  const standard = [
    request.method,
    headers['content-encoding'],
    headers['content-language'],
    '', // content-length is empty when it is 0
    headers['content-md5'],
    headers['content-type'],
    headers.date,
    headers['if-modified-since'],
    headers['if-match'],
    headers['if-none-match'],
    headers['if-unmodified-since'],
    headers.range,
  ].map((value) => value ?? '');
  const query = [...url.searchParams.keys()].sort().map((name) => `${name}:${url.searchParams.get(name)}`);
  const text = [...standard, ...ours, `/${ACCOUNT}${url.pathname}`, ...query].join('\n');
  return createHmac('sha256', Buffer.from(KEY, 'base64')).update(text, 'utf8').digest('base64');
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

export async function startTestAzure(): Promise<TestAzure> {
  const blobs = new Map<string, Buffer>();

  const grant = (body: string): Reply => {
    const form = new URLSearchParams(body);
    if (form.get('client_id') !== 'app' || form.get('client_secret') !== 'word') {
      return { status: 401, body: 'invalid_client' };
    }
    return { body: JSON.stringify({ access_token: TOKEN, expires_in: 3600 }) };
  };

  const list = (url: URL): Reply => {
    const after = url.searchParams.get('marker') ?? '';
    const keys = [...blobs.keys()]
      .filter((name) => name.startsWith(url.searchParams.get('prefix') ?? '') && name > after)
      .sort();
    const page = keys.slice(0, PAGE);
    const entries = page.map((name) => {
      const length = blobs.get(name)?.length ?? 0;
      return `<Blob><Name>${escaped(name)}</Name><Properties><Etag>0x1</Etag><Content-Length>${length}</Content-Length></Properties></Blob>`;
    });
    const next = keys.length > PAGE ? escaped(page.at(-1) ?? '') : '';
    return {
      body: `<?xml version="1.0"?><EnumerationResults><Blobs>${entries.join('')}</Blobs><NextMarker>${next}</NextMarker></EnumerationResults>`,
    };
  };

  const server = await serve((request, url, body) => {
    if (url.pathname === '/token') return grant(body);
    const [, container = '', ...rest] = decodeURIComponent(url.pathname).split('/');
    const { authorization } = request.headers;
    const known = [`SharedKey ${ACCOUNT}:${signature(request, url)}`, `Bearer ${TOKEN}`];
    if (container !== 'public' && !known.includes(authorization ?? '')) {
      return { status: 403, body: '<Error><Code>AuthenticationFailed</Code></Error>' };
    }
    if (url.searchParams.get('comp') === 'list') return list(url);
    const content = blobs.get(rest.join('/'));
    return content === undefined
      ? { status: 404, body: '<Code>BlobNotFound</Code>' }
      : ranged(request, content);
  });
  const { endpoint } = server;
  return {
    ...server,
    blobs,
    keySettings: { type: 'abs', 'account.key': KEY, endpoint },
    principalSettings: {
      type: 'abs',
      'client.id': 'app',
      'client.secret': 'word',
      'tenant.id': 'us',
      endpoint,
      'fs.azure.account.oauth2.client.endpoint': `${endpoint}/token`,
    },
    connectionSettings: {
      type: 'abs',
      'connection.string': `DefaultEndpointsProtocol=http;AccountName=${ACCOUNT};AccountKey=${KEY};BlobEndpoint=${endpoint}/;`,
    },
  };
}
