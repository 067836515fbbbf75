import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
  type RouterHistory,
  redirect,
  type StaticDataRouteOption,
} from '@tanstack/react-router';
import type { FunctionComponent } from 'react';
import { chatSearch } from '../../features/ai/chat-search.ts';
import { cardSearch } from '../../features/billing/card-search.ts';
import type { Scope } from '../../features/documents/query/document-query.ts';
import { documentSearch } from '../../features/documents/query/document-search.ts';
import { stepSearch } from '../../features/onboarding/step-search.ts';
import { appsSearch, oauthSearch } from '../../features/sources/oauth-search.ts';
import { transferSearch, transfersSearch } from '../../features/transfers/transfer-search.ts';
import type { LinkSearch } from '../../features/visits/link-search.ts';
import { FullScreenLoader } from '../../ui/brand/full-screen-loader.tsx';
import { EmptyLayout } from '../layouts/empty-layout.tsx';
import { AuthLayout } from '../layouts/logo-page.tsx';
import { PageSkeleton } from '../layouts/page-skeleton.tsx';
import { carryOrganization } from './carry-organization.ts';
import { ErrorScreen, PageError } from './error-screen.tsx';
import {
  invitedOnly,
  type RouterContext,
  signedOutOnly,
  twoFactorMissingOnly,
  unverifiedOnly,
  type Visit,
  verifiedOnly,
} from './guards.ts';
import { loadCode } from './load-code.ts';
import { otherWorkspaceSearch } from './other-workspace-search.ts';
import { Root } from './root.tsx';

interface Preloadable {
  preload?(): Promise<void>;
}

type Screen = () => Promise<{ Page: FunctionComponent }>;

const page = (load: Screen) => lazyRouteComponent(() => loadCode(load), 'Page');

/** One screen of the table below; `title` is what header and browser tab show. */
function screen<Parent extends AnyRoute, const Path extends string>(
  parent: Parent,
  path: Path,
  title: string,
  load: Screen,
) {
  return createRoute({
    getParentRoute: () => parent,
    path,
    staticData: { title },
    component: page(load),
  });
}

/** A screen with search parameters, which `validateSearch` reads. */
function searchScreen<Parent extends AnyRoute, const Path extends string, Search>(
  parent: Parent,
  path: Path,
  title: string,
  validateSearch: (search: Record<string, unknown>) => Search,
  load: Screen,
  more?: StaticDataRouteOption,
) {
  return createRoute({
    getParentRoute: () => parent,
    path,
    staticData: { title, ...more },
    validateSearch,
    component: page(load),
  });
}

const everything = (): Scope => ({});

/** A screen with a list of documents: page, filters and sorting are in the address, and `scope` says what it lists. */
function listScreen<Parent extends AnyRoute, const Path extends string>(
  parent: Parent,
  path: Path,
  title: string,
  load: Screen,
  scope?: (params: { id?: string }) => Scope,
) {
  return createRoute({
    getParentRoute: () => parent,
    path,
    staticData: { title, scope: scope ?? everything },
    validateSearch: documentSearch,
    search: { middlewares: [carryOrganization(scope !== undefined)] },
    component: page(load),
  });
}

function forward<Parent extends AnyRoute, const Path extends string>(parent: Parent, path: Path, to: string) {
  return createRoute({
    getParentRoute: () => parent,
    path,
    beforeLoad: () => {
      throw redirect({ to, replace: true });
    },
  });
}

/** Shown while a guard or layout is loading or failed, when there is no layout around it. */
const outermost = { pendingComponent: FullScreenLoader, pendingMs: 0, errorComponent: ErrorScreen };

const root = createRootRouteWithContext<RouterContext>()({ component: Root, errorComponent: ErrorScreen });

/** A route around screens, with its layout and its guard. */
function frame<Parent extends AnyRoute, const Id extends string>(
  parent: Parent,
  id: Id,
  component: RouteComponent,
  guard?: (visit: Visit) => void | Promise<void>,
) {
  // The context is that of the root everywhere, which the type of a parent doesn’t say.
  return createRoute({
    getParentRoute: () => parent,
    id,
    ...outermost,
    beforeLoad: guard as (() => Promise<void>) | undefined,
    component,
  });
}

// Signing in: for signed-out people only, except for the verification of the address.
const signedOut = frame(root, 'signed-out', AuthLayout, signedOutOnly);
const invited = frame(root, 'invited', AuthLayout);
const unverified = frame(root, 'unverified', AuthLayout, unverifiedOnly);

// For members who have to set two-factor authentication up before they can use the workspace.
const unsecured = frame(root, 'unsecured', AuthLayout, twoFactorMissingOnly);

// For the link in mail to an old address, signed in or not.
const recovery = frame(root, 'recovery', AuthLayout);

// For everyone, signed in or not.
const open = frame(root, 'open', AuthLayout);

// For redirects of the consent pages of sources, signed in or not.
const consent = frame(root, 'consent', AuthLayout);

// The main area: signed-in people with a verified address. Some of its screens have no header or menu.
const verifiedArea = lazyRouteComponent(() => loadCode(() => import('../verified-area.tsx')), 'VerifiedArea');
const verified = frame(root, 'verified', verifiedArea, verifiedOnly);
const mainLayout = lazyRouteComponent(() => loadCode(() => import('../layouts/main/main-layout.tsx')), 'MainLayout');
const main = frame(verified, 'main', mainLayout);
const empty = frame(verified, 'empty', EmptyLayout);
const guideLayout = lazyRouteComponent(
  () => loadCode(() => import('../layouts/onboarding-layout.tsx')),
  'OnboardingLayout',
);
const guide = frame(verified, 'guide', guideLayout);
const ownConsent = frame(verified, 'own-consent', AuthLayout);
const settings = screen(main, 'settings', 'Settings', () => import('../routes/settings/settings.tsx'));

const routeTree = root.addChildren([
  open.addChildren([
    screen(open, 'privacy', 'Privacy', () => import('../routes/privacy.tsx')),
    searchScreen(
      open,
      'other-workspace',
      'Another workspace',
      otherWorkspaceSearch,
      () => import('../routes/other-workspace.tsx'),
    ),
  ]),
  // For visitors of a public link, signed in or not.
  createRoute({
    getParentRoute: () => root,
    path: 'l/$token',
    staticData: { title: 'Shared with you' },
    // The page validates it, to keep the rules out of the first bundle.
    validateSearch: (search: Record<string, unknown>): LinkSearch => search,
    component: page(() => import('../routes/public-link.tsx')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: ({ context }) => {
      throw redirect({ to: context.session.token ? '/directory' : '/login', replace: true });
    },
  }),
  signedOut.addChildren([
    screen(signedOut, 'login', 'Sign in', () => import('../routes/sign-in/login.tsx')),
    screen(signedOut, 'register', 'Create account', () => import('../routes/sign-in/register.tsx')),
    screen(signedOut, 'forgot-password', 'Forgot password', () => import('../routes/sign-in/forgot-password.tsx')),
  ]),
  invited.addChildren([
    createRoute({
      getParentRoute: () => invited,
      path: 'accept-member-invite/$slug',
      staticData: { title: 'Invitation' },
      beforeLoad: invitedOnly,
      component: page(() => import('../routes/sign-in/accept-member-invite.tsx')),
    }),
  ]),
  unverified.addChildren([
    screen(unverified, 'verification', 'Verify your email', () => import('../routes/sign-in/verification.tsx')),
  ]),
  unsecured.addChildren([
    screen(
      unsecured,
      'two-factor-setup',
      'Set up two-factor authentication',
      () => import('../routes/sign-in/two-factor-setup.tsx'),
    ),
  ]),
  recovery.addChildren([
    screen(
      recovery,
      'revert-email/$token',
      'Undo the email change',
      () => import('../routes/sign-in/revert-email.tsx'),
    ),
  ]),
  consent.addChildren([
    searchScreen(consent, 'oauth', 'Connect an app', oauthSearch, () => import('../routes/apps/oauth.tsx')),
  ]),
  verified.addChildren([
    main.addChildren([
      listScreen(main, 'directory', 'Directory', () => import('../routes/documents/directory.tsx')),
      screen(main, 'collections', 'Collections', () => import('../routes/documents/collections.tsx')),
      screen(main, 'duplicates', 'Duplicates', () => import('../routes/documents/duplicates.tsx')),
      listScreen(
        main,
        'collections/$id',
        'Collection',
        () => import('../routes/documents/collection.tsx'),
        ({ id }) => ({ collection_id: id }),
      ),
      listScreen(
        main,
        'labels/$id',
        'Label',
        () => import('../routes/documents/label.tsx'),
        ({ id }) => ({ label_id: id }),
      ),
      searchScreen(main, 'ai-chat', 'AI chat', chatSearch, () => import('../routes/ai-chat.tsx'), {
        hasOwnHeading: true,
      }),
      searchScreen(main, 'apps', 'Apps', appsSearch, () => import('../routes/apps/apps.tsx')),
      searchScreen(
        main,
        'switch-cloud',
        'Switch cloud',
        transfersSearch,
        () => import('../routes/transfers/switch-cloud.tsx'),
      ),
      screen(main, 'members', 'Members', () => import('../routes/team/members.tsx')),
      screen(main, 'members/groups', 'Groups', () => import('../routes/team/groups.tsx')),
      screen(main, 'members/invites', 'Invites', () => import('../routes/team/invites.tsx')),
      screen(main, 'plans', 'Plan and billing', () => import('../routes/billing/plans.tsx')),
      settings.addChildren([
        forward(settings, '/', '/settings/profile'),
        forward(settings, 'profile', '/settings/profile/general-info'),
        screen(settings, 'profile/general-info', 'Settings', () => import('../routes/settings/general-info.tsx')),
        screen(settings, 'profile/email-settings', 'Settings', () => import('../routes/settings/email-settings.tsx')),
        screen(
          settings,
          'profile/password-security',
          'Settings',
          () => import('../routes/settings/password-security.tsx'),
        ),
        screen(settings, 'profile/notifications', 'Settings', () => import('../routes/settings/notifications.tsx')),
        screen(settings, 'workspace', 'Settings', () => import('../routes/settings/workspace.tsx')),
        screen(settings, 'public-links', 'Settings', () => import('../routes/settings/public-links.tsx')),
        screen(settings, 'audit-log', 'Settings', () => import('../routes/settings/audit-log.tsx')),
      ]),
    ]),
    empty.addChildren([
      searchScreen(
        empty,
        'switch-cloud/transfer',
        'New transfer',
        transferSearch,
        () => import('../routes/transfers/transfer.tsx'),
      ),
      screen(empty, 'plans/upgrade', 'Change plan', () => import('../routes/billing/upgrade.tsx')),
      searchScreen(empty, 'plans/card', 'Add new card', cardSearch, () => import('../routes/billing/card.tsx')),
      screen(
        empty,
        'organization-create',
        'New workspace',
        () => import('../routes/workspace/organization-create.tsx'),
      ),
    ]),
    ownConsent.addChildren([
      searchScreen(
        ownConsent,
        'oauth/connect',
        'Connect an app',
        oauthSearch,
        () => import('../routes/apps/oauth-connect.tsx'),
      ),
    ]),
    guide.addChildren([
      searchScreen(guide, 'onboarding', 'Get started', stepSearch, () => import('../routes/onboarding/onboarding.tsx')),
    ]),
  ]),
]);

/** `history` is that of the browser, unless a test brings its own. */
export function createAppRouter(context: RouterContext, history?: RouterHistory) {
  const router = createRouter({
    routeTree,
    context,
    history,
    defaultPreload: 'intent',
    // The previous page stays for a moment, so that a quick answer shows no skeleton.
    defaultPendingMs: 300,
    defaultPendingMinMs: 0,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: PageError,
    defaultNotFoundComponent: lazyRouteComponent(() => loadCode(() => import('./not-found.tsx')), 'NotFound'),
    notFoundMode: 'root',
    scrollRestoration: true,
  });
  // The documents and the code of a page are loaded while the guards run, not after them.
  router.subscribe('onBeforeLoad', ({ toLocation, pathChanged }) => {
    if (!context.session.token) return;
    const matches = router.matchRoutes(toLocation).map((match) => ({ match, route: router.routesById[match.routeId] }));
    // Documents before code, because the code is much larger.
    for (const { match, route } of pathChanged ? matches : []) {
      const scope = route?.options.staticData?.scope?.(match.params);
      // Loaded separately, because the sign-in pages don’t need it; if it fails, nothing is fetched ahead.
      if (scope && context.session.organizationId)
        void import('./fetch-ahead.ts').then(
          ({ fetchAhead }) => fetchAhead(context, match.search, scope),
          () => {},
        );
    }
    for (const { route } of matches) void (route?.options.component as Preloadable | undefined)?.preload?.();
  });
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
  interface StaticDataRouteOption {
    title?: string;
    /** The page places its heading itself, in the main layout. */
    hasOwnHeading?: boolean;
    scope?(params: { id?: string }): Scope;
  }
}
