/** State shared by the runs: a workgroup, its main workspace with data that are written to, and temporary objects. */
import { IN_PROGRESS, type Workspace } from '@acacia/contract';
import { Acacia, FIRST_VERSION, until } from './acacia.ts';
import { makeGraph, read, type Door } from './data.ts';
import { differences, Ledger, type Content, type Found } from './ledger.ts';
import { Writer } from './writer.ts';

/** Milliseconds; a busy machine takes its time. */
const SETTLED = 120_000;

/** The first start of a workspace on a quiet machine; later ones are quicker, because Node keeps compiled code. */
const QUIET_MS = 1500;
const MOST_PACE = 4;

/** A time zone in which the window for upgrades is neither now nor soon: runs must meet no action but their own. */
function quietTimeZone(now: Date): string {
  const SATURDAY = 6;
  if (now.getUTCDay() === SATURDAY) return 'Etc/GMT+12';
  return now.getUTCDay() === 0 ? 'Pacific/Kiritimati' : 'UTC';
}

export interface Reader {
  readonly workspaceId: string;
  /** Content of its snapshot. */
  content: Content;
}

export interface KnownBackup {
  readonly id: string;
  readonly content: Content;
}

export class World {
  readonly acacia: Acacia;
  readonly ledger = new Ledger();
  readonly writer: Writer;
  /** Rough factor by which this machine is slower than a quiet one. */
  pace = 1;
  workgroupId = '';
  mainId = '';
  /** A read-only workspace on the main database. */
  reader: Reader | undefined;
  /** A further read-write workspace with a separate database. */
  spareId: string | undefined;
  backups: KnownBackup[] = [];
  #mainHost = '';
  #names = 0;

  private constructor(acacia: Acacia) {
    this.acacia = acacia;
    this.writer = new Writer(this.ledger, () => ({ host: this.#mainHost, token: acacia.token }));
  }

  static async create(): Promise<World> {
    const world = new World(await Acacia.create());
    try {
      await world.#prepare();
      return world;
    } catch (error) {
      await world.acacia.stop();
      throw error;
    }
  }

  async #prepare(): Promise<void> {
    const { cloud } = this.acacia;
    const group = await cloud.createWorkgroup({
      body: { name: 'Faults', cloud_provider_id: 'aws', platform: 'AWS', region: 'us-east-1' },
    });
    this.workgroupId = group.workgroup_id;
    const begun = performance.now();
    const main = await this.createWorkspace(await this.createDatabase());
    this.mainId = main.workspace_id;
    await this.active(this.mainId);
    this.pace = Math.min(MOST_PACE, Math.max(1, (performance.now() - begun) / QUIET_MS));
    this.#mainHost = `http://${main.nginx_host}`;
    await makeGraph({ host: this.#mainHost, token: this.acacia.token });
    for (let count = 0; count < 20; count++) await this.writer.once();
  }

  /** A name that nothing else has. */
  name(prefix: string): string {
    this.#names += 1;
    return `${prefix}${this.#names}`;
  }

  place(workspaceId: string): { workgroup_id: string; workspace_id: string } {
    return { workgroup_id: this.workgroupId, workspace_id: workspaceId };
  }

  async createDatabase(): Promise<string> {
    const params = { workgroup_id: this.workgroupId };
    return (await this.acacia.cloud.createDatabase({ params, body: { name: this.name('db') } })).database_id;
  }

  /** Asks for a workspace; it is Pending at first. */
  createWorkspace(databaseId: string, wish: { name?: string; is_rw?: boolean } = {}): Promise<Workspace> {
    return this.acacia.cloud.createWorkspace({
      params: { workgroup_id: this.workgroupId },
      body: {
        name: this.name('ws'),
        tg_database_id: databaseId,
        tg_version: FIRST_VERSION,
        workspace_type_name: 'TG-00',
        maintenance_window_time_zone: quietTimeZone(new Date()),
        ...wish,
      },
    });
  }

  workspace(workspaceId: string): Promise<Workspace> {
    return this.acacia.cloud.getWorkspace({ params: this.place(workspaceId) });
  }

  workspaces(): Promise<Workspace[]> {
    return this.acacia.cloud.listWorkspaces({ params: { workgroup_id: this.workgroupId } });
  }

  /** Waits until nothing is under way on it. */
  settled(workspaceId: string): Promise<Workspace> {
    return until(`A status of ${workspaceId} at which it rests`, SETTLED, async () => {
      const workspace = await this.workspace(workspaceId);
      // While a replica is being recovered, most actions are refused.
      const recovering = workspace.status === 'Active' && workspace.condition_type === 'Degraded';
      return IN_PROGRESS.has(workspace.status) || recovering ? undefined : workspace;
    });
  }

  async resumeFailed(): Promise<void> {
    for (const { workspace_id, status } of await this.workspaces()) {
      if (status === 'Error') await this.acacia.cloud.resumeWorkspace({ params: this.place(workspace_id) });
    }
  }

  /** Waits until it is no more. */
  async gone(workspaceId: string): Promise<void> {
    await until(`The end of ${workspaceId}`, SETTLED, async () => {
      const all = await this.workspaces();
      return all.some(({ workspace_id }) => workspace_id === workspaceId) ? undefined : true;
    });
  }

  /** Brings it up where it is not. */
  async active(workspaceId: string): Promise<Workspace> {
    const { cloud } = this.acacia;
    const params = this.place(workspaceId);
    let workspace = await this.settled(workspaceId);
    if (workspace.status !== 'Active') {
      await cloud.resumeWorkspace({ params });
      workspace = await this.settled(workspaceId);
      if (workspace.status !== 'Active') {
        throw new Error(`${workspace.name} could not be resumed: ${workspace.err_message}`);
      }
    }
    // Stopping has turned it off.
    if (workspace.enable_auto_start) return workspace;
    return cloud.updateWorkspace({ params, body: { enable_auto_start: true } });
  }

  /** Waits until nothing is done to the main workspace, brings it up, and returns its present state. */
  main(): Promise<Workspace> {
    return this.active(this.mainId);
  }

  async paused(workspaceId: string): Promise<void> {
    const { status } = await this.active(workspaceId);
    if (status === 'Active') await this.acacia.cloud.pauseWorkspace({ params: this.place(workspaceId) });
    await this.settled(workspaceId);
  }

  async terminate(workspaceId: string): Promise<void> {
    await this.settled(workspaceId);
    await this.acacia.cloud.deleteWorkspace({ params: this.place(workspaceId) });
    await this.gone(workspaceId);
  }

  /** A read-only workspace, created where there is none. */
  async withReader(): Promise<Reader> {
    if (this.reader === undefined) {
      const { database_id } = await this.main();
      const { workspace_id } = await this.createWorkspace(database_id, { is_rw: false });
      this.reader = { workspaceId: workspace_id, content: this.ledger.now() };
    }
    await this.active(this.reader.workspaceId);
    return this.reader;
  }

  async dropReader(): Promise<void> {
    if (this.reader === undefined) return;
    await this.terminate(this.reader.workspaceId);
    this.reader = undefined;
  }

  async withSpare(): Promise<Workspace> {
    this.spareId ??= (await this.createWorkspace(await this.createDatabase())).workspace_id;
    return this.active(this.spareId);
  }

  /** Drops the spare workspace with its database. */
  async dropSpare(): Promise<void> {
    if (this.spareId === undefined) return;
    const { database_id } = await this.workspace(this.spareId);
    await this.terminate(this.spareId);
    this.spareId = undefined;
    const params = { workgroup_id: this.workgroupId, database_id };
    await this.acacia.cloud.deleteDatabase({ params });
  }

  /** A successful backup of the main database, taken where there is none. */
  async withBackup(): Promise<KnownBackup> {
    const [known] = this.backups;
    if (known !== undefined) return known;
    const { workspace_id } = await this.main();
    const content = this.ledger.now();
    const params = this.place(workspace_id);
    const { id } = await this.acacia.cloud.createBackup({ params, body: { name: this.name('backup') } });
    await this.backupEnded(id);
    const backup = { id, content };
    this.backups.push(backup);
    return backup;
  }

  /** Waits until it has succeeded. @throws Error when it has not */
  async backupEnded(id: string): Promise<void> {
    await until(`The end of the backup ${id}`, SETTLED, async () => {
      const all = await this.acacia.cloud.listBackups({ params: this.place(this.mainId) });
      const found = all.find((backup) => backup.id === id);
      if (found === undefined || found.status === 'Failed') {
        throw new Error(`The backup ${id} came to nothing: ${found?.message ?? 'it is not there'}`);
      }
      return found.status === 'Succeed' ? true : undefined;
    });
  }

  /** The way to the data of a workspace. */
  async door(workspaceId: string): Promise<Door> {
    const { nginx_host } = await this.workspace(workspaceId);
    return { host: `http://${nginx_host}`, token: this.acacia.token };
  }

  /** Differences between the data of a running workspace and the expected content. */
  async dataProblems(workspaceId: string, content: Content): Promise<{ found: Found; problems: string[] }> {
    const found = await read(await this.door(workspaceId));
    const problems = differences(content, found).map((problem) => `The data of ${workspaceId}: ${problem}`);
    return { found, problems };
  }
}
