import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import type { FunctionComponent } from 'react';
import type { Scope } from '../features/documents/document-query.ts';
import { documentSearch } from '../features/documents/document-search.ts';
import { stepSearch } from '../features/onboarding/steps.ts';
import { appsSearch, oauthSearch } from '../features/sources/oauth-search.ts';
import { transferSearch, transfersSearch } from '../features/transfers/transfer-search.ts';
import { ErrorScreen, PageError } from './error-screen.tsx';
import { fetchAhead } from './fetch-ahead.ts';
import { invitedOnly, type RouterContext, signedOutOnly, unverifiedOnly, verifiedOnly } from './guards.ts';
import { AuthLayout } from './layouts/auth-layout.tsx';
import { EmptyLayout } from './layouts/empty-layout.tsx';
import { LoadingLayout } from './layouts/loading-layout.tsx';
import { PageSkeleton } from './layouts/page-skeleton.tsx';
import { NotFound } from './not-found.tsx';
import { Root } from './root.tsx';

interface Preloadable {
  preload?(): Promise<void>;
}

type Screen = () => Promise<{ Page: FunctionComponent }>;

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
    component: lazyRouteComponent(load, 'Page'),
  });
}

/** A screen with a list of documents: where the list stands is in the address, and what it lists by the `scope`. */
function listScreen<Parent extends AnyRoute, const Path extends string>(
  parent: Parent,
  path: Path,
  title: string,
  load: Screen,
  scope: (params: { id?: string }) => Scope = () => ({}),
) {
  return createRoute({
    getParentRoute: () => parent,
    path,
    staticData: { title, scope },
    validateSearch: documentSearch,
    component: lazyRouteComponent(load, 'Page'),
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

/** A guard or a layout is loading, or failed: there is no frame to show it in. */
const outermost = { pendingComponent: LoadingLayout, pendingMs: 0, errorComponent: ErrorScreen };

const root = createRootRouteWithContext<RouterContext>()({ component: Root, errorComponent: ErrorScreen });

// Signing in: signed-out people only, but for the verification of the address.
const signedOut = createRoute({
  getParentRoute: () => root,
  id: 'signed-out',
  ...outermost,
  beforeLoad: signedOutOnly,
  component: AuthLayout,
});
const invited = createRoute({ getParentRoute: () => root, id: 'invited', ...outermost, component: AuthLayout });
const unverified = createRoute({
  getParentRoute: () => root,
  id: 'unverified',
  ...outermost,
  beforeLoad: unverifiedOnly,
  component: AuthLayout,
});

// Where the consent pages of sources send people back to: whoever they are.
const consent = createRoute({ getParentRoute: () => root, id: 'consent', ...outermost, component: AuthLayout });

// The main area: signed-in people with a verified address. Some of its screens stand outside the frame.
const verified = createRoute({
  getParentRoute: () => root,
  id: 'verified',
  ...outermost,
  beforeLoad: verifiedOnly,
  component: lazyRouteComponent(() => import('./verified-area.tsx'), 'VerifiedArea'),
});
const main = createRoute({
  getParentRoute: () => verified,
  id: 'main',
  ...outermost,
  component: lazyRouteComponent(() => import('./layouts/main/main-layout.tsx'), 'MainLayout'),
});
const empty = createRoute({ getParentRoute: () => verified, id: 'empty', ...outermost, component: EmptyLayout });
const guide = createRoute({
  getParentRoute: () => verified,
  id: 'guide',
  ...outermost,
  component: lazyRouteComponent(() => import('./layouts/onboarding-layout.tsx'), 'OnboardingLayout'),
});
const ownConsent = createRoute({
  getParentRoute: () => verified,
  id: 'own-consent',
  ...outermost,
  component: AuthLayout,
});
const settings = screen(main, 'settings', 'Settings', () => import('./routes/settings.tsx'));

const routeTree = root.addChildren([
  createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: ({ context }) => {
      throw redirect({ to: context.session.token ? '/directory' : '/login', replace: true });
    },
  }),
  signedOut.addChildren([
    screen(signedOut, 'login', 'Sign in', () => import('./routes/login.tsx')),
    screen(signedOut, 'register', 'Create account', () => import('./routes/register.tsx')),
    screen(signedOut, 'forgot-password', 'Forgot password', () => import('./routes/forgot-password.tsx')),
  ]),
  invited.addChildren([
    createRoute({
      getParentRoute: () => invited,
      path: 'accept-member-invite/$slug',
      staticData: { title: 'Invitation' },
      beforeLoad: invitedOnly,
      component: lazyRouteComponent(() => import('./routes/accept-member-invite.tsx'), 'Page'),
    }),
  ]),
  unverified.addChildren([
    screen(unverified, 'verification', 'Verify your email', () => import('./routes/verification.tsx')),
  ]),
  consent.addChildren([
    createRoute({
      getParentRoute: () => consent,
      path: 'oauth',
      staticData: { title: 'Connect an app' },
      validateSearch: oauthSearch,
      component: lazyRouteComponent(() => import('./routes/oauth.tsx'), 'Page'),
    }),
  ]),
  verified.addChildren([
    main.addChildren([
      listScreen(main, 'directory', 'Directory', () => import('./routes/directory.tsx')),
      screen(main, 'collections', 'Collections', () => import('./routes/collections.tsx')),
      screen(main, 'duplicates', 'Duplicates', () => import('./routes/duplicates.tsx')),
      listScreen(
        main,
        'collections/$id',
        'Collection',
        () => import('./routes/collection.tsx'),
        ({ id }) => ({ collection_id: id }),
      ),
      listScreen(
        main,
        'labels/$id',
        'Label',
        () => import('./routes/label.tsx'),
        ({ id }) => ({ label_id: id }),
      ),
      screen(main, 'ai-chat', 'AI chat', () => import('./routes/ai-chat.tsx')),
      createRoute({
        getParentRoute: () => main,
        path: 'apps',
        staticData: { title: 'Apps' },
        validateSearch: appsSearch,
        component: lazyRouteComponent(() => import('./routes/apps.tsx'), 'Page'),
      }),
      createRoute({
        getParentRoute: () => main,
        path: 'switch-cloud',
        staticData: { title: 'Switch cloud' },
        validateSearch: transfersSearch,
        component: lazyRouteComponent(() => import('./routes/switch-cloud.tsx'), 'Page'),
      }),
      screen(main, 'members', 'Members', () => import('./routes/members.tsx')),
      screen(main, 'members/invites', 'Invites', () => import('./routes/invites.tsx')),
      screen(main, 'plans', 'Plan and billing', () => import('./routes/plans.tsx')),
      settings.addChildren([
        forward(settings, '/', '/settings/profile'),
        forward(settings, 'profile', '/settings/profile/general-info'),
        screen(settings, 'profile/general-info', 'Settings', () => import('./routes/general-info.tsx')),
        screen(settings, 'profile/email-settings', 'Settings', () => import('./routes/email-settings.tsx')),
        screen(settings, 'profile/password-security', 'Settings', () => import('./routes/password-security.tsx')),
        screen(settings, 'workspace', 'Settings', () => import('./routes/workspace.tsx')),
      ]),
    ]),
    empty.addChildren([
      createRoute({
        getParentRoute: () => empty,
        path: 'switch-cloud/transfer',
        staticData: { title: 'New transfer' },
        validateSearch: transferSearch,
        component: lazyRouteComponent(() => import('./routes/transfer.tsx'), 'Page'),
      }),
      screen(empty, 'plans/upgrade', 'Change plan', () => import('./routes/upgrade.tsx')),
      screen(empty, 'organization-create', 'New workspace', () => import('./routes/organization-create.tsx')),
    ]),
    ownConsent.addChildren([
      createRoute({
        getParentRoute: () => ownConsent,
        path: 'oauth/connect',
        staticData: { title: 'Connect an app' },
        validateSearch: oauthSearch,
        component: lazyRouteComponent(() => import('./routes/oauth-connect.tsx'), 'Page'),
      }),
    ]),
    guide.addChildren([
      createRoute({
        getParentRoute: () => guide,
        path: 'onboarding',
        staticData: { title: 'Get started' },
        validateSearch: stepSearch,
        component: lazyRouteComponent(() => import('./routes/onboarding.tsx'), 'Page'),
      }),
    ]),
  ]),
]);

export function createAppRouter(context: RouterContext) {
  const router = createRouter({
    routeTree,
    context,
    defaultPreload: 'intent',
    // The page that is left stays for a moment, so that quick answers show no skeleton in between.
    defaultPendingMs: 300,
    defaultPendingMinMs: 0,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: PageError,
    defaultNotFoundComponent: NotFound,
    notFoundMode: 'root',
    scrollRestoration: true,
  });
  // The documents and the code of a page are fetched while the guards ask who is there, not after them.
  router.subscribe('onBeforeLoad', ({ toLocation, pathChanged }) => {
    if (!context.session.token) return;
    const matches = router.matchRoutes(toLocation).map((match) => ({ match, route: router.routesById[match.routeId] }));
    // Before the code of the page, which is much more.
    for (const { match, route } of pathChanged ? matches : []) {
      const scope = route?.options.staticData?.scope?.(match.params);
      if (scope) fetchAhead(context, match.search, scope);
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
    scope?(params: { id?: string }): Scope;
  }
}
