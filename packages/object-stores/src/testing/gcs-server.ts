/**
 * A test server with the parts of Google Cloud Storage that Acacia uses: tokens for signed assertions, lists in pages,
 * objects.
 */
import { createVerify, generateKeyPairSync } from 'node:crypto';
import { ranged, serve, type Reply, type Served } from './serve.ts';

const PAGE = 2;
const TOKEN = 'token-of-the-test';

export interface TestGcs extends Served {
  readonly objects: Map<string, Buffer>;
  /** Settings of a data source that may read the bucket `acacia`; the bucket `public` needs none. */
  readonly settings: Readonly<Record<string, string>>;
}

export async function startTestGcs(): Promise<TestGcs> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const objects = new Map<string, Buffer>();
  const json = (value: unknown): Reply => ({ body: JSON.stringify(value) });

  const grant = (body: string): Reply => {
    const [head = '', claims = '', signature = ''] = (new URLSearchParams(body).get('assertion') ?? '').split(
      '.',
    );
    const signed = createVerify('RSA-SHA256')
      .update(`${head}.${claims}`)
      .verify(publicKey, signature, 'base64url');
    const { iss, exp, scope } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<
      string,
      unknown
    >;
    const valid =
      iss === 'loader@test' && Number(exp) > Date.now() / 1000 && String(scope).includes('read_only');
    if (!signed || !valid) return { status: 400, body: 'invalid_grant' };
    return json({ access_token: TOKEN, expires_in: 3600 });
  };

  const server = await serve((request, url, body) => {
    if (url.pathname === '/token') return grant(body);
    const [, bucket = '', key] = /^\/storage\/v1\/b\/([^/]+)\/o(?:\/(.*))?$/.exec(url.pathname) ?? [];
    if (bucket !== 'public' && request.headers.authorization !== `Bearer ${TOKEN}`) {
      return { status: 401, body: 'Anonymous caller does not have storage.objects.list access.' };
    }
    if (key !== undefined) {
      const content = objects.get(decodeURIComponent(key));
      return content === undefined ? { status: 404, body: 'No such object' } : ranged(request, content);
    }
    const after = url.searchParams.get('pageToken') ?? '';
    const keys = [...objects.keys()]
      .filter((name) => name.startsWith(url.searchParams.get('prefix') ?? '') && name > after)
      .sort();
    const page = keys.slice(0, PAGE);
    return json({
      items: page.map((name) => ({ name, size: String(objects.get(name)?.length), generation: '7' })),
      ...(keys.length > PAGE ? { nextPageToken: page.at(-1) } : {}),
    });
  });
  return {
    ...server,
    objects,
    settings: {
      type: 'gcs',
      project_id: 'test',
      private_key_id: 'k1',
      // Escaped like the content of a key file in a text of one line.
      private_key: privateKey.replaceAll('\n', '\\n'),
      client_email: 'loader@test',
      'file.reader.settings.fs.gs.storage.root.url': server.endpoint,
      token_uri: `${server.endpoint}/token`,
    },
  };
}
