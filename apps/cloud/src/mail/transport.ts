/** Transports of mails: SMTP, or files where no server is configured. */
import path from 'node:path';
import { writeDurably } from '@acacia/durable-files';
import { createTransport, type NodemailerError, type SendMailOptions } from 'nodemailer';
import type { BaseLogger } from 'pino';
import { mailFault, refusalReason } from './mail-fault.ts';

export interface Letter {
  /** The same at each attempt; it is in the Message-ID, by which duplicates can be recognised. */
  readonly id: string;
  readonly recipients: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** Address that answers go to; null: the sender. */
  readonly replyTo: string | null;
  readonly createdAt: Date;
}

interface Refusal {
  readonly recipient: string;
  /** The reason, as the end of a sentence without its full stop. */
  readonly reason: string;
  /** Whether a retry is useless. */
  readonly final: boolean;
}

export type Delivery =
  | { readonly kind: 'handed over'; readonly refused: readonly Refusal[] }
  /** No server is configured; `why` says in a sentence where the mail is instead. */
  | { readonly kind: 'kept'; readonly why: string };

export interface MailTransport {
  /** @throws Error with a sentence when the server cannot be reached or accepts nothing; the mail may be tried again */
  deliver(letter: Letter, signal?: AbortSignal): Promise<Delivery>;
}

export interface SmtpSettings {
  readonly url: string;
  /** e.g. `Acacia <acacia@example.org>`. */
  readonly from: string;
}

/** Milliseconds without a reply from the server. */
const PATIENCE = 20_000;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

const messageFor = (from: string, host: string, letter: Letter): SendMailOptions => ({
  from,
  // As objects, so that each is taken as one address, whatever characters it has.
  to: letter.recipients.map((address) => ({ name: '', address })),
  ...(letter.replyTo === null ? {} : { replyTo: { name: '', address: letter.replyTo } }),
  subject: letter.subject,
  text: letter.text,
  date: letter.createdAt,
  messageId: `<${letter.id}@${host}>`,
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
});

const refusalOf = (error: NodemailerError): Refusal => ({
  recipient: error.recipient ?? '',
  reason: refusalReason(error),
  final: error.permanent === true,
});

const isRefusal = (error: unknown): error is NodemailerError & { rejectedErrors: NodemailerError[] } =>
  error instanceof Error &&
  'rejectedErrors' in error &&
  Array.isArray(error.rejectedErrors) &&
  error.rejectedErrors.length > 0;

/**
 * @param host name of this installation, for Message-IDs
 * @param log gets the server's own text
 */
export function smtpTransport({ url, from }: SmtpSettings, host: string, log: BaseLogger): MailTransport {
  const { username, hostname } = new URL(url);
  const transport = createTransport({
    url,
    connectionTimeout: PATIENCE,
    greetingTimeout: PATIENCE,
    socketTimeout: PATIENCE,
    // A password is never sent unencrypted, except to this machine itself.
    requireTLS: username !== '' && !LOOPBACK.has(hostname),
  });
  function refusals(letter: Letter, errors: readonly NodemailerError[]): Delivery {
    for (const err of errors) log.warn({ err, mail: letter.id }, 'the mail server refused a recipient');
    return { kind: 'handed over', refused: errors.map(refusalOf) };
  }

  return {
    async deliver(letter, signal) {
      try {
        const message = messageFor(from, host, letter);
        const sent = await transport.sendMail({ ...message, ...(signal === undefined ? {} : { signal }) });
        return refusals(letter, sent.rejectedErrors ?? []);
      } catch (error) {
        if (isRefusal(error)) return refusals(letter, error.rejectedErrors);
        log.warn({ err: error, mail: letter.id }, 'the mail server failed');
        throw mailFault(error);
      }
    },
  };
}

const KEPT =
  'No mail server is configured (ACACIA_SMTP_URL): the mail was written as a file into the folder mail of the data folder.';

/** @param folder to which each mail is written as a file */
export function fileTransport(folder: string, from: string, host: string): MailTransport {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    async deliver(letter) {
      const { message } = await transport.sendMail(messageFor(from, host, letter));
      const stamp = letter.createdAt.toISOString().replaceAll(/[:.]/g, '-');
      const file = path.join(folder, `${stamp}-${letter.id}.eml`);
      await writeDurably(file, message as Buffer);
      return { kind: 'kept', why: KEPT };
    },
  };
}
