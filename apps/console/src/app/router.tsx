/** The console's routes. Each page is loaded when it is first visited, and with it the data that it cannot do without. */
import { can, hasDashboard, termsAccepted, type User } from '@acacia/contract';
import { PageSkeleton, PageBody } from '@acacia/ui';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  type RouterHistory,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { portalSearch } from '../features/admin-portal/search.ts';
import { auditSearch } from '../features/audit-log/search.ts';
import { billingSearch } from '../features/billing/search.ts';
import { search as designSchemaSearch } from '../features/design-schema/search.ts';
import { search as editorSearch } from '../features/editor/search.ts';
import { search as exploreSearch } from '../features/explore/search.ts';
import { search as ingestionSearch } from '../features/ingestion/search.ts';
import { addonsSearch, solutionSearch, solutionsSearch } from '../features/marketplace/search.ts';
import { onboardingSearch } from '../features/onboarding/search.ts';
import { createWorkgroupSearch, createWorkspaceSearch } from '../features/create/search.ts';
import { emailSendSearch, termsSearch, wantedSearch } from '../features/sign-in/search.ts';
import { settingsSearch } from '../features/settings/search.ts';
import { usersSearch } from '../features/users/search.ts';
import { workgroupSearch } from '../features/workgroups/search.ts';
import { personAtWork, workWithin } from '../data/bootstrap.ts';
import { catalogQuery } from '../data/catalog.ts';
import { ASSOCIATION, pendingArrival } from '../data/marketplace.ts';
import { meQuery, organizationQuery } from '../data/me.ts';
import { nextAddress, withWanted } from '../data/onboarding.ts';
import { workgroupQuery, workgroupsQuery } from '../data/workgroups.ts';
import { ProviderError, providerError } from '../session/provider-error.ts';
import { DesktopOnly } from '../shell/DesktopOnly.tsx';
import { RouteAnnouncer } from '../shell/RouteAnnouncer.tsx';
import { Shell } from '../shell/Shell.tsx';
import { Drawn } from '../shell/useSettled.ts';
import { parseSearch, stringifySearch } from '../services/search-params.ts';
import { part } from '../services/part.ts';
import type { Services } from '../services/services.ts';
import { FailurePage } from '../shell/full-page/FailurePage.tsx';
import { SignInFailure } from '../shell/full-page/SignInFailure.tsx';
import { Splash } from '../shell/full-page/Splash.tsx';
import { SessionEnded } from '../shell/session-ended/SessionEnded.tsx';

/** The styles of the controls that every page beyond the first uses. */
const controls = (): Promise<unknown> => import('@acacia/ui/controls');

/** A page that tells the shell when it is drawn. */
const telling = (Page: () => ReactNode) => ({
  Page: () => (
    <>
      <Page />
      <Drawn />
    </>
  ),
});

/** A page beyond the first, loaded when it is visited. */
function page(load: () => Promise<() => ReactNode>) {
  return lazyRouteComponent(async () => {
    const [Page] = await part(() => Promise.all([load(), controls()]));
    return telling(Page);
  }, 'Page');
}

const NotFoundPage = page(() =>
  import('../shell/full-page/NotFoundPage.tsx').then((module) => module.NotFoundPage),
);
const NoPermissionPage = page(() =>
  import('../shell/full-page/NoPermissionPage.tsx').then((module) => module.NoPermissionPage),
);

/** Nothing is on the page yet: an empty one would look broken. */
const AT_ONCE = { pendingComponent: Splash, pendingMs: 0, pendingMinMs: 0 };

const rootRoute = createRootRouteWithContext<Services>()({
  beforeLoad: ({ search }) => {
    const error = providerError(search);
    if (error !== undefined) throw error;
  },
  ...AT_ONCE,
  component: () => (
    <>
      <Outlet />
      <RouteAnnouncer />
      <SessionEnded />
    </>
  ),
  errorComponent: (props) =>
    props.error instanceof ProviderError ? <SignInFailure {...props} /> : <FailurePage {...props} />,
  notFoundComponent: NotFoundPage,
});

interface Entry {
  readonly context: Services;
  readonly location: { readonly href: string };
  readonly abortController: AbortController;
}

/**
 * Resolves with the signed-in person, who has an organisation; without a sign-in the browser leaves for the sign-in
 * page.
 */
async function arrive({ context: services, location: { href }, abortController }: Entry): Promise<User> {
  if ((await services.session.getToken()) === null) {
    await services.session.signIn(href);
    // The browser is leaving: nothing is to be drawn meanwhile.
    await new Promise(() => undefined);
  }
  return personAtWork(services, href, abortController.signal);
}

/** As `arrive`. Whoever lacks the second factor that their organisation wants is led to set one up. */
async function enter(entry: Entry): Promise<User> {
  const me = await arrive(entry);
  if (!me.lacks_second_factor) return me;
  const href = withWanted('/second-factor', entry.location.href);
  return redirect({ href, replace: true, throw: true }) as never;
}

/** Leads to the terms, and from there to an address. @throws Redirect always */
const toTerms = (wanted: string): never =>
  redirect({ href: withWanted('/terms', wanted), replace: true, throw: true }) as never;

/** Routes for signed-in people, inside navigation and header. */
const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: async (entry) => {
    const { metadata } = await enter(entry);
    if (!termsAccepted(metadata)) toTerms(entry.location.href);
    if (pendingArrival() === undefined) return;
    redirect({ href: withWanted(ASSOCIATION, entry.location.href), replace: true, throw: true });
  },
  component: Shell,
  ...AT_ONCE,
  errorComponent: SignInFailure,
});

/** Routes for signed-in people, without navigation. */
const personRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'person',
  beforeLoad: async (entry) => {
    await enter(entry);
  },
  component: Outlet,
  ...AT_ONCE,
  errorComponent: SignInFailure,
});
const termsRoute = createRoute({
  getParentRoute: () => personRoute,
  path: '/terms',
  validateSearch: termsSearch,
  beforeLoad: async ({ context, search }) => {
    const { org_id: id, organization = id, return_to: wanted } = search;
    await workWithin(context, organization, withWanted('/terms', wanted));
  },
  component: page(() => import('../features/terms/page.tsx').then((module) => module.Page)),
});
const surveyRoute = createRoute({
  getParentRoute: () => personRoute,
  path: '/survey',
  validateSearch: wantedSearch,
  // A person who loads the survey again after answering it goes on.
  beforeLoad: async ({ context, search: { return_to: wanted = '/' } }) => {
    const { metadata } = await context.queryClient.ensureQueryData(meQuery(context));
    if (!termsAccepted(metadata)) toTerms(wanted);
    const { marketing_done } = await context.queryClient.ensureQueryData(organizationQuery(context));
    if (!marketing_done) return;
    redirect({ href: await nextAddress(context, wanted), replace: true, throw: true });
  },
  component: page(() => import('../features/survey/page.tsx').then((module) => module.Page)),
});
const associationRoute = createRoute({
  getParentRoute: () => personRoute,
  path: ASSOCIATION,
  validateSearch: wantedSearch,
  beforeLoad: async ({ context, location }) => {
    const { metadata } = await context.queryClient.ensureQueryData(meQuery(context));
    if (!termsAccepted(metadata)) toTerms(location.href);
  },
  component: page(() => import('../features/marketplace/association-page.tsx').then((module) => module.Page)),
});
const secondFactorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/second-factor',
  validateSearch: wantedSearch,
  // A person who lacks none of them goes on.
  beforeLoad: async (entry) => {
    const { lacks_second_factor } = await arrive(entry);
    const { return_to: href = '/' } = entry.search;
    if (!lacks_second_factor) redirect({ href, replace: true, throw: true });
  },
  component: page(() => import('../features/sign-in/second-factor-page.tsx').then((module) => module.Page)),
  ...AT_ONCE,
  errorComponent: SignInFailure,
});
const emailSendRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/emailSend',
  validateSearch: emailSendSearch,
  component: page(() =>
    import('../shell/full-page/EmailSendPage.tsx').then((module) => module.EmailSendPage),
  ),
});
const statusRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/status',
  component: page(() => import('../features/status/page.tsx').then((module) => module.Page)),
});
const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signed-in',
  component: page(() => import('../shell/full-page/SignedInPage.tsx').then((module) => module.SignedInPage)),
});

const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  // Home tells by itself when it is drawn.
  component: lazyRouteComponent(() => part(() => import('../features/home/page.tsx')), 'Page'),
});
const groupsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/groups',
  loader: ({ context }) => context.queryClient.ensureQueryData(workgroupsQuery(context)),
  component: page(() => import('../features/workgroups/index-page.tsx').then((module) => module.Page)),
});
const groupRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/groups/$groupID',
  validateSearch: workgroupSearch,
  loader: ({ context, params }) =>
    context.queryClient.ensureQueryData(workgroupQuery(context, params.groupID)),
  component: page(() => import('../features/workgroups/page.tsx').then((module) => module.Page)),
});
const newGroupRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/groups/new',
  validateSearch: createWorkgroupSearch,
  loader: ({ context }) =>
    Promise.all([
      context.queryClient.ensureQueryData(catalogQuery(context)),
      context.queryClient.ensureQueryData(workgroupsQuery(context)),
    ]),
  component: page(() => import('../features/create/workgroup-page.tsx').then((module) => module.Page)),
});
const newGroupSpaceRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/groups/new/spaces/config',
  validateSearch: createWorkgroupSearch,
  loader: ({ context }) => context.queryClient.ensureQueryData(catalogQuery(context)),
  component: page(() => import('../features/create/first-workspace-page.tsx').then((module) => module.Page)),
});
const newSpaceRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/groups/$groupID/spaces/config',
  validateSearch: createWorkspaceSearch,
  loader: ({ context, params }) =>
    context.queryClient.ensureQueryData(workgroupQuery(context, params.groupID)),
  component: page(() => import('../features/create/workspace-page.tsx').then((module) => module.Page)),
});
const guidesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/guides',
  beforeLoad: () => {
    redirect({ to: '/guides/$guide', params: { guide: 'gsql' }, replace: true, throw: true });
  },
});
const guideRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/guides/$guide',
  component: page(() => import('../features/guides/page.tsx').then((module) => module.Page)),
});
const solutionsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/marketplace/solutions',
  validateSearch: solutionsSearch,
  loader: ({ context }) => context.queryClient.ensureQueryData(workgroupsQuery(context)),
  component: page(() => import('../features/marketplace/solutions-page.tsx').then((module) => module.Page)),
});
const solutionRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/marketplace/solutions/$solution',
  validateSearch: solutionSearch,
  loader: ({ context }) => context.queryClient.ensureQueryData(workgroupsQuery(context)),
  component: page(() => import('../features/marketplace/solution-page.tsx').then((module) => module.Page)),
});
const addonsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/marketplace/addons',
  validateSearch: addonsSearch,
  component: page(() => import('../features/marketplace/addons-page.tsx').then((module) => module.Page)),
});
/** Pages of the organisation's admins; others are led to the workgroups (specification part 3, section 2). */
const adminRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/admin',
  beforeLoad: async ({ context }) => {
    const { roles } = await context.queryClient.ensureQueryData(meQuery(context));
    if (!can(roles, 'user.manage')) redirect({ to: '/groups', replace: true, throw: true });
  },
});
const adminIndexRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/',
  beforeLoad: () => {
    redirect({ to: '/admin/users', replace: true, throw: true });
  },
});
const usersRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/users',
  validateSearch: usersSearch,
  loader: async ({ context }) => {
    const { usersQuery } = await part(() => import('../data/users.ts'));
    return context.queryClient.ensureQueryData(usersQuery(context));
  },
  component: page(() => import('../features/users/page.tsx').then((module) => module.Page)),
});
const auditLogRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/audit-log',
  validateSearch: auditSearch,
  component: page(() => import('../features/audit-log/page.tsx').then((module) => module.Page)),
});
const settingsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settings',
  validateSearch: settingsSearch,
  component: page(() => import('../features/settings/page.tsx').then((module) => module.Page)),
});
/** Also for the billing roles (specification part 1, section 2.1). */
const billsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/admin/bills',
  validateSearch: billingSearch,
  beforeLoad: async ({ context }) => {
    const { roles } = await context.queryClient.ensureQueryData(meQuery(context));
    if (!can(roles, 'billing.read')) redirect({ to: '/groups', replace: true, throw: true });
  },
  loader: async ({ context }) => {
    const { billingStatusQuery } = await part(() => import('../data/billing.ts'));
    return context.queryClient.ensureQueryData(billingStatusQuery(context));
  },
  component: page(() => import('../features/billing/page.tsx').then((module) => module.Page)),
});
/** The admin portal of a workspace (specification part 4, section 2, "Workspace Connect menu"). */
const adminPortalRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/admin-portal',
  validateSearch: portalSearch,
  loader: ({ context }) => context.queryClient.ensureQueryData(workgroupsQuery(context)),
  component: page(() => import('../features/admin-portal/page.tsx').then((module) => module.Page)),
});
/** Pages of the installation's operators, which find their way by themselves (specification part 1, section 2.1). */
const dashboardRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/dashboard/$',
  validateSearch: (search): Record<string, unknown> => search,
  beforeLoad: async ({ context, params: { _splat } }) => {
    const { permissions } = await context.queryClient.ensureQueryData(meQuery(context));
    const to = hasDashboard(permissions) ? '/dashboard/workspace' : '/noPermission';
    if (to === '/noPermission' || !_splat) redirect({ href: to, replace: true, throw: true });
  },
  component: page(() => import('../features/dashboard/page.tsx').then((module) => module.Page)),
});
const noPermissionRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/noPermission',
  component: NoPermissionPage,
});
const nowhereRoute = createRoute({ getParentRoute: () => shellRoute, path: '$', component: NotFoundPage });

/** The onboarding has a frame of its own (specification part 4, section 2). */
const onboardingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/onboarding',
  validateSearch: onboardingSearch,
  beforeLoad: async (entry) => {
    const { metadata } = await enter(entry);
    if (!termsAccepted(metadata)) toTerms(entry.location.href);
  },
  loader: ({ context }) => context.queryClient.ensureQueryData(workgroupsQuery(context)),
  component: page(() =>
    import('../features/onboarding/OnboardingFrame.tsx').then((module) => module.OnboardingFrame),
  ),
  pendingComponent: Splash,
  errorComponent: SignInFailure,
});
const onboardingIndexRoute = createRoute({
  getParentRoute: () => onboardingRoute,
  path: '/',
  beforeLoad: ({ search }) => {
    redirect({ to: '/onboarding/choose', search, replace: true, throw: true });
  },
});
const settingUpRoute = createRoute({
  getParentRoute: () => onboardingRoute,
  path: '/setting-up-workspace',
  component: page(() => import('../features/onboarding/setting-up-page.tsx').then((module) => module.Page)),
});
const chooseRoute = createRoute({
  getParentRoute: () => onboardingRoute,
  path: '/choose',
  component: page(() => import('../features/onboarding/choose-page.tsx').then((module) => module.Page)),
});
const importRoute = createRoute({
  getParentRoute: () => onboardingRoute,
  path: '/import-csv',
  component: page(() => import('../features/onboarding/import-page.tsx').then((module) => module.Page)),
});
const checkSchemaRoute = createRoute({
  getParentRoute: () => onboardingRoute,
  path: '/check-schema',
  component: page(() => import('../features/onboarding/schema-page.tsx').then((module) => module.Page)),
});
const buildGraphRoute = createRoute({
  getParentRoute: () => onboardingRoute,
  path: '/ai-build-graph',
  component: page(() => import('../features/onboarding/build-page.tsx').then((module) => module.Page)),
});
const viewResultRoute = createRoute({
  getParentRoute: () => onboardingRoute,
  path: '/view-result',
  component: page(() => import('../features/onboarding/result-page.tsx').then((module) => module.Page)),
});
const viewSampleRoute = createRoute({
  getParentRoute: () => onboardingRoute,
  path: '/view-sample-data',
  component: page(() => import('../features/onboarding/sample-page.tsx').then((module) => module.Page)),
});

/** The tools need a wide screen. */
const toolsRoute = createRoute({
  getParentRoute: () => shellRoute,
  id: 'tools',
  loader: ({ context }) => context.queryClient.ensureQueryData(workgroupsQuery(context)),
  component: DesktopOnly,
});

const designSchemaRoute = createRoute({
  getParentRoute: () => toolsRoute,
  path: '/design-schema',
  validateSearch: designSchemaSearch,
  component: page(() => import('../features/design-schema/page.tsx').then((module) => module.Page)),
});
const ingestionRoute = createRoute({
  getParentRoute: () => toolsRoute,
  path: '/ingestion',
  validateSearch: ingestionSearch,
  component: page(() => import('../features/ingestion/page.tsx').then((module) => module.Page)),
});
const editorRoute = createRoute({
  getParentRoute: () => toolsRoute,
  path: '/editor',
  validateSearch: editorSearch,
  component: page(() => import('../features/editor/page.tsx').then((module) => module.Page)),
});
const exploreRoute = createRoute({
  getParentRoute: () => toolsRoute,
  path: '/explore',
  validateSearch: exploreSearch,
  component: page(() => import('../features/explore/page.tsx').then((module) => module.Page)),
});

const routeTree = rootRoute.addChildren([
  emailSendRoute,
  secondFactorRoute,
  signedInRoute,
  statusRoute,
  personRoute.addChildren([termsRoute, surveyRoute, associationRoute]),
  onboardingRoute.addChildren([
    onboardingIndexRoute,
    settingUpRoute,
    chooseRoute,
    importRoute,
    checkSchemaRoute,
    buildGraphRoute,
    viewResultRoute,
    viewSampleRoute,
  ]),
  shellRoute.addChildren([
    homeRoute,
    groupsRoute,
    groupRoute,
    newGroupRoute,
    newGroupSpaceRoute,
    newSpaceRoute,
    guidesRoute,
    guideRoute,
    adminRoute.addChildren([adminIndexRoute, usersRoute, auditLogRoute, settingsRoute]),
    billsRoute,
    solutionsRoute,
    solutionRoute,
    addonsRoute,
    adminPortalRoute,
    dashboardRoute,
    noPermissionRoute,
    nowhereRoute,
    toolsRoute.addChildren([designSchemaRoute, ingestionRoute, editorRoute, exploreRoute]),
  ]),
]);

function PendingPage() {
  return (
    <PageBody>
      <PageSkeleton />
    </PageBody>
  );
}

/**
 * @param services the services that every route and page can use
 * @param history the source of the address; the browser's own unless given
 */
export function createConsoleRouter(services: Services, history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history === undefined ? {} : { history }),
    context: services,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 300,
    defaultPendingComponent: PendingPage,
    defaultErrorComponent: FailurePage,
  });
}

/** Begins to load a page while the person is asked for. A failure is met when the page is drawn. */
export function loadPageOf(router: ReturnType<typeof createConsoleRouter>, pathname: string): void {
  const [routes] = router.getMatchedRoutes(pathname);
  for (const route of routes) router.loadRouteChunk(route)?.catch(() => undefined);
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
