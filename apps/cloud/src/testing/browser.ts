/** A minimal browser for signing in: cookies by path, single redirects, forms. */
import { createHash, randomBytes } from 'node:crypto';

export class Browser {
  readonly origin: string;
  readonly #cookies = new Map<string, { value: string; path: string }>();

  constructor(origin: string) {
    this.origin = origin;
  }

  /** @param form sent as a browser sends a form; undefined: the page is opened */
  async open(url: string, form?: Record<string, string>, headers: Record<string, string> = {}) {
    const target = new URL(url, this.origin);
    const response = await fetch(target, {
      method: form === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      headers: { accept: 'text/html', cookie: this.cookies(target.pathname), ...headers },
      ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
    });
    this.#keep(response);
    return response;
  }

  /** Sends a POST without a body, as a script of a page does. */
  async post(url: string, headers: Record<string, string> = {}) {
    const target = new URL(url, this.origin);
    const response = await fetch(target, {
      method: 'POST',
      headers: { cookie: this.cookies(target.pathname), ...headers },
    });
    this.#keep(response);
    return response;
  }

  /** The Cookie header for a path. */
  cookies(path: string): string {
    return [...this.#cookies]
      .filter(([, { path: under }]) => path.startsWith(under))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
  }

  /** Deletes the cookies whose name matches. */
  forget(name: RegExp): void {
    for (const cookie of this.#cookies.keys()) if (name.test(cookie)) this.#cookies.delete(cookie);
  }

  #keep(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ');
      const name = pair.slice(0, pair.indexOf('='));
      const attribute = (key: string) =>
        attributes.find((part) => part.toLowerCase().startsWith(`${key}=`))?.slice(key.length + 1);
      const expires = attribute('expires');
      const ended = (expires !== undefined && new Date(expires) < new Date()) || attribute('max-age') === '0';
      if (ended) this.#cookies.delete(name);
      else
        this.#cookies.set(name, {
          value: pair.slice(pair.indexOf('=') + 1),
          path: attribute('path') ?? '/',
        });
    }
  }

  /** Follows redirects below a path; resolves with the last response and its URL, or that of a redirect elsewhere. */
  async follow(
    response: Response,
    below = '/oidc/',
    headers: Record<string, string> = {},
  ): Promise<{ response: Response; url: URL }> {
    let current = response;
    for (;;) {
      const url = new URL(current.headers.get('location') ?? current.url, this.origin);
      if (!current.headers.has('location') || !url.pathname.startsWith(below))
        return { response: current, url };
      current = await this.open(url.href, undefined, headers);
    }
  }

  /** Begins a sign-in; resolves with the path to which the form is sent. */
  async form(): Promise<string> {
    const { response } = await this.follow(await this.open(authorization(this.origin).url));
    return /action="([^"]+)"/.exec(await response.text())?.[1] ?? '';
  }
}

interface Authorization {
  readonly verifier: string;
  readonly url: string;
}

/** An authorization request with PKCE. */
export function authorization(origin: string, changes: Record<string, string> = {}): Authorization {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id: 'acacia-console',
    response_type: 'code',
    scope: 'openid profile email',
    redirect_uri: `${origin}/callback`,
    state: 'the-state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource: 'urn:acacia:cloud',
    ...changes,
  });
  return { verifier, url: `/oidc/auth?${query.toString()}` };
}
