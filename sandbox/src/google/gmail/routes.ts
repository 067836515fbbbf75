import type { SandboxResponse } from '../../shared/server.ts';
import { MAIL_SCOPES } from '../call.ts';
import { failureOnDemand, GoogleError } from '../errors.ts';
import type { Route } from '../route.ts';
import { getLabel, getProfile, listLabels } from './labels.ts';
import { listHistory } from './list-history.ts';
import { getAttachment, getMessage, listMessages } from './messages.ts';
import type { Push } from './push.ts';
import type { Quota } from './quota.ts';

const { full, modify, readonly, metadata } = MAIL_SCOPES;
const anyScope = [full, modify, readonly, metadata];
const content = [full, modify, readonly];

interface MailRoute extends Route {
  /** The call’s cost of the person’s quota. */
  units: number;
}

/** The calls of Gmail that the connector makes. The first match answers; `me` and the person’s address are equal. */
export const gmailRoutes = (quota: Quota, push: Push): readonly Route[] =>
  routes(push).map(({ units, run, path, ...route }) => ({
    ...route,
    path: `/gmail/v1/users/:userId/${path}`,
    run(call) {
      const { key, email } = call.mailbox.person;
      if (call.params.userId !== 'me' && call.params.userId !== email)
        throw new GoogleError('forbidden', `Delegation denied for ${email}`);
      return oddRefusal(call.mailbox.nextRefusal()) ?? quota.spend(key, units, () => run(call));
    },
  }));

/** One of Gmail’s several refusals for too many calls. The call may be repeated at once. */
function oddRefusal(nth: number | null): SandboxResponse | null {
  if (nth === null) return null;
  const answers = [
    { status: 403, reason: 'rateLimitExceeded' },
    { status: 429, reason: 'rateLimitExceeded' },
    { status: 403, reason: 'userRateLimitExceeded' },
  ];
  return failureOnDemand({ ...answers[nth % answers.length]!, retryAfter: 0 });
}

const routes = (push: Push): readonly MailRoute[] => [
  { method: 'GET', path: 'profile', units: 1, scopes: anyScope, run: getProfile },
  { method: 'GET', path: 'labels', units: 1, scopes: anyScope, run: listLabels },
  { method: 'GET', path: 'labels/:id', units: 1, scopes: anyScope, run: getLabel },
  { method: 'GET', path: 'messages', units: 5, scopes: anyScope, run: listMessages },
  { method: 'GET', path: 'messages/:id', units: 5, scopes: anyScope, run: getMessage },
  { method: 'GET', path: 'messages/:messageId/attachments/:id', units: 5, scopes: content, run: getAttachment },
  { method: 'GET', path: 'history', units: 2, scopes: anyScope, run: listHistory },
  { method: 'POST', path: 'watch', units: 100, scopes: anyScope, run: (call) => push.watch(call) },
];
