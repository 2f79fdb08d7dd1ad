/** Puts the parts of the control plane together over a database and a driver. */
import path from 'node:path';
import { eq } from 'drizzle-orm';
import type { OrgQuota } from '@acacia/contract';
import type { FastifyInstance } from 'fastify';
import type { BaseLogger } from 'pino';
import { createApp } from './app.ts';
import { answersNow } from './database/answers-now.ts';
import type { Database } from './database/database.ts';
import { workspaces } from './database/schema.ts';
import { changePlan, seed } from './database/seed.ts';
import type { Driver } from './drivers/driver.ts';
import type { GatewayDirectory } from './gateway/directory.ts';
import { createAuthenticate } from './identity/actor.ts';
import { createAttempts, sweepAttempts } from './identity/attempts.ts';
import { sweepBrowserSessions } from './identity/browser/sessions.ts';
import { sweepExpired } from './identity/embedded/adapter.ts';
import { grantLives } from './identity/embedded/grants.ts';
import { issueOperatorToken } from './identity/embedded/issue.ts';
import { loadKeys, publicKeys } from './identity/embedded/keys.ts';
import { hasEnded, sweepEndedTokens } from './identity/ended-tokens.ts';
import {
  adminWithoutPassword,
  giveFirstPassword,
  makePasswordLink,
  sweepLinks,
} from './identity/first-password.ts';
import { createSignInAudit, sweepSignInFailures } from './identity/sign-in-audit.ts';
import { localVerifier, outsideVerifier } from './identity/verifier.ts';
import { createLogCollector, type LogCollector } from './logs/collector.ts';
import type { OwnLines } from './logs/own-lines.ts';
import { fileTransport, smtpTransport } from './mail/transport.ts';
import { createMonitoring } from './metrics/monitoring.ts';
import { metricsRoutes } from './metrics/routes.ts';
import { createCalendar } from './operations/calendar.ts';
import { watchConditions } from './operations/conditions.ts';
import { createDirectory } from './operations/directory.ts';
import { createPeopleTeller } from './operations/people.ts';
import { forgetEnded } from './operations/queue.ts';
import { reconcile } from './operations/reconcile.ts';
import { createRunner } from './operations/runner.ts';
import { endAllUsage } from './operations/usage.ts';
import { findWorkspace } from './operations/workspace-state.ts';
import { addonHandlers } from './resources/addons/routes.ts';
import { alertHandlers } from './resources/alerts/routes.ts';
import { auditHandlers } from './resources/audit/routes.ts';
import { agreeWithStored } from './resources/catalog/agree.ts';
import { loadCatalog } from './resources/catalog/catalog.ts';
import { backupHandlers } from './resources/backups/routes.ts';
import { createBackupTicker } from './resources/backups/ticker.ts';
import { catalogHandlers } from './resources/catalog/routes.ts';
import { configHandlers } from './resources/config/routes.ts';
import { dataProfileHandlers } from './resources/data-profile/routes.ts';
import { databaseHandlers } from './resources/databases/routes.ts';
import { sweepSnapshots } from './resources/databases/snapshots.ts';
import { createDatabaseSizes } from './resources/databases/sizes.ts';
import { identityHandlers } from './resources/identity/routes.ts';
import { logHandlers } from './resources/logs/routes.ts';
import { memberHandlers } from './resources/members/routes.ts';
import { metricsHandlers } from './resources/metrics/routes.ts';
import { networkHandlers } from './resources/network/routes.ts';
import { scheduleHandlers } from './resources/schedules/routes.ts';
import { solutionHandlers } from './resources/solutions/routes.ts';
import { createOverview } from './resources/workgroups/overview.ts';
import { workgroupHandlers } from './resources/workgroups/routes.ts';
import { workspaceHandlers } from './resources/workspaces/routes.ts';
import { createControlApp } from './server/control-app.ts';
import { issuerOf, isLocal, type Settings } from './settings.ts';

/** The part of the gateway that is told of workspaces as they come, change and go. */
interface Doors {
  open(workspaceId: string, port: number): Promise<void>;
  close(workspaceId: string): Promise<void>;
  changed(workspaceId: string): void;
  /** Tokens may have ended: whom they are for is asked again. */
  forgetCallers(): void;
}

interface ControlPlaneOptions {
  readonly settings: Settings;
  /** Migrated. */
  readonly database: Database;
  readonly driver: Driver;
  readonly log: BaseLogger;
  /** What `log` was told about workspaces. */
  readonly ownLines: OwnLines;
  /** Names this installation in leases; the same after a restart. */
  readonly installation: string;
  /** Makes the gateway over the directory. */
  readonly gateway: (directory: GatewayDirectory) => Doors;
}

export interface ControlPlane {
  readonly app: FastifyInstance;
  /** For the control socket. */
  readonly control: FastifyInstance;
  readonly directory: GatewayDirectory;
  readonly logs: LogCollector;
  /** A new address at which the first admin sets a password, and who that is; null where none is needed. */
  firstPasswordLink(): Promise<{ readonly email: string; readonly url: string } | null>;
  /** Continues what was cut off, starts the workspaces that should run, in the background. */
  start(): Promise<void>;
  /**
   * Takes no more operations; resolves when those that run have ended, which closing the driver hurries.
   * Unfinished ones go on at the next start.
   */
  stop(): Promise<void>;
}

const SWEEP_MS = 3_600_000;
/** Strangers can fill these tables. */
const IDENTITY_SWEEP_MS = 60_000;

/** Kinds of resources with whose changes somebody's roles may have changed. */
const HOLDS_ROLES: ReadonlySet<string> = new Set([
  'workspace',
  'workgroup',
  'user',
  'member',
  'organization',
]);

async function embeddedIdentity(db: Database['db'], issuer: string) {
  const keys = await loadKeys(db);
  return { keys, verifier: localVerifier(issuer, publicKeys(keys), (grant) => grantLives(db, grant)) };
}

export async function createControlPlane(options: ControlPlaneOptions): Promise<ControlPlane> {
  const { settings, database, driver, log } = options;
  const { db } = database;
  const catalog = loadCatalog(settings.catalogFile);
  const outside = settings.outsideIssuer;
  const planOf = (tier: OrgQuota['tier']) => ({
    tier,
    maxWorkspaceMemory: catalog.quota(tier).max_workspace_memory,
  });
  await seed(db, settings.adminEmail, planOf(settings.tier ?? 'enterprise'));
  if (isLocal(settings)) await giveFirstPassword(db, settings.adminEmail);
  if (settings.tier !== null) await changePlan(db, planOf(settings.tier));
  await agreeWithStored(db, catalog);

  const { keys, verifier } =
    outside === null
      ? await embeddedIdentity(db, issuerOf(settings))
      : { keys: null, verifier: outsideVerifier(outside, (token) => hasEnded(db, token)) };
  const authenticate = createAuthenticate(db, verifier, outside !== null);

  /** Brings the gateway's door of a workspace in line with its row. */
  const follow = async (workspaceId: string) => {
    const row = await findWorkspace(db, workspaceId);
    if (row === undefined) {
      await doors.close(workspaceId);
    } else {
      doors.changed(workspaceId);
      await doors.open(workspaceId, row.port);
    }
  };
  const changed = (workspaceId: string) => {
    follow(workspaceId).catch((error: unknown) => {
      log.error({ err: error, workspace: workspaceId }, 'the gateway could not follow a workspace');
    });
  };

  /** What holds for a whole workgroup (its allow-list) holds at once for each of its workspaces. */
  const changedGroup = async (workgroupId: string) => {
    const rows = await db
      .select({ id: workspaces.id })
      .from(workspaces)
      .where(eq(workspaces.workgroupId, workgroupId));
    for (const { id } of rows) doors.changed(id);
  };

  const sizes = createDatabaseSizes({ db, driver, log });
  const conditions = watchConditions(db, driver, log, changed);
  const runner = createRunner({
    db,
    driver,
    catalog,
    owner: options.installation,
    log,
    onEnd: async (workspaceId) => {
      await conditions.look(workspaceId);
      sizes.look(workspaceId);
      changed(workspaceId);
    },
  });
  const people = createPeopleTeller({ db, driver, log });
  const directory = createDirectory({ db, authenticate, runner, changed });
  const doors = options.gateway(directory);
  const ended = () => doors.forgetCallers();

  const logs = createLogCollector({ db, driver, ownLines: options.ownLines, log });
  const backupTicker = createBackupTicker({ db, catalog, log, begun: () => runner.kick() });
  const { publicUrl, smtpUrl, mailFrom } = settings;
  const host = new URL(publicUrl).hostname;
  const transport =
    smtpUrl === null
      ? fileTransport(path.join(settings.home, 'mail'), mailFrom, host)
      : smtpTransport({ url: smtpUrl, from: mailFrom }, host);
  const monitoring = createMonitoring({ db, driver, transport, publicUrl, log });

  const setting = { catalog, publicHost: new URL(settings.publicUrl).hostname };
  const attempts = createAttempts(db);
  const overview = createOverview(setting);
  const places = { firstPort: settings.firstWorkspacePort, host: settings.host };
  const app = await createApp({
    settings,
    log,
    db,
    authenticate,
    keys,
    verifier,
    attempts,
    audit: createSignInAudit(db),
    ended,
    ready: async () => ready && (await answersNow(db)),
    committed: async (resource) => {
      overview.forget();
      runner.kick();
      const [kind, id] = resource.split('/');
      // Whoever has lost a role has lost it everywhere when this is answered.
      if (HOLDS_ROLES.has(kind ?? '')) {
        doors.forgetCallers();
        await people.look();
      }
      if (kind === 'workspace' && id !== undefined) changed(id);
      if (kind === 'user') ended();
      if (kind === 'alertRule') monitoring.kickMails();
      if (kind === 'workgroup' && id !== undefined) await changedGroup(id);
    },
    handlers: {
      ...configHandlers(settings),
      ...identityHandlers({ attempts, kept: outside === null }),
      ...catalogHandlers(catalog),
      ...workgroupHandlers(setting, overview),
      ...databaseHandlers,
      ...workspaceHandlers(setting, places),
      ...backupHandlers(catalog, places),
      ...auditHandlers,
      ...metricsHandlers,
      ...alertHandlers({ transport, publicUrl }),
      ...networkHandlers,
      ...memberHandlers,
      ...logHandlers(logs),
      ...solutionHandlers,
      ...scheduleHandlers(catalog),
      ...addonHandlers(setting),
      ...dataProfileHandlers(driver),
    },
  });

  const control = createControlApp({
    db,
    driver,
    log,
    issue: keys === null ? null : (userId) => issueOperatorToken(db, keys, issuerOf(settings), userId),
    adminEmail: settings.adminEmail,
  });
  metricsRoutes(app, {
    db,
    driver,
    latest: () => monitoring.latest(),
    authenticate,
    token: settings.metricsToken,
  });

  const staysThere = (error: unknown) => log.error({ err: error }, 'what is out of date stays');
  const clearAway = () => {
    Promise.all([forgetEnded(db), sweepSnapshots(db, driver), sweepSignInFailures(db)]).catch(staysThere);
  };
  const clearIdentity = () => {
    Promise.all([
      sweepExpired(db),
      sweepAttempts(db),
      sweepLinks(db),
      sweepEndedTokens(db),
      sweepBrowserSessions(db),
    ]).catch(staysThere);
  };

  const calendar = createCalendar({
    db,
    catalog,
    log,
    changed: (workspaceId) => {
      changed(workspaceId);
      runner.kick();
    },
  });

  let ready = false;
  let sweeps: NodeJS.Timeout[] = [];
  return {
    app,
    control,
    directory,
    logs,
    async firstPasswordLink() {
      if (outside !== null || isLocal(settings)) return null;
      const admin = await adminWithoutPassword(db, settings.adminEmail);
      if (admin === undefined) return null;
      const secret = await makePasswordLink(db, admin.id);
      return { email: admin.email, url: `${settings.publicUrl}/oidc/password?secret=${secret}` };
    },
    async start() {
      await reconcile(db, driver, options.installation);
      await runner.start();
      clearAway();
      logs.start();
      monitoring.start();
      people.start();
      calendar.start();
      sizes.start();
      backupTicker.start();
      clearIdentity();
      sweeps = [setInterval(clearAway, SWEEP_MS), setInterval(clearIdentity, IDENTITY_SWEEP_MS)];
      ready = true;
    },
    async stop() {
      ready = false;
      for (const sweep of sweeps.splice(0)) clearInterval(sweep);
      conditions.stop();
      await Promise.all([
        people.stop(),
        calendar.stop(),
        sizes.stop(),
        runner.stop(),
        backupTicker.stop(),
        monitoring.stop(),
      ]);
      await logs.stop();
      await endAllUsage(db);
    },
  };
}
