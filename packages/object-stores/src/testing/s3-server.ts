/**
 * A test server with the parts of S3 that Acacia uses, over HTTP: objects, parts of them, multipart uploads, lists in
 * pages, a public bucket. It enforces the rules of the real one: known keys, hashes of bodies, least sizes of parts.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const KEY_ID = 'test-key';
const SECRET = 'test-secret';
const BUCKET = 'acacia';
/** Holds the same objects. */
const PUBLIC_BUCKET = 'public';
const LEAST_PART = 5 * 2 ** 20;
const PAGE = 100;

export interface TestS3 {
  readonly place: {
    readonly kind: 's3';
    readonly bucket: string;
    readonly prefix: string;
    readonly endpoint: string;
    readonly region: string;
  };
  /** Credentials with which a data source reads from this server. */
  readonly keys: { readonly id: string; readonly secret: string };
  /** Objects by key; a test may change them. */
  readonly objects: Map<string, Buffer>;
  /** Multipart uploads that were neither completed nor aborted. */
  readonly openUploads: () => number;
  /** The next request for an object's content breaks off after half of it. */
  breakNextRead(): void;
  /** The `range` header of each request for content. */
  readonly reads: (string | undefined)[];
  stop(): Promise<void>;
}

class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

interface Reply {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const xml = (tag: string, content: string): Reply => ({
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?><${tag}>${content}</${tag}>`,
});
const etag = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`;

async function checkedBody(request: IncomingMessage): Promise<Buffer> {
  const bytes = await buffer(request);
  const announced = request.headers['x-amz-content-sha256'];
  const actual = createHash('sha256').update(bytes).digest('hex');
  // Requests without a signature announce nothing.
  const signed = request.headers.authorization !== undefined;
  if (signed && announced !== 'UNSIGNED-PAYLOAD' && announced !== actual) {
    throw new Refusal(400, 'XAmzContentSHA256Mismatch', 'The hash of the body is another one.');
  }
  return bytes;
}

export async function startTestS3(): Promise<TestS3> {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = process.env;
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: KEY_ID, AWS_SECRET_ACCESS_KEY: SECRET });
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Map<number, Buffer>>();
  const reads: (string | undefined)[] = [];
  let breaks = false;

  const upload = (query: URLSearchParams) => {
    const parts = uploads.get(query.get('uploadId') ?? '');
    if (parts === undefined) throw new Refusal(404, 'NoSuchUpload', 'There is no such upload.');
    return parts;
  };

  const list = (query: URLSearchParams): Reply => {
    const after = query.get('continuation-token') ?? '';
    const keys = [...objects.keys()]
      .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
      .sort();
    const page = keys.slice(0, PAGE);
    const more = keys.length > PAGE;
    const contents = page.map((key) => {
      const size = objects.get(key)?.length ?? 0;
      const tag = escaped(etag(objects.get(key) ?? Buffer.alloc(0)));
      return `<Contents><Key>${escaped(key)}</Key><Size>${size}</Size><ETag>${tag}</ETag></Contents>`;
    });
    const token = more ? `<NextContinuationToken>${escaped(page.at(-1) ?? '')}</NextContinuationToken>` : '';
    return xml('ListBucketResult', `<IsTruncated>${more}</IsTruncated>${token}${contents.join('')}`);
  };

  const complete = (key: string, query: URLSearchParams, body: string): Reply => {
    const parts = upload(query);
    const numbers = [...body.matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, n]) => Number(n));
    const chosen = numbers.map((number) => {
      const part = parts.get(number);
      if (part === undefined) throw new Refusal(400, 'InvalidPart', `There is no part ${number}.`);
      return part;
    });
    if (chosen.slice(0, -1).some((part) => part.length < LEAST_PART)) {
      throw new Refusal(400, 'EntityTooSmall', 'A part is smaller than 5 MiB.');
    }
    const whole = Buffer.concat(chosen);
    objects.set(key, whole);
    uploads.delete(query.get('uploadId') ?? '');
    return xml('CompleteMultipartUploadResult', `<Key>${escaped(key)}</Key><ETag>${etag(whole)}</ETag>`);
  };

  const answer = async (request: IncomingMessage): Promise<Reply> => {
    const url = new URL(request.url ?? '/', 'http://s3');
    const query = url.searchParams;
    const [, bucket, ...rest] = decodeURIComponent(url.pathname).split('/');
    const key = rest.join('/');
    const body = await checkedBody(request);
    const open = bucket === PUBLIC_BUCKET && request.method === 'GET';
    if (!open && !(request.headers.authorization ?? '').includes(`Credential=${KEY_ID}/`)) {
      throw new Refusal(403, 'InvalidAccessKeyId', 'The key is not known.');
    }
    if (bucket !== BUCKET && !open)
      throw new Refusal(404, 'NoSuchBucket', 'The specified bucket does not exist');
    switch (request.method) {
      case 'GET': {
        if (key === '') return list(query);
        const bytes = objects.get(key);
        if (bytes === undefined) throw new Refusal(404, 'NoSuchKey', 'The specified key does not exist.');
        reads.push(request.headers.range);
        const wanted = request.headers['if-match'];
        if (wanted !== undefined && wanted !== etag(bytes)) {
          throw new Refusal(412, 'PreconditionFailed', 'The object is another one by now.');
        }
        const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
        const headers = { etag: etag(bytes) };
        return from === 0 ? { headers, body: bytes } : { status: 206, headers, body: bytes.subarray(from) };
      }
      case 'PUT': {
        if (query.has('uploadId')) upload(query).set(Number(query.get('partNumber')), body);
        else objects.set(key, body);
        return { headers: { etag: etag(body) } };
      }
      case 'POST': {
        if (query.has('uploadId')) return complete(key, query, body.toString());
        const id = randomUUID();
        uploads.set(id, new Map());
        return xml('InitiateMultipartUploadResult', `<UploadId>${id}</UploadId>`);
      }
      case 'DELETE': {
        if (query.has('uploadId')) uploads.delete(query.get('uploadId') ?? '');
        else objects.delete(key);
        return { status: 204 };
      }
      default:
        throw new Refusal(405, 'MethodNotAllowed', 'The method is not allowed.');
    }
  };

  const server = createServer((request, response) => {
    void answer(request)
      .catch((error: unknown): Reply => {
        const { status, code, message } =
          error instanceof Refusal ? error : new Refusal(500, 'InternalError', String(error));
        return { ...xml('Error', `<Code>${code}</Code><Message>${escaped(message)}</Message>`), status };
      })
      .then(({ status = 200, headers = {}, body = '' }) => {
        const bytes = Buffer.from(body);
        response.writeHead(status, { ...headers, 'content-length': String(bytes.length) });
        if (breaks && request.method === 'GET' && headers['etag'] !== undefined) {
          breaks = false;
          response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
          return;
        }
        response.end(bytes);
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    place: {
      kind: 's3',
      bucket: BUCKET,
      prefix: 'here/',
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
    },
    keys: { id: KEY_ID, secret: SECRET },
    objects,
    reads,
    openUploads: () => uploads.size,
    breakNextRead: () => {
      breaks = true;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      for (const [name, before] of Object.entries({ AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY })) {
        if (before === undefined) delete process.env[name];
        else process.env[name] = before;
      }
    },
  };
}
