/** Verifies backups for a restore drill: through the running Acacia, or on its data and backups when none runs. */
import { z } from 'zod';
import { openBackupStore } from '../backup-store/open.ts';
import type { BackupProof } from '../drivers/driver.ts';
import { createLocalDriver } from '../drivers/local/local-driver.ts';
import { callControl, NotRunning } from '../home/control-call.ts';
import { BACKUPS_PATH, PROOF_PATH } from '../home/control-socket.ts';
import { openOffline } from '../offline/open.ts';
import { chooseBackups, DrillBackup, proveBackup, type DrillChoice } from '../resources/backups/drill.ts';
import type { Settings } from '../settings.ts';

export interface Prover {
  choose(choice: z.output<typeof DrillChoice>): Promise<DrillBackup[]>;
  prove(backupId: string): Promise<BackupProof>;
  close(): Promise<void>;
}

const Chosen = z.object({ backups: z.array(DrillBackup) });
const Proof = z.object({ proved: z.boolean(), findings: z.array(z.string()) });

const byServer = (home: string): Prover => ({
  choose: async (choice) => Chosen.parse(await callControl(home, BACKUPS_PATH, choice)).backups,
  prove: async (id) => Proof.parse(await callControl(home, PROOF_PATH, { id })),
  close: async () => undefined,
});

/** A prover that opens the database and the data folder itself; no Acacia can start on them meanwhile. */
async function alone(settings: Settings): Promise<Prover> {
  const offline = await openOffline(settings);
  const { db, log } = offline;
  try {
    const driver = createLocalDriver({
      home: settings.home,
      nodePath: process.execPath,
      entry: settings.workspaceServer,
      log,
      backupStore: await openBackupStore(settings.backups),
    });
    offline.onClose(() => driver.close());
    return {
      choose: (choice) => chooseBackups(db, choice),
      prove: (id) => proveBackup(db, driver, log, id),
      close: () => offline.close(),
    };
  } catch (error) {
    await offline.close();
    throw error;
  }
}

/** Whether a server runs on the data folder. */
async function answers(home: string): Promise<boolean> {
  try {
    await callControl(home, BACKUPS_PATH, {});
    return true;
  } catch (error) {
    if (error instanceof NotRunning) return false;
    throw error;
  }
}

export const openProver = async (settings: Settings): Promise<Prover> =>
  (await answers(settings.home)) ? byServer(settings.home) : alone(settings);
