/** Starts the parts of Acacia in order, and stops them in reverse order. */
import { existsSync } from 'node:fs';
import { messageOf } from '@acacia/base';
import { openBackupStore } from './backup-store/open.ts';
import { connect, type Database } from './database/database.ts';
import { startEmbedded, type EmbeddedServer } from './database/embedded/server.ts';
import { migrate } from './database/migrate.ts';
import { createControlPlane } from './control-plane.ts';
import { createLocalDriver } from './drivers/local/local-driver.ts';
import { refusedSources, sourceEnvironment } from './drivers/local/source-environment.ts';
import { createGateway, type Gateway } from './gateway/gateway.ts';
import { makeControlSocket, removeControlSocket } from './home/control-socket.ts';
import { installationOf } from './home/installation.ts';
import { lockHome } from './home/lock.ts';
import { tightenHome } from './home/tighten.ts';
import { openLog, type Log } from './server/log.ts';
import { checkPort, listenError } from './server/port.ts';
import { acceptedIssuers, inTheClear, type Settings } from './settings.ts';
import { startError } from './errors/start.ts';

export interface Running {
  /** Stops all parts; resolves when they have stopped. */
  stop(): Promise<void>;
  /** Ends processes that would be left behind, at once and without waiting. */
  abandon(): void;
}

/** The parts that were started, to be stopped in reverse order. */
class Started {
  readonly #ends: (() => unknown)[] = [];
  add(end: () => unknown): void {
    this.#ends.push(end);
  }
  async end(onError: (error: unknown) => void): Promise<void> {
    for (const end of this.#ends.splice(0).reverse()) {
      try {
        await end();
      } catch (error) {
        onError(error);
      }
    }
  }
}

async function startDatabase(
  settings: Settings,
  { log, say }: Log,
  started: Started,
  died: (reason: string) => void,
): Promise<{ database: Database; embedded: EmbeddedServer | null; url: string }> {
  let url = settings.databaseUrl;
  let embedded: EmbeddedServer | null = null;
  if (url === null) {
    embedded = await startEmbedded({
      home: settings.home,
      onChange: (state) =>
        state === 'down'
          ? log.error('The embedded database has ended by itself and is started again.')
          : log.warn('The embedded database answers again.'),
    });
    const server = embedded;
    started.add(() => server.stop());
    void server.ended.then((lastWords) => {
      died(`The embedded database has ended by itself and cannot be started again: ${lastWords}`);
    });
    url = server.url;
    if (server.leftover === 'stopped')
      say('Stopped a database server that an earlier start had left behind.');
  }
  const database = connect(url, (error) => log.warn({ err: error }, 'a database connection broke'));
  started.add(() => database.close());
  try {
    await migrate(database.pool);
  } catch (error) {
    if (embedded !== null) throw error;
    throw startError('databaseUnusable', { why: messageOf(error) }).causedBy(error);
  }
  return { database, embedded, url };
}

/**
 * @throws StartError when the port is taken: by the Acacia of this data folder, if one runs, or by another program
 */
async function checkFree({ port, host, home }: Settings): Promise<void> {
  try {
    await checkPort(port, host);
  } catch (error) {
    if (existsSync(home)) lockHome(home)();
    throw error;
  }
}

/**
 * Starts Acacia. When a part fails to start, those started before are stopped again.
 * @param died called when an essential part has ended by itself
 * @throws StartError with a sentence for the person at the terminal
 */
export async function start(settings: Settings, died: (reason: string) => void): Promise<Running> {
  const started = new Started();
  await checkFree(settings);
  started.add(lockHome(settings.home));
  tightenHome(settings.home);
  const output = openLog(settings);
  const { log, say } = output;
  started.add(() => output.flush());
  const onError = (error: unknown) => log.error({ err: error }, 'a part could not be stopped');
  try {
    const { database, embedded, url } = await startDatabase(settings, output, started, died);
    let operationsEnded: Promise<void> = Promise.resolve();
    started.add(() => operationsEnded);
    const backupStore = await openBackupStore(settings.backups);
    // Not awaited: while the store is away, only backups fail.
    backupStore.check().catch((error: unknown) => log.warn(messageOf(error)));
    const driver = createLocalDriver({
      home: settings.home,
      nodePath: process.execPath,
      entry: settings.workspaceServer,
      log,
      backupStore,
      environment: sourceEnvironment(settings, url),
      credentialDays: settings.credentialDays,
    });
    started.add(() => driver.close());

    let gateway: Gateway | undefined;
    const plane = await createControlPlane({
      settings,
      database,
      driver,
      log,
      ownLines: output.ownLines,
      refusedSources: refusedSources(settings, url),
      installation: await installationOf(settings.home),
      gateway: (directory) =>
        (gateway = createGateway({
          directory,
          driver,
          consoleOrigins: [settings.publicUrl],
          issuers: acceptedIssuers(settings),
          log,
          host: settings.host,
          trustedProxies: settings.trustedProxies,
        })),
    });
    started.add(() => plane.app.close());
    // Not awaited before the driver is closed, which ends workspaces that are still starting.
    started.add(() => {
      operationsEnded = plane.stop();
    });
    if (gateway !== undefined) {
      const doors = gateway;
      await doors.start();
      started.add(() => doors.stop());
    }
    await plane.start();
    try {
      await plane.app.listen({ port: settings.port, host: settings.host });
    } catch (error) {
      throw listenError(error, settings.port, settings.host);
    }
    const controlSocket = makeControlSocket(settings.home);
    started.add(() => removeControlSocket(settings.home));
    await plane.control.listen({ path: controlSocket.path });
    started.add(() => plane.control.close());
    controlSocket.restrict();
    const warning = inTheClear(settings);
    if (warning !== null) say(warning);
    say(`Acacia is ready at ${settings.publicUrl}`);
    const link = await plane.firstPasswordLink();
    if (link !== null) {
      output.show(
        `Nobody has set a password for ${link.email} yet. Open this address once, within a day, to set it:\n${link.url}`,
      );
    }

    return {
      async stop() {
        say('Stopping …');
        await started.end(onError);
      },
      abandon: () => embedded?.kill(),
    };
  } catch (error) {
    // Only for the log file: the caller informs the person.
    log.info({ err: error }, 'Acacia could not start');
    await started.end(onError);
    throw error;
  }
}
