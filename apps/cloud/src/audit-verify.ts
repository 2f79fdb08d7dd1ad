/**
 * Verifies the audit log by its seals: `npm run audit-verify -- [--noted NUMBER:HASH]`.
 * Ends with 1 when something is not whole.
 */
import { messageOf } from '@acacia/base';
import { parseArgs } from 'node:util';
import { AuditReport, NotedSeal, verifyAudit } from './audit/verify.ts';
import { callControl, NotRunning } from './home/control-call.ts';
import { AUDIT_PATH } from './home/control-socket.ts';
import { OWNER_ONLY } from './home/tighten.ts';
import { openOffline } from './offline/open.ts';
import { loadSettings, type Settings } from './settings.ts';

const USAGE = `Usage: npm run audit-verify -- [--noted NUMBER:HASH]

Finds rows of the audit log that were changed, removed or put in. With a newest seal that you noted at an earlier time,
it also finds a log that was cut off, or sealed anew as a whole.`;

class Misused extends Error {}

function notedSeal(text: string | undefined): NotedSeal | null {
  if (text === undefined) return null;
  const [number, hash] = text.split(':');
  const seal = NotedSeal.safeParse({ number: Number(number), hash });
  if (!seal.success)
    throw new Misused('--noted must be a number and a hash, as an earlier run has printed them.');
  return seal.data;
}

/** The report of the running Acacia, or of the data folder when none runs. */
async function reportOf(settings: Settings, noted: NotedSeal | null): Promise<AuditReport> {
  try {
    return AuditReport.parse(await callControl(settings.home, AUDIT_PATH, { noted }));
  } catch (error) {
    if (!(error instanceof NotRunning)) throw error;
  }
  const offline = await openOffline(settings);
  try {
    return await verifyAudit(offline.db, noted, new Date());
  } finally {
    await offline.close();
  }
}

const minute = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`;
const rows = (count: number): string => `${count} ${count === 1 ? 'row' : 'rows'}`;

function* linesOf(report: AuditReport): Generator<string> {
  const { whole, newest, sealedSince, oldestRow, unsealed, findings, more } = report;
  const from = oldestRow === null ? '' : `, the oldest of ${minute(oldestRow)}`;
  yield `${rows(whole)} of the audit log ${whole === 1 ? 'is' : 'are'} as sealed${from}.`;
  if (sealedSince !== null)
    yield `The first seal is of ${minute(sealedSince)}: earlier changes cannot be seen.`;
  if (unsealed > 0) yield `${rows(unsealed)} ${unsealed === 1 ? 'is' : 'are'} not sealed yet.`;
  if (newest !== null) {
    yield `Newest seal: ${newest.number}:${newest.hash}`;
    yield 'Note it elsewhere; given with --noted it shows a log that was cut off or sealed anew.';
  }
  if (findings.length === 0) return;
  yield '';
  yield 'NOT WHOLE:';
  yield* findings;
  if (more > 0) yield `… and ${more} more.`;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { noted: { type: 'string' }, help: { type: 'boolean', default: false } },
  });
  if (values.help) {
    console.log(USAGE);
    return;
  }
  const report = await reportOf(loadSettings(process.env), notedSeal(values.noted));
  for (const line of linesOf(report)) console.log(line);
  if (report.findings.length > 0) process.exitCode = 1;
}

process.umask(OWNER_ONLY);
main().catch((error: unknown) => {
  const message = messageOf(error);
  const misused =
    error instanceof Misused || (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS') === true;
  console.error(misused ? `${message}\n\n${USAGE}` : message);
  process.exitCode = misused ? 2 : 1;
});
