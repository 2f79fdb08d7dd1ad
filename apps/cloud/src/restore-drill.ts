/**
 * Verifies backups by restoring them in a place of their own and comparing every checksum:
 * `npm run restore-drill -- [--workspace NAME|ID] [--backup TAG|ID] [--all]`.
 * Ends with 1 when a backup is not proved, or when there is none.
 */
import { messageOf } from '@acacia/base';
import { parseArgs } from 'node:util';
import { openProver, type Prover } from './drill/prover.ts';
import { columnWidths, tableRow } from './drill/table.ts';
import { OWNER_ONLY } from './home/tighten.ts';
import { DrillChoice, type DrillBackup } from './resources/backups/drill.ts';
import { loadSettings } from './settings.ts';

const USAGE = `Usage: npm run restore-drill -- [--workspace NAME|ID] [--backup TAG|ID] [--all]

Proves the newest backup of every database, or those that are chosen, by restoring each in a place of its own.`;

const HEADINGS = ['Workspace', 'Database', 'Backup', 'Taken (UTC)', 'Size', 'Verdict', 'Compared'];
const VERDICTS = { true: 'proved', false: 'NOT PROVED' } as const;

const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`;

const describe = ({ workspace, database, tag, time, sizeBytes }: DrillBackup): string[] => [
  workspace,
  database,
  tag,
  time.slice(0, 16).replace('T', ' '),
  megabytes(sizeBytes),
];

/** Verifies the backups and prints a row for each. @returns the number of those that were not proved */
async function drill(prover: Prover, chosen: readonly DrillBackup[]): Promise<number> {
  const widths = columnWidths([HEADINGS, ...chosen.map((backup) => [...describe(backup), VERDICTS.false])]);
  console.log(tableRow(HEADINGS, widths));
  let failures = 0;
  for (const backup of chosen) {
    const { proved, findings } = await prover.prove(backup.id);
    if (!proved) failures += 1;
    const [first = '', ...others] = findings;
    console.log(tableRow([...describe(backup), VERDICTS[`${proved}`], first], widths));
    for (const finding of others)
      console.log(tableRow([...HEADINGS.slice(1).map(() => ''), finding], widths));
  }
  return failures;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      workspace: { type: 'string' },
      backup: { type: 'string' },
      all: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const { help, ...choice } = values;
  if (help) {
    console.log(USAGE);
    return;
  }
  const prover = await openProver(loadSettings(process.env));
  try {
    const chosen = await prover.choose(DrillChoice.parse(choice));
    if (chosen.length === 0) throw new Error('There is no backup to prove that was so chosen.');
    const failures = await drill(prover, chosen);
    console.log(`\n${chosen.length - failures} of ${chosen.length} backups proved.`);
    if (failures > 0) process.exitCode = 1;
  } finally {
    await prover.close();
  }
}

process.umask(OWNER_ONLY);
main().catch((error: unknown) => {
  const message = messageOf(error);
  const misused = (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS') === true;
  console.error(misused ? `${message}\n\n${USAGE}` : message);
  process.exitCode = misused ? 2 : 1;
});
