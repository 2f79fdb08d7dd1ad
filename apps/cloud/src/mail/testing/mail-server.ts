/** A real SMTP server that records the mails it receives. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

interface Received {
  readonly from: string;
  readonly to: readonly string[];
  /** Header lines, unfolded, and the decoded text. */
  readonly headers: string;
  readonly text: string;
  readonly secure: boolean;
  readonly user: string | undefined;
}

export interface MailServer {
  readonly port: number;
  readonly received: readonly Received[];
  /** Recipients that are refused, with the code of the refusal. */
  readonly refuses: Map<string, number>;
  /** Errors of connections that clients broke off. */
  readonly clientFaults: readonly string[];
  stop(): Promise<void>;
}

function decodeQuotedPrintable(text: string): string {
  const bytes = text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function parse(raw: string): Pick<Received, 'headers' | 'text'> {
  const end = raw.indexOf('\r\n\r\n');
  const headers = raw.slice(0, end).replaceAll(/\r\n[ \t]+/g, ' ');
  const body = raw.slice(end + 4);
  const text = /^content-transfer-encoding: quoted-printable/im.test(headers)
    ? decodeQuotedPrintable(body)
    : body;
  return { headers, text: text.replaceAll('\r\n', '\n') };
}

/** @param port to listen on, the same one again after a restart; 0: any */
export async function startMailServer(options: SMTPServerOptions = {}, port = 0): Promise<MailServer> {
  const received: Received[] = [];
  const refuses = new Map<string, number>();
  const clientFaults: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo({ address }, _session, callback) {
      const code = refuses.get(address);
      if (code === undefined) return callback();
      callback(Object.assign(new Error(`No such mailbox ${address}`), { responseCode: code }));
    },
    onData(stream, session, callback) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          ...parse(Buffer.concat(parts).toString('latin1')),
          secure: session.secure,
          user: typeof session.user === 'string' ? session.user : undefined,
        });
        callback();
      });
    },
    ...options,
  });
  // Some tests are about clients that break off.
  server.on('error', (error) => clientFaults.push(error.message));
  const listening = server.listen(port, '127.0.0.1');
  await once(listening, 'listening');
  return {
    port: (listening.address() as AddressInfo).port,
    received,
    refuses,
    clientFaults,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
