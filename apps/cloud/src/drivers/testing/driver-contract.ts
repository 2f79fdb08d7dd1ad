/**
 * The contract between the control plane and any driver, as a suite of tests. A harness makes the driver; tests that
 * the harness or the driver's capabilities do not support are left out.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Driver, LogLine, WorkspaceCondition, WorkspaceSpec } from '../driver.ts';
import { callWorkspace } from '../workspace-call.ts';

/** A call of the driver that an operation makes, as data. */
export type DriverCall =
  | readonly ['start', WorkspaceSpec]
  | readonly ['createDatabase' | 'stop' | 'delete' | 'deleteDatabase', string]
  | readonly ['takeSnapshot', { readonly databaseId: string; readonly workspaceId: string | null }, string]
  | readonly ['deleteSnapshot', string, string];

export interface DriverHarness {
  /** The driver; another one after each crash of the control plane. */
  readonly driver: Driver;
  /** Kills the process that serves a workspace, as the system would; `all`: also its standbys. */
  kill?: (workspaceId: string, which: 'serving' | 'all') => Promise<void>;
  /**
   * Makes the calls in another control plane over the same data, which is killed `afterMs` milliseconds after the last
   * call began, unless that call has ended by then. The harness's own driver is closed before.
   */
  crashDuring?: (calls: readonly DriverCall[], afterMs: number) => Promise<void>;
  close(): Promise<void>;
}

export interface DriverCapabilities {
  /** Workspaces answer TigerGraph's API and keep data; otherwise they are stand-ins. */
  readonly data: boolean;
  /** With more than one replica, another one takes over when the serving one dies. */
  readonly replicas: boolean;
}

/** Milliseconds: generous, for a machine that does other things. */
const PATIENCE = { timeout: 60_000, interval: 20 };
const TEST_TIMEOUT = 120_000;
/** Milliseconds from a death to the next response: well above the measured times (docs/adr/0014). */
const FAILOVER = 10_000;

const SCHEMA = `CREATE VERTEX left (PRIMARY_ID id STRING)
CREATE VERTEX right (PRIMARY_ID id STRING)
CREATE GRAPH pairs (*)`;

export function driverContract(
  name: string,
  capabilities: DriverCapabilities,
  makeHarness: () => Promise<DriverHarness>,
): void {
  let harness: DriverHarness;
  let driver: Driver;
  let made = 0;

  /** A workspace and a database that no other test knows. */
  function newSpec(change: Partial<WorkspaceSpec> = {}): WorkspaceSpec {
    made += 1;
    return {
      workspaceId: `workspace-${made}`,
      databaseId: `database-${made}`,
      snapshotId: null,
      replicas: 1,
      memoryBytes: 2 ** 29,
      cpus: 1,
      version: '4.2.1',
      ...change,
    };
  }

  const call = (id: string, path: string, body?: object | string) =>
    callWorkspace(driver, id, { method: body === undefined ? 'GET' : 'POST', path, ...(body && { body }) });
  /** Writes one of each type, together. */
  const addPair = (id: string, pair: string) =>
    call(id, '/restpp/graph/pairs', { vertices: { left: { [pair]: {} }, right: { [pair]: {} } } });
  const ids = async (id: string, type: 'left' | 'right') => {
    const answer = JSON.parse(await call(id, `/restpp/graph/pairs/vertices/${type}`)) as {
      results: { v_id: string }[];
    };
    return answer.results.map((row) => row.v_id).sort();
  };
  async function startNew(spec: WorkspaceSpec): Promise<void> {
    await driver.createDatabase(spec.databaseId);
    await driver.start(spec);
  }
  async function startWithPairs(change: Partial<WorkspaceSpec>, ...pairs: string[]): Promise<WorkspaceSpec> {
    const spec = newSpec(change);
    await startNew(spec);
    await call(spec.workspaceId, '/gsql/v1/statements', SCHEMA);
    for (const pair of pairs) await addPair(spec.workspaceId, pair);
    return spec;
  }
  const readOnly = (of: WorkspaceSpec, snapshotId: string): WorkspaceSpec =>
    newSpec({ databaseId: of.databaseId, snapshotId });
  const become = (id: string, condition: Partial<WorkspaceCondition> & { degraded?: boolean }) =>
    vi.waitFor(() => expect(driver.condition(id)).toMatchObject(condition), PATIENCE);
  /** All lines after a cursor, page by page, and that no page is longer than asked. */
  async function logsAfter(id: string, from: string, limit: number) {
    const all: LogLine[] = [];
    for (let cursor = from; ;) {
      const page = await driver.logs(id, cursor, limit);
      expect(page.lines.length).toBeLessThanOrEqual(limit);
      all.push(...page.lines);
      if (page.lines.length === 0) return { all, cursor: page.cursor };
      cursor = page.cursor;
    }
  }

  describe(`the driver ${name}`, { timeout: TEST_TIMEOUT }, () => {
    beforeAll(async () => {
      harness = await makeHarness();
      driver = harness.driver;
    });
    afterAll(() => harness.close());

    describe('what is not there', () => {
      it('is stopped, has no size and no log, and can be taken away again', async () => {
        const { workspaceId, databaseId } = newSpec();
        expect(driver.condition(workspaceId)).toEqual({ state: 'stopped' });
        expect(await driver.databaseSize(databaseId)).toBe(0);
        expect((await driver.logs(workspaceId, '', 10)).lines).toEqual([]);
        await expect(driver.reading(workspaceId)).rejects.toThrow();
        await driver.stop(workspaceId);
        await driver.delete(workspaceId);
        await driver.deleteSnapshot(databaseId, 'none');
        await driver.deleteDatabase(databaseId);
        expect(driver.condition(workspaceId)).toEqual({ state: 'stopped' });
      });
    });

    describe('start and stop', () => {
      it('tell their conditions, and change nothing when they are repeated', async () => {
        const spec = newSpec();
        const { workspaceId } = spec;
        const seen: WorkspaceCondition['state'][] = [];
        const end = driver.watch((id, condition) => id === workspaceId && seen.push(condition.state));
        await driver.createDatabase(spec.databaseId);
        await driver.createDatabase(spec.databaseId);
        expect(driver.condition(workspaceId)).toEqual({ state: 'stopped' });
        await Promise.all([driver.start(spec), driver.start(spec)]);
        expect(driver.condition(workspaceId)).toMatchObject({ state: 'running', restarts: 0 });
        const { lastActivityAt } = await driver.activity(workspaceId);
        expect(lastActivityAt.getTime()).toBeLessThanOrEqual(Date.now());
        await driver.createDatabase(spec.databaseId);
        await driver.start(spec);
        await Promise.all([driver.stop(workspaceId), driver.stop(workspaceId)]);
        await driver.stop(workspaceId);
        end();
        await driver.start(spec);
        await driver.stop(workspaceId);
        expect(driver.condition(workspaceId)).toEqual({ state: 'stopped' });
        expect(seen.filter((state, at) => state !== seen[at - 1] && state !== 'starting')).toEqual([
          'running',
          'stopped',
        ]);
      });

      it('run two workspaces at once, each for itself', async () => {
        const [one, other] = [newSpec(), newSpec()];
        await Promise.all([startNew(one), startNew(other)]);
        expect(driver.address(one.workspaceId)).not.toEqual(driver.address(other.workspaceId));
        await driver.stop(one.workspaceId);
        expect(driver.condition(other.workspaceId)).toMatchObject({ state: 'running' });
        await driver.stop(other.workspaceId);
      });

      it('end in the state that was asked for last', async () => {
        const spec = newSpec();
        await driver.createDatabase(spec.databaseId);
        const starting = driver.start(spec).catch(() => 'stopped meanwhile');
        await driver.stop(spec.workspaceId);
        await starting;
        expect(driver.condition(spec.workspaceId)).toEqual({ state: 'stopped' });
        const stopping = driver.stop(spec.workspaceId);
        await driver.start(spec);
        await stopping;
        expect(driver.condition(spec.workspaceId)).toMatchObject({ state: 'running' });
        await driver.stop(spec.workspaceId);
      });
    });

    describe('deletion', () => {
      it('of a workspace keeps its database, and that of the database nothing', async () => {
        const spec = newSpec();
        await startNew(spec);
        await driver.stop(spec.workspaceId);
        await driver.delete(spec.workspaceId);
        await driver.delete(spec.workspaceId);
        expect((await driver.logs(spec.workspaceId, '', 10)).lines).toEqual([]);
        expect(await driver.databaseSize(spec.databaseId)).toBeGreaterThan(0);
        await driver.deleteDatabase(spec.databaseId);
        await driver.deleteDatabase(spec.databaseId);
        expect(await driver.databaseSize(spec.databaseId)).toBe(0);
      });
    });

    describe('snapshots', () => {
      it('are taken and deleted again as often as one likes', async () => {
        const spec = newSpec();
        await startNew(spec);
        const first = await driver.takeSnapshot(spec, 'kept');
        expect(first.sizeBytes).toBeGreaterThan(0);
        expect(await driver.takeSnapshot(spec, 'kept')).toEqual(first);
        await driver.deleteSnapshot(spec.databaseId, 'kept');
        await driver.deleteSnapshot(spec.databaseId, 'kept');
        await driver.stop(spec.workspaceId);
      });
    });

    describe.runIf(capabilities.data)('data', () => {
      it('outlive a stop, another size and the workspace', async () => {
        const spec = await startWithPairs({}, 'a');
        const { workspaceId } = spec;
        const before = await driver.reading(workspaceId);
        const larger = { ...spec, memoryBytes: spec.memoryBytes * 2 };
        await driver.start(larger);
        const after = await driver.reading(workspaceId);
        expect(after.memoryLimitBytes).toBe(before.memoryLimitBytes * 2);
        expect(after.startedAt.getTime()).toBeGreaterThan(before.startedAt.getTime());
        expect(await ids(workspaceId, 'left')).toEqual(['a']);
        expect(driver.condition(workspaceId)).toMatchObject({ state: 'running', restarts: 0 });
        await driver.start(larger);
        expect((await driver.reading(workspaceId)).startedAt).toEqual(after.startedAt);
        await driver.stop(workspaceId);
        await driver.delete(workspaceId);
        const another = newSpec({ databaseId: spec.databaseId });
        await driver.start(another);
        expect(await ids(another.workspaceId, 'left')).toEqual(['a']);
        await driver.stop(another.workspaceId);
      });

      it('have one writer at a time', async () => {
        const spec = newSpec();
        const second = newSpec({ databaseId: spec.databaseId });
        await startNew(spec);
        await expect(driver.start(second)).rejects.toThrow(`in use by workspace ${spec.workspaceId}`);
        await expect(driver.deleteDatabase(spec.databaseId)).rejects.toThrow('in use');
        await driver.stop(spec.workspaceId);
        await driver.start(second);
        await driver.stop(second.workspaceId);
      });

      it('of a running workspace can be measured', async () => {
        const { workspaceId } = await startWithPairs({}, 'a', 'b');
        const reading = await driver.reading(workspaceId);
        expect(reading).toMatchObject({
          cpus: 1,
          runningQueries: 0,
          runningLoads: 0,
          vertexCount: 4,
          edgeCount: 0,
        });
        expect(reading.counters.requests).toBeGreaterThanOrEqual(3);
        expect(reading.counters.cpuMicroseconds).toBeGreaterThan(0);
        expect(reading.memoryBytes).toBeGreaterThan(10 * 2 ** 20);
        expect(reading.storageBytes).toBeGreaterThan(0);
        expect(reading.graphLimitBytes).toBeGreaterThan(0);
        expect(reading.volumeUsedBytes).toBeGreaterThan(0);
        expect(reading.volumeBytes).toBeGreaterThanOrEqual(reading.volumeUsedBytes);
        expect((await driver.reading(workspaceId)).counters.requests).toBeGreaterThanOrEqual(
          reading.counters.requests,
        );
        await driver.stop(workspaceId);
        await expect(driver.reading(workspaceId)).rejects.toThrow();
      });
    });

    describe.runIf(capabilities.data)('snapshots of data', () => {
      it('hold whole writes while others go on, are only read, and can be read by many', async () => {
        const spec = await startWithPairs({}, 'before');
        let writing = true;
        const written = (async () => {
          for (let pair = 0; writing; pair++) await addPair(spec.workspaceId, `pair-${pair}`);
        })();
        await vi.waitFor(
          async () => expect((await ids(spec.workspaceId, 'left')).length).toBeGreaterThan(5),
          30_000,
        );
        const acknowledged = await ids(spec.workspaceId, 'left');
        await driver.takeSnapshot(spec, 'one');
        writing = false;
        await written;
        await addPair(spec.workspaceId, 'after');
        const readers = [readOnly(spec, 'one'), readOnly(spec, 'one')];
        await Promise.all(readers.map((reader) => driver.start(reader)));
        for (const { workspaceId } of readers) {
          const left = await ids(workspaceId, 'left');
          expect(await ids(workspaceId, 'right')).toEqual(left);
          expect(left).toEqual(expect.arrayContaining(acknowledged));
          expect(left).not.toContain('after');
          await expect(addPair(workspaceId, 'no')).rejects.toThrow('read-only');
          await expect(call(workspaceId, '/gsql/v1/statements', 'DROP ALL')).resolves.toMatch(/read-only/);
        }
        await expect(driver.deleteSnapshot(spec.databaseId, 'one')).rejects.toThrow(/in use by workspace/);
        await expect(driver.deleteDatabase(spec.databaseId)).rejects.toThrow('in use');
        expect(await ids(spec.workspaceId, 'left')).toContain('after');

        const [reader, other] = readers as [WorkspaceSpec, WorkspaceSpec];
        await driver.takeSnapshot(spec, 'two');
        const address = driver.address(reader.workspaceId);
        await driver.start({ ...reader, snapshotId: 'two' });
        expect(driver.address(reader.workspaceId)).toEqual(address);
        expect(await ids(reader.workspaceId, 'left')).toContain('after');
        await driver.stop(other.workspaceId);
        await driver.deleteSnapshot(spec.databaseId, 'one');
        await expect(driver.start(other)).rejects.toThrow('The snapshot one of the database is not there');
        await Promise.all([driver.stop(reader.workspaceId), driver.stop(spec.workspaceId)]);
        const size = await driver.databaseSize(spec.databaseId);
        await driver.takeSnapshot(spec, 'three');
        expect(await driver.databaseSize(spec.databaseId)).toBe(size);
        await driver.deleteDatabase(spec.databaseId);
        await expect(driver.start(reader)).rejects.toThrow('is not there');
      });

      it('are taken of a workspace that does not run, too', async () => {
        const spec = await startWithPairs({}, 'a');
        await driver.stop(spec.workspaceId);
        const [{ sizeBytes }] = await Promise.all([
          driver.takeSnapshot(spec, 'stopped'),
          driver.takeSnapshot(spec, 'stopped'),
          // Waits until the copy has been made.
          driver.start(spec),
        ]);
        expect(sizeBytes).toBeGreaterThan(0);
        await addPair(spec.workspaceId, 'b');
        await driver.stop(spec.workspaceId);
        const reader = readOnly(spec, 'stopped');
        await driver.start(reader);
        expect(await ids(reader.workspaceId, 'left')).toEqual(['a']);
        await driver.stop(reader.workspaceId);
      });

      it('begin a new database, which then goes its own way', async () => {
        const spec = await startWithPairs({}, 'a');
        await driver.stop(spec.workspaceId);
        const copy = newSpec();
        await driver.createDatabase(copy.databaseId, spec.databaseId);
        await driver.start(copy);
        await addPair(copy.workspaceId, 'b');
        // Repeated after a crash, it copies nothing again.
        await driver.createDatabase(copy.databaseId, spec.databaseId);
        await driver.start(spec);
        expect(await ids(spec.workspaceId, 'left')).toEqual(['a']);
        expect(await ids(copy.workspaceId, 'left')).toEqual(['a', 'b']);
        await Promise.all([driver.stop(spec.workspaceId), driver.stop(copy.workspaceId)]);
      });
    });

    describe('backups', () => {
      it('are taken, proved and deleted again as often as one likes', async () => {
        const spec = newSpec();
        await startNew(spec);
        const backup = await driver.backUp(spec, 'kept');
        expect(backup.sizeBytes).toBeGreaterThan(0);
        expect(await driver.backUp(spec, 'kept')).toEqual(backup);
        // The control plane keeps it as JSON.
        const manifest: unknown = JSON.parse(JSON.stringify(backup.manifest));
        expect((await driver.proveBackup('kept', spec.databaseId, manifest)).proved).toBe(true);
        await driver.stop(spec.workspaceId);
        await driver.deleteBackup('kept', spec.databaseId);
        await driver.deleteBackup('kept', spec.databaseId);
      });

      it.runIf(capabilities.data)('bring data back, in place and into another database', async () => {
        const spec = await startWithPairs({}, 'a');
        const { workspaceId, databaseId } = spec;
        const { manifest } = await driver.backUp(spec, 'one');
        await addPair(workspaceId, 'b');
        await expect(driver.restore('one', databaseId, manifest, databaseId)).rejects.toThrow('in use');
        await driver.stop(workspaceId);
        const other = newSpec();
        for (const into of [databaseId, databaseId, other.databaseId]) {
          await driver.restore('one', databaseId, manifest, into);
        }
        await Promise.all([driver.start(spec), driver.start(other)]);
        expect(await ids(workspaceId, 'left')).toEqual(['a']);
        expect(await ids(other.workspaceId, 'right')).toEqual(['a']);
        await Promise.all([driver.stop(workspaceId), driver.stop(other.workspaceId)]);
        await driver.deleteDatabase(databaseId);
        expect((await driver.proveBackup('one', databaseId, manifest)).proved).toBe(true);
        await driver.deleteBackup('one', databaseId);
        const proof = await driver.proveBackup('one', databaseId, manifest);
        expect(proof.proved).toBe(false);
        expect(proof.findings.length).toBeGreaterThan(0);
        await expect(driver.restore('one', databaseId, manifest, other.databaseId)).rejects.toThrow();
        await driver.start(other);
        expect(await ids(other.workspaceId, 'left')).toEqual(['a']);
        await driver.stop(other.workspaceId);
      });
    });

    describe.runIf(capabilities.data)('logs', () => {
      it('are read page by page without a loss or a repetition, and wake nothing', async () => {
        const { workspaceId } = await startWithPairs({}, 'a');
        // A line comes by a pipe, a moment after the answer that it is about.
        const first = await vi.waitFor(async () => {
          const read = await logsAfter(workspaceId, '', 2);
          expect(read.all.map(({ text }) => text).join('\n')).toContain('/restpp/graph/pairs');
          return read;
        }, PATIENCE);
        expect(first.all.length).toBeGreaterThan(2);
        expect(new Set(first.all.map(({ host }) => host))).toEqual(new Set(['m1']));
        expect(first.all.every(({ at }) => Math.abs(Date.now() - at.getTime()) < TEST_TIMEOUT)).toBe(true);
        await call(workspaceId, '/restpp/graph/pairs/vertices/left');
        await driver.stop(workspaceId);
        const second = await logsAfter(workspaceId, first.cursor, 3);
        expect(second.all.map(({ text }) => text).join('\n')).toContain('/restpp/graph/pairs/vertices/left');
        const all = (await logsAfter(workspaceId, '', 100)).all;
        expect(all).toEqual([...first.all, ...second.all]);
        expect((await driver.logs(workspaceId, second.cursor, 10)).lines).toEqual([]);
        expect(driver.condition(workspaceId)).toEqual({ state: 'stopped' });
      });
    });

    describe('deaths', () => {
      it('are followed by a restart that has all that was acknowledged', async ({ skip }) => {
        if (harness.kill === undefined) return skip('It cannot be killed here.');
        const spec = await startWithPairs({}, 'a', 'b');
        await harness.kill(spec.workspaceId, 'serving');
        await become(spec.workspaceId, { state: 'running', restarts: 1 });
        expect(await ids(spec.workspaceId, 'right')).toEqual(['a', 'b']);
        await driver.stop(spec.workspaceId);
      });

      it('of one of several are hardly noticed', async ({ skip }) => {
        if (harness.kill === undefined || !capabilities.replicas)
          return skip('There is nothing to take over.');
        const spec = await startWithPairs({ replicas: 3 }, 'a');
        const { workspaceId } = spec;
        const warm = () => vi.waitFor(() => expect(driver.condition(workspaceId)).toEqual(AT_EASE), PATIENCE);
        const AT_EASE = expect.not.objectContaining({ degraded: true }) as WorkspaceCondition;
        for (const restarts of [1, 2]) {
          await warm();
          const seen: WorkspaceCondition[] = [];
          const end = driver.watch((id, condition) => id === workspaceId && seen.push(condition));
          await harness.kill(workspaceId, 'serving');
          const killed = performance.now();
          await vi.waitFor(() => addPair(workspaceId, `after-${restarts}`), {
            timeout: FAILOVER,
            interval: 5,
          });
          expect(performance.now() - killed).toBeLessThan(FAILOVER);
          expect(await ids(workspaceId, 'left')).toContain('a');
          await become(workspaceId, { state: 'running', restarts });
          await warm();
          end();
          expect(seen).toContainEqual(
            expect.objectContaining({ state: 'running', restarts, degraded: true }),
          );
        }
        const hosts = (await logsAfter(workspaceId, '', 1000)).all.map(({ host }) => host);
        expect(new Set(hosts)).toEqual(new Set(['m1', 'm2']));
        await harness.kill(workspaceId, 'all');
        await vi.waitFor(() => addPair(workspaceId, 'after-all'), { timeout: 60_000, interval: 20 });
        expect(await ids(workspaceId, 'left')).toEqual(['a', 'after-1', 'after-2', 'after-all']);
        await driver.stop(workspaceId);
        expect(driver.condition(workspaceId)).toEqual({ state: 'stopped' });
      });

      it('of the control plane leave nothing half-made: every call can be made again', async ({ skip }) => {
        const { crashDuring } = harness;
        if (crashDuring === undefined) return skip('The control plane is this process.');
        const crash = async (afterMs: number, ...calls: readonly DriverCall[]) => {
          await crashDuring(calls, afterMs);
          driver = harness.driver;
        };
        const spec = await startWithPairs({}, 'a', 'b');
        const { workspaceId, databaseId } = spec;
        await driver.stop(workspaceId);
        for (const afterMs of [0, 300]) {
          await crash(afterMs, ['createDatabase', databaseId], ['start', spec]);
        }
        await crash(20, ['start', spec], ['takeSnapshot', spec, 'cut']);
        await crash(5, ['start', spec], ['stop', workspaceId]);
        await driver.start(spec);
        await driver.takeSnapshot(spec, 'cut');
        expect(await ids(workspaceId, 'left')).toEqual(['a', 'b']);
        const reader = readOnly(spec, 'cut');
        await driver.start(reader);
        expect(await ids(reader.workspaceId, 'right')).toEqual(['a', 'b']);
        await driver.stop(reader.workspaceId);
        await driver.stop(workspaceId);
        await crash(2, ['deleteSnapshot', databaseId, 'cut']);
        await driver.deleteSnapshot(databaseId, 'cut');
        await expect(driver.start(reader)).rejects.toThrow('is not there');
        await crash(2, ['deleteDatabase', databaseId]);
        await driver.deleteDatabase(databaseId);
        expect(await driver.databaseSize(databaseId)).toBe(0);
      });
    });

    it.runIf(capabilities.data)('runs nothing any more once it is closed', async () => {
      const spec = newSpec();
      await startNew(spec);
      await driver.close();
      await driver.close();
      expect(driver.condition(spec.workspaceId)).toEqual({ state: 'stopped' });
      await expect(driver.start(spec)).rejects.toThrow('Acacia is being stopped.');
    });
  });
}
