import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { Session } from '../../lib/session/session.ts';
import { memoryStorage } from '../../testing/memory-storage.ts';

vi.mock('../../lib/api/http.ts', () => ({ call: vi.fn(), session: new Session(memoryStorage(), memoryStorage()) }));
const { createAppRouter } = await import('./router.tsx');

const router = createAppRouter({
  session: new Session(memoryStorage(), memoryStorage()),
  queryClient: new QueryClient(),
  reload: vi.fn(),
});

/** Path, title, and the routes around it that guard it and frame it. */
const table = Object.entries(router.routesByPath)
  .filter(([, route]) => route.options.component)
  .map(([path, route]) => [path, route.options.staticData?.title, route.parentRoute.id].join(' | '));

it('has every screen under its guard and layout', () => {
  expect(table.sort()).toMatchInlineSnapshot(`
    [
      "/accept-member-invite/$slug | Invitation | /invited",
      "/ai-chat | AI chat | /verified/main",
      "/apps | Apps | /verified/main",
      "/collections | Collections | /verified/main",
      "/collections/$id | Collection | /verified/main",
      "/directory | Directory | /verified/main",
      "/duplicates | Duplicates | /verified/main",
      "/forgot-password | Forgot password | /signed-out",
      "/l/$token | Shared with you | __root__",
      "/labels/$id | Label | /verified/main",
      "/login | Sign in | /signed-out",
      "/members | Members | /verified/main",
      "/members/groups | Groups | /verified/main",
      "/members/invites | Invites | /verified/main",
      "/oauth | Connect an app | /consent",
      "/oauth/connect | Connect an app | /verified/own-consent",
      "/onboarding | Get started | /verified/guide",
      "/organization-create | New workspace | /verified/empty",
      "/other-workspace | Another workspace | /open",
      "/plans | Plan and billing | /verified/main",
      "/plans/card | Add new card | /verified/empty",
      "/plans/upgrade | Change plan | /verified/empty",
      "/privacy | Privacy | /open",
      "/register | Create account | /signed-out",
      "/revert-email/$token | Undo the email change | /recovery",
      "/settings/audit-log | Settings | /verified/main/settings",
      "/settings/profile/email-settings | Settings | /verified/main/settings",
      "/settings/profile/general-info | Settings | /verified/main/settings",
      "/settings/profile/notifications | Settings | /verified/main/settings",
      "/settings/profile/password-security | Settings | /verified/main/settings",
      "/settings/public-links | Settings | /verified/main/settings",
      "/settings/workspace | Settings | /verified/main/settings",
      "/switch-cloud | Switch cloud | /verified/main",
      "/switch-cloud/transfer | New transfer | /verified/empty",
      "/two-factor-setup | Set up two-factor authentication | /unsecured",
      "/verification | Verify your email | /unverified",
    ]
  `);
});
