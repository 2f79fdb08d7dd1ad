/** How mails leave: over SMTP, or into files where no server is configured. */
import path from 'node:path';
import { writeDurably } from '@acacia/durable-files';
import { createTransport, type NodemailerError, type SendMailOptions } from 'nodemailer';

export interface Letter {
  /** The same each time that it is tried: it is in the Message-ID, by which a second copy is known. */
  readonly id: string;
  readonly recipients: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly createdAt: Date;
}

interface Refusal {
  readonly recipient: string;
  /** The server's words. */
  readonly reason: string;
  /** Trying again would be in vain. */
  readonly final: boolean;
}

export type Delivery =
  | { readonly kind: 'handed over'; readonly refused: readonly Refusal[] }
  /** There is no server; where the mail is instead, in a sentence. */
  | { readonly kind: 'kept'; readonly why: string };

export interface MailTransport {
  /** @throws Error in a sentence when the server could not be asked or took nothing; it may be tried again */
  deliver(letter: Letter, signal?: AbortSignal): Promise<Delivery>;
}

export interface SmtpSettings {
  readonly url: string;
  /** e.g. `Acacia <acacia@example.org>`. */
  readonly from: string;
}

/** Milliseconds without a word from the server. */
const PATIENCE = 20_000;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

const messageFor = (from: string, host: string, letter: Letter): SendMailOptions => ({
  from,
  // As objects, so that an address is taken for one address whatever stands in it.
  to: letter.recipients.map((address) => ({ name: '', address })),
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
  reason: error.response ?? error.message,
  final: error.permanent === true,
});

const isRefusal = (error: unknown): error is NodemailerError & { rejectedErrors: NodemailerError[] } =>
  error instanceof Error &&
  'rejectedErrors' in error &&
  Array.isArray(error.rejectedErrors) &&
  error.rejectedErrors.length > 0;

/** @param host name of this installation, for Message-IDs */
export function smtpTransport({ url, from }: SmtpSettings, host: string): MailTransport {
  const { username, hostname } = new URL(url);
  const transport = createTransport({
    url,
    connectionTimeout: PATIENCE,
    greetingTimeout: PATIENCE,
    socketTimeout: PATIENCE,
    // A password never travels in the clear, but to this machine itself.
    requireTLS: username !== '' && !LOOPBACK.has(hostname),
  });
  return {
    async deliver(letter, signal) {
      try {
        const message = messageFor(from, host, letter);
        const sent = await transport.sendMail({ ...message, ...(signal === undefined ? {} : { signal }) });
        return { kind: 'handed over', refused: (sent.rejectedErrors ?? []).map(refusalOf) };
      } catch (error) {
        if (isRefusal(error)) return { kind: 'handed over', refused: error.rejectedErrors.map(refusalOf) };
        const why = error instanceof Error ? error.message : String(error);
        throw new Error(`The mail server could not take the mail: ${why}`, { cause: error });
      }
    },
  };
}

const KEPT =
  'No mail server is configured (ACACIA_SMTP_URL): the mail was written as a file into the folder mail of the data folder.';

/** @param folder where files are written, one for each mail */
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
