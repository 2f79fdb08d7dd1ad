/** Logos of organisations: read from a call or an address, stored, and served (docs/adr/0054-logos.md). */
import { createHash } from 'node:crypto';
import { LOGO_BYTES, LOGO_PIXELS, LOGO_UPLOAD, ORG_TEXTS, type LogoType } from '@acacia/contract';
import { ObjectStoreError, readSmall, type SourceNetwork } from '@acacia/object-stores';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Database, Db } from '../../database/database.ts';
import { organizationLogos } from '../../database/organization-tables.ts';
import { badField, notFound } from '../../errors/problem.ts';
import { pictureOf } from './picture.ts';

const FOLDER = '/api/logos/';
/** Milliseconds in which an address must have given its picture. */
const FETCH_MS = 10_000;

interface Logo {
  readonly hash: string;
  readonly type: LogoType;
  readonly content: Buffer;
}

export const logoPath = ({ hash }: Pick<Logo, 'hash'>): string => `${FOLDER}${hash}`;

const unusable = (reason: string) => badField('logoUrl', 'logoUnusable', { reason });

/** @throws Problem when the content is no picture within the limits */
function judged(content: Buffer): Logo {
  if (content.length > LOGO_BYTES) {
    throw unusable(`The logo has ${Math.ceil(content.length / 1024)} KB; it may have ${LOGO_BYTES / 1024}.`);
  }
  const picture = pictureOf(content);
  if (picture === null) throw unusable(ORG_TEXTS.logoAddress);
  const { type, width, height } = picture;
  if (Math.min(width, height) < 1 || Math.max(width, height) > LOGO_PIXELS) {
    throw unusable(
      `The logo has ${width} × ${height} pixels; each side may have from 1 to ${LOGO_PIXELS.toLocaleString('en')}.`,
    );
  }
  return { hash: createHash('sha256').update(content).digest('hex'), type, content };
}

function addressOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) throw unusable(ORG_TEXTS.logoAddress);
  return url;
}

/**
 * The logo that a text gives: a `data:` address, or a web address, which is read once.
 * @throws Problem naming the field logoUrl when there is no picture within the limits
 */
export async function readLogo(text: string, network: SourceNetwork): Promise<Logo> {
  const upload = LOGO_UPLOAD.exec(text);
  if (upload !== null) return judged(Buffer.from(text.slice(upload[0].length), 'base64'));
  const url = addressOf(text);
  try {
    return judged(await readSmall(url, network, LOGO_BYTES, AbortSignal.timeout(FETCH_MS)));
  } catch (error) {
    const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
    if (!isTimeout && !(error instanceof ObjectStoreError)) throw error;
    throw Object.assign(badField('logoUrl', 'logoNotFetched'), { cause: error });
  }
}

/** Stores the logo of an organisation in place of another; null: it has none any more. */
export async function storeLogo(tx: Db, orgId: string, logo: Logo | null): Promise<void> {
  if (logo === null) {
    await tx.delete(organizationLogos).where(eq(organizationLogos.orgId, orgId));
    return;
  }
  await tx
    .insert(organizationLogos)
    .values({ orgId, ...logo })
    .onConflictDoUpdate({ target: organizationLogos.orgId, set: { ...logo } });
}

/** A picture is shown, and does nothing: also where somebody opens its address. */
const HEADERS = {
  'content-security-policy': "default-src 'none'; sandbox",
  // The address changes with the content.
  'cache-control': 'public, max-age=31536000, immutable',
};

/** `GET /api/logos/HASH`: the picture, without a sign-in, since pages show it by its address alone. */
export function logoRoutes(app: FastifyInstance, db: Database['db']): void {
  app.get<{ Params: { hash: string } }>(`${FOLDER}:hash`, async ({ params }, reply) => {
    const { hash } = params;
    const [logo] = /^[0-9a-f]{64}$/.test(hash)
      ? await db.select().from(organizationLogos).where(eq(organizationLogos.hash, hash)).limit(1)
      : [];
    if (logo === undefined) throw notFound('logo');
    return reply.headers(HEADERS).type(logo.type).send(logo.content);
  });
}
