/** Clients that guess passwords as fast as they get answers, in a separate process. */
import { createHash, randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';

const [origin = '', guessers = '', spread = ''] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });

interface Answer {
  readonly status: number;
  readonly cookies: string;
  readonly location: string;
}

function ask(path: string, headers: Record<string, string>, body?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    request(`${origin}${path}`, { agent, method, headers }, (response) => {
      response.resume();
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          cookies: (response.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; '),
          location: response.headers.location ?? '',
        }),
      );
    })
      .on('error', reject)
      .end(body);
  });
}

const begun = await ask(
  `/oidc/auth?${new URLSearchParams({
    client_id: 'acacia-console',
    response_type: 'code',
    scope: 'openid',
    redirect_uri: 'http://localhost:4100/callback',
    code_challenge: createHash('sha256').update('x').digest('base64url'),
    code_challenge_method: 'S256',
  }).toString()}`,
  {},
);
const form = new URL(begun.location, origin).pathname;
const counts: Record<number, number> = {};
/** Each guess comes from another network, so that only the hashing threads slow it down. */
const somewhere = (): string => `10.${[...randomBytes(3)].join('.')}`;

async function guess(): Promise<void> {
  for (;;) {
    const body = new URLSearchParams({ email: 'admin@acacia.local', password: 'wrong' }).toString();
    const { status } = await ask(
      form,
      {
        cookie: begun.cookies,
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': String(body.length),
        'x-forwarded-for': spread === 'everywhere' ? somewhere() : '203.0.113.1',
      },
      body,
    );
    counts[status] = (counts[status] ?? 0) + 1;
  }
}

process.on('message', () => process.send?.(counts));
process.on('disconnect', () => process.exit(0));
await Promise.all(Array.from({ length: Number(guessers) }, guess));
