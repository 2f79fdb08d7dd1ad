/** Puts the parts of the control plane together over a database and a driver. */
import path from 'node:path';
import { eq } from 'drizzle-orm';
import type { OrgQuota } from '@acacia/contract';
import { createSourceNetwork } from '@acacia/object-stores';
import type { FastifyInstance } from 'fastify';
import type { BaseLogger } from 'pino';
import { createApp } from './app.ts';
import { prefixedSince } from './identity/cookies.ts';
import { backgroundTable } from './background/table.ts';
import { createBackgroundTasks } from './background/tasks.ts';
import { answersNow } from './database/answers-now.ts';
import type { Database } from './database/database.ts';
import { encryptSecrets, readOperatorKeys } from './database/kept-secrets.ts';
import { workspaces } from './database/schema.ts';
import { createSealer } from './database/seal.ts';
import { changePlan, seed } from './database/seed.ts';
import type { Driver } from './drivers/driver.ts';
import type { GatewayDirectory } from './gateway/directory.ts';
import { createAuthenticate } from './identity/actor.ts';
import { createApiKeys } from './identity/api-keys.ts';
import { createAttempts } from './identity/attempts.ts';
import { issueOperatorToken } from './identity/embedded/issue.ts';
import { loadKeys, publicKeys, type ProviderKeys } from './identity/embedded/keys.ts';
import { adminWithoutPassword, giveFirstPassword, makeFirstPasswordLink } from './identity/first-password.ts';
import { createInvite } from './identity/invitations.ts';
import { notingActivity } from './identity/last-active.ts';
import { createLastSeen } from './identity/last-seen.ts';
import { createGrantUses } from './policies/grant-uses.ts';
import { outsideSession, sessionLives } from './identity/sessions.ts';
import { createSignInAudit } from './identity/sign-in-audit.ts';
import { eitherVerifier, localVerifier, outsideVerifier, type TokenVerifier } from './identity/verifier.ts';
import { createLogCollector, type LogCollector } from './logs/collector.ts';
import type { OwnLines } from './logs/own-lines.ts';
import { createSender } from './mail/sender.ts';
import { fileTransport, smtpTransport } from './mail/transport.ts';
import { createCollector } from './metrics/collector.ts';
import { createOwnMetrics } from './metrics/own.ts';
import { metricsRoutes } from './metrics/routes.ts';
import { watchConditions } from './operations/conditions.ts';
import { createDirectory } from './resources/workspaces/directory.ts';
import { createPeopleTeller } from './resources/members/teller.ts';
import { reconcile } from './operations/reconcile.ts';
import { createRunner } from './operations/runner.ts';
import { endAllUsage } from './operations/usage.ts';
import { findWorkspace } from './operations/workspace-state.ts';
import { addonHandlers } from './resources/addons/routes.ts';
import { alertHandlers } from './resources/alerts/routes.ts';
import { apiKeyHandlers } from './resources/api-keys/routes.ts';
import { auditHandlers } from './resources/audit/routes.ts';
import { agreeWithStored } from './catalog/agree.ts';
import { loadCatalog } from './catalog/catalog.ts';
import { billingHandlers } from './resources/billing/routes.ts';
import { nameGone } from './operations/gone.ts';
import { noteCharging } from './resources/billing/charging.ts';
import { loadPrices } from './resources/billing/prices.ts';
import { openProvider } from './resources/billing/provider.ts';
import { stripeWebhook } from './resources/billing/webhook.ts';
import { backupHandlers } from './resources/backups/routes.ts';
import { catalogHandlers } from './resources/catalog/routes.ts';
import { APP_VERSION, configHandlers } from './resources/config/routes.ts';
import { dashboardHandlers } from './resources/dashboard/routes.ts';
import { dataProfileHandlers } from './resources/data-profile/routes.ts';
import { databaseHandlers } from './resources/databases/routes.ts';
import { createEventHub } from './resources/events/hub.ts';
import { eventRoutes } from './resources/events/routes.ts';
import { explorationHandlers } from './resources/explorations/routes.ts';
import { feedbackHandlers } from './resources/feedback/routes.ts';
import { loadDraftHandlers } from './resources/imports/load-drafts.ts';
import { importHandlers } from './resources/imports/routes.ts';
import { fileHandlers } from './resources/files/routes.ts';
import { createFileWatch } from './resources/files/watch.ts';
import { databaseUserHandlers } from './resources/database-users/routes.ts';
import { createDatabaseSizes } from './resources/databases/sizes.ts';
import { factorHandlers } from './resources/identity/factors.ts';
import { identityHandlers } from './resources/identity/routes.ts';
import { sessionHandlers } from './resources/identity/sessions.ts';
import { logHandlers } from './resources/logs/routes.ts';
import { memberHandlers } from './resources/members/routes.ts';
import { provisioningHandlers } from './resources/provisioning/routes.ts';
import { createInviter } from './resources/users/invitations.ts';
import { userHandlers } from './resources/users/routes.ts';
import { metricsHandlers } from './resources/metrics/routes.ts';
import { createNews } from './resources/config/news.ts';
import { networkHandlers } from './resources/network/routes.ts';
import { scheduleHandlers } from './resources/schedules/routes.ts';
import { solutionHandlers } from './resources/solutions/routes.ts';
import { supportHandlers } from './resources/support/routes.ts';
import { createSystemStatus } from './resources/support/status.ts';
import { createOverview } from './resources/workgroups/overview.ts';
import { onboardingHandlers } from './resources/onboarding/routes.ts';
import { logoRoutes } from './resources/organization/logo.ts';
import { marketplaceHandlers } from './resources/marketplace/routes.ts';
import { organizationHandlers } from './resources/organization/routes.ts';
import { performers } from './resources/performers.ts';
import { workgroupHandlers } from './resources/workgroups/routes.ts';
import { workspaceHandlers } from './resources/workspaces/routes.ts';
import { createControlApp } from './control-app.ts';
import { isLocal, ownIssuerOf, type Settings } from './settings.ts';

/** The part of the gateway that is notified when workspaces are added, changed and removed. */
interface Doors {
  open(workspaceId: string, port: number): Promise<void>;
  close(workspaceId: string): Promise<void>;
  changed(workspaceId: string): void;
  /** Clears the cache of callers, since tokens may have been revoked. */
  forgetCallers(): void;
}

interface ControlPlaneOptions {
  readonly settings: Settings;
  /** A migrated database. */
  readonly database: Database;
  readonly driver: Driver;
  readonly log: BaseLogger;
  /** Lines of `log` on workspaces. */
  readonly ownLines: OwnLines;
  /** Places that logos may not be read from, whatever the settings allow. */
  readonly refusedSources: string;
  /** Names this installation in leases; the same after a restart. */
  readonly installation: string;
  /** Makes the gateway over the directory. */
  readonly gateway: (directory: GatewayDirectory) => Doors;
}

export interface ControlPlane {
  readonly app: FastifyInstance;
  /** The HTTP server for the control socket. */
  readonly control: FastifyInstance;
  readonly directory: GatewayDirectory;
  readonly logs: LogCollector;
  /** Makes a link with which the first admin sets a password; null when none is needed. */
  firstPasswordLink(): Promise<{ readonly email: string; readonly url: string } | null>;
  /** Continues interrupted operations, and starts the workspaces that should run, in the background. */
  start(): Promise<void>;
  /**
   * Takes no more operations; resolves when the running ones have ended, which closing the driver speeds up.
   * Unfinished ones go on at the next start.
   */
  stop(): Promise<void>;
}

/** Kinds of resources whose changes may put mails in the outbox. */
const MAILING: ReadonlySet<string> = new Set(['alertRule', 'organization', 'user', 'feedback', 'support']);

/** Kinds of resources whose changes may change a person's roles. */
const HOLDS_ROLES: ReadonlySet<string> = new Set([
  'workspace',
  'workgroup',
  'user',
  'member',
  'organization',
  'apiKey',
]);

/** Verifies our own tokens, and those of the outside issuer where there is one. */
function verifierFor(db: Database['db'], settings: Settings, keys: ProviderKeys): TokenVerifier {
  const ownIssuer = ownIssuerOf(settings);
  const own = localVerifier(ownIssuer, publicKeys(keys), (sid) => sessionLives(db, sid));
  const { outsideIssuer } = settings;
  if (outsideIssuer === null) return own;
  const outside = outsideVerifier(outsideIssuer, (sid, until) => outsideSession(db, sid, until));
  return eitherVerifier(ownIssuer, own, outside);
}

export async function createControlPlane(options: ControlPlaneOptions): Promise<ControlPlane> {
  const { settings, database, driver, log } = options;
  const startedAt = new Date();
  const { db } = database;
  const operatorKeys = readOperatorKeys(settings.keyFile, settings.home);
  const encrypted = await encryptSecrets(db, operatorKeys);
  if (encrypted > 0) log.info({ keys: encrypted }, 'keys were encrypted with the key of ACACIA_KEY_FILE');
  const sealer = createSealer(operatorKeys);
  const catalog = loadCatalog(settings.catalogFile, (asked) => driver.promise(asked));
  const outside = settings.outsideIssuer;
  const planOf = (tier: OrgQuota['tier']) => ({
    tier,
    maxWorkspaceMemory: catalog.quota(tier).max_workspace_memory,
  });
  await seed(db, settings.adminEmail, planOf(settings.tier ?? 'enterprise'));
  if (isLocal(settings)) await giveFirstPassword(db, settings.adminEmail);
  if (settings.tier !== null) await changePlan(db, planOf(settings.tier));
  await agreeWithStored(db, catalog);
  await nameGone(db);
  const accounts = {
    prices: await loadPrices(db, catalog),
    chargesSince: await noteCharging(db, settings.stripe !== null),
  };
  const payment = settings.stripe === null ? null : await openProvider(settings.stripe, settings.publicUrl);

  const keys = await loadKeys(db, operatorKeys);
  const verifier = verifierFor(db, settings, keys);
  const apiKeys = await createApiKeys(db, operatorKeys, settings.apiKeys);
  const lastSeen = createLastSeen(db);
  const grantUses = createGrantUses(db);
  const authenticate = notingActivity(
    db,
    log,
    createAuthenticate(
      db,
      verifier,
      apiKeys,
      outside === null ? null : settings.strangers,
      settings.operators,
      (sid) => lastSeen.saw(sid),
    ),
  );

  const publicHost = new URL(settings.publicUrl).hostname;
  const { sharedStorage } = driver;
  const setting = {
    catalog,
    publicHost,
    sharedStorage,
    condition: (id: string) => driver.condition(id),
  };
  const overview = createOverview(setting);
  const events = createEventHub(database, () => overview.forget());
  const fileWatch = createFileWatch(database);

  /** Updates the gateway's port of a workspace to its row. */
  const follow = async (workspaceId: string) => {
    doors.changed(workspaceId);
    const row = await findWorkspace(db, workspaceId);
    await (row === undefined ? doors.close(workspaceId) : doors.open(workspaceId, row.port));
  };
  const changed = (workspaceId: string) => {
    overview.forget();
    follow(workspaceId).catch((error: unknown) => {
      log.error({ err: error, workspace: workspaceId }, 'the gateway could not follow a workspace');
    });
  };

  /** Applies a change of a workgroup (its allow-list, say) at once to each of its workspaces. */
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
    performers,
    owner: options.installation,
    log,
    onEnd: async (workspaceId) => {
      await conditions.look(workspaceId);
      sizes.include(workspaceId);
      tasks.kick('database-sizes');
      changed(workspaceId);
    },
  });
  const people = createPeopleTeller({ db, driver, isOutside: outside !== null, log });
  const directory = createDirectory({ db, authenticate, runner, used: grantUses.used, changed });
  const doors = options.gateway(directory);
  const ended = () => doors.forgetCallers();

  const logs = createLogCollector({ db, driver, ownLines: options.ownLines, log });
  const { publicUrl, smtpUrl, mailFrom } = settings;
  const host = new URL(publicUrl).hostname;
  const transport =
    smtpUrl === null
      ? fileTransport(path.join(settings.home, 'mail'), mailFrom, host)
      : smtpTransport({ url: smtpUrl, from: mailFrom }, host, log);
  const sender = createSender({ db, transport, log, now: Date.now });
  const network = createSourceNetwork({
    allowed: settings.allowedSources,
    refused: options.refusedSources,
  });
  const news = settings.newsFeed === null ? null : createNews(settings.newsFeed, publicUrl, network);
  const own = createOwnMetrics({ database, eventStreams: () => events.size(), now: () => new Date() });
  const readings = createCollector({ db, driver, log, now: Date.now });
  const places = { firstPort: settings.firstWorkspacePort, host: settings.host };
  const tasks = createBackgroundTasks(
    backgroundTable({
      db,
      driver,
      catalog,
      sender,
      publicUrl,
      auditCollector: settings.auditCollector,
      log,
      runner,
      conditions,
      logs,
      sizes,
      accounts,
      payment,
      people,
      readings,
      own,
      lastSeen,
      grantUses,
      news,
      pool: { size: settings.poolSize, data: settings.poolData, places },
      sampleAhead: settings.sampleAhead,
      kickMails: () => tasks.kick('mails'),
      begun: (workspaceId) => {
        changed(workspaceId);
        runner.kick();
      },
    }),
    log,
  );

  const systemStatus = createSystemStatus({
    db,
    home: settings.home,
    version: APP_VERSION,
    tasks: () => tasks.status(),
    now: () => new Date(),
  });

  const attempts = createAttempts(db);
  const inviter = createInviter(createInvite(publicUrl, outside !== null));
  const app = await createApp({
    prefixedSince: await prefixedSince(db),
    settings,
    log,
    db,
    authenticate,
    keys,
    sealer,
    verifier,
    attempts,
    audit: createSignInAudit(db),
    ended,
    inviter,
    kickMails: () => tasks.kick('mails'),
    used: grantUses.used,
    news,
    answered: own.answered,
    ready: async () => ready && (await answersNow(db)),
    committed: async (resource) => {
      overview.forget();
      runner.kick();
      const [kind, id] = resource.split('/');
      // A role that was revoked is revoked everywhere before the response is sent.
      if (HOLDS_ROLES.has(kind ?? '')) {
        doors.forgetCallers();
        await people.look();
      }
      if (kind === 'workgroup') tasks.kick('pool');
      if (kind === 'workspace' && id !== undefined) changed(id);
      if (kind === 'user') ended();
      if (MAILING.has(kind ?? '')) tasks.kick('mails');
      if (kind === 'workgroup' && id !== undefined) await changedGroup(id);
    },
    handlers: {
      ...configHandlers(settings),
      ...identityHandlers({ attempts, kept: outside === null, publicUrl }, settings.supportEmail),
      ...sessionHandlers,
      ...factorHandlers({ attempts, publicUrl, kept: outside === null, sealer }),
      ...onboardingHandlers(settings, catalog, places),
      ...marketplaceHandlers,
      ...organizationHandlers(network, settings.supportEmail),
      ...apiKeyHandlers(apiKeys, settings.apiKeys),
      ...catalogHandlers(catalog),
      ...workgroupHandlers({ setting, overview }),
      ...databaseHandlers,
      ...workspaceHandlers(setting, places),
      ...backupHandlers(catalog, places),
      ...auditHandlers,
      ...billingHandlers(accounts, payment, () => tasks.kick('payments')),
      ...metricsHandlers,
      ...alertHandlers({ transport, publicUrl }),
      ...networkHandlers,
      ...memberHandlers,
      ...userHandlers(inviter, { publicUrl, kept: outside === null }),
      ...provisioningHandlers(publicUrl),
      ...logHandlers(logs, driver),
      ...solutionHandlers,
      ...scheduleHandlers(catalog),
      ...addonHandlers(publicHost, network, sealer),
      ...dataProfileHandlers(driver),
      ...databaseUserHandlers(driver),
      ...fileHandlers(fileWatch),
      ...explorationHandlers,
      ...feedbackHandlers(settings),
      ...supportHandlers(settings, systemStatus),
      ...importHandlers,
      ...loadDraftHandlers,
      ...dashboardHandlers({ catalog, accounts, settings, own, tasks: () => tasks.status(), startedAt }),
    },
  });

  const control = createControlApp({
    db,
    driver,
    log,
    issue: outside === null ? (id) => issueOperatorToken(db, keys, ownIssuerOf(settings), id) : null,
    adminEmail: settings.adminEmail,
  });
  if (payment !== null)
    await stripeWebhook(app, { db, provider: payment, changed: () => tasks.kick('payments') });
  logoRoutes(app, db);
  eventRoutes(app, events, authenticate);
  metricsRoutes(app, {
    db,
    driver,
    latest: () => readings.latest(),
    registry: own.registry,
    authenticate,
    used: grantUses.used,
    token: settings.metricsToken,
  });

  let ready = false;
  return {
    app,
    control,
    directory,
    logs,
    async firstPasswordLink() {
      if (outside !== null || isLocal(settings)) return null;
      const admin = await adminWithoutPassword(db, settings.adminEmail);
      if (admin === undefined) return null;
      const secret = await makeFirstPasswordLink(db, admin);
      return { email: admin.email, url: `${settings.publicUrl}/oidc/password?secret=${secret}` };
    },
    async start() {
      await reconcile(db, driver, options.installation);
      await runner.start();
      tasks.start();
      ready = true;
    },
    async stop() {
      ready = false;
      conditions.stop();
      fileWatch.end();
      events.end();
      await Promise.all([tasks.stop(), sender.stop(), people.stop(), runner.stop()]);
      // Collects lines that were written meanwhile.
      await logs.collect();
      await Promise.all([lastSeen.write(), grantUses.write()]);
      await endAllUsage(db);
    },
  };
}
