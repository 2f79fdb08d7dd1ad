/**
 * Words errors of mail servers for people. The server's own text is never shown: it may reveal addresses, queues and
 * names, or hold anything else that the server's operator wants to be read.
 */

/** The fields used of nodemailer's errors. */
interface Thrown {
  readonly code?: unknown;
  readonly responseCode?: unknown;
  readonly name?: unknown;
}

const partsOf = (error: unknown): Thrown => (error instanceof Error ? error : {});

const statusOf = ({ responseCode }: Thrown): string =>
  typeof responseCode === 'number' ? ` (${responseCode})` : '';

/** Reasons by reply code (RFC 5321, section 4.2). */
const REFUSALS: ReadonlyMap<unknown, string> = new Map([
  [421, 'it takes no mails at this moment'],
  [450, 'the mailbox cannot be used at this moment'],
  [451, 'it had a fault'],
  [452, 'it or the mailbox is full'],
  [550, 'it knows no such mailbox, or takes nothing for it from here'],
  [551, 'the mailbox is elsewhere'],
  [552, 'the mailbox is full, or the mail too large'],
  [553, 'the address is not allowed'],
]);

/** Why a recipient was refused, as the end of a sentence without its full stop. */
export function refusalReason(error: unknown): string {
  const thrown = partsOf(error);
  return `${REFUSALS.get(thrown.responseCode) ?? 'it does not take the mail'}${statusOf(thrown)}`;
}

const NOT_REACHED = new Set(['EDNS', 'ECONNECTION', 'ESOCKET', 'ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND']);

function why(error: unknown): string {
  const thrown = partsOf(error);
  const code = typeof thrown.code === 'string' ? thrown.code : '';
  if (thrown.name === 'AbortError' || thrown.name === 'TimeoutError' || code === 'ETIMEDOUT') {
    return 'did not answer in time';
  }
  if (isAboutCertificate(error)) return 'has a certificate that is not to be trusted';
  if (NOT_REACHED.has(code)) return 'could not be reached';
  if (code === 'EAUTH') return `refused the user and the password of ACACIA_SMTP_URL${statusOf(thrown)}`;
  if (code === 'ETLS' || code === 'EREQUIRETLS') return 'offers no encrypted connection';
  return `did not take the mail${statusOf(thrown)}`;
}

/** By the message, because nodemailer replaces Node's error code with its own. */
const isAboutCertificate = (error: unknown): boolean =>
  error instanceof Error && /certificate/i.test(error.message);

/** The error of a failed delivery: the message is for people, the cause for the log. */
export const mailFault = (error: unknown): Error =>
  new Error(`The mail server ${why(error)}.`, { cause: error });
