import { type Access, type Endpoint, type KeyScope, may, type Role } from '@sheaf/contract';
import type { FastifyRequest } from 'fastify';
import { AppError, notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { originOf } from '../client.ts';
import { findViewer } from '../find-viewer.ts';
import { bearerOf } from '../limits/request-limits.ts';
import type { Viewer, ViewerFor } from '../viewer.ts';

interface AccessRule<A extends Access> {
  access: A;
  organization: Endpoint['organization'];
  /** The scope that an API key needs; null if no key may pass. */
  keyScope: KeyScope | null;
  /** Also passes while the workspace is read-only because a payment is overdue. */
  whileReadOnly: boolean;
  /** Refuses sessions: for addresses that no page of ours calls. */
  keysOnly?: boolean;
}

/** Lets a request through or throws. Runs before the body is read. */
export async function admit<A extends Access>(
  { access, organization, keyScope, whileReadOnly, keysOnly = false }: AccessRule<A>,
  request: FastifyRequest,
  services: Services,
): Promise<ViewerFor<A>> {
  if (access === 'public') return null as ViewerFor<A>;
  const asked = organization === 'path' ? (request.params as { id: string }).id : request.headers.organization;
  const { limits } = request.server;
  const token = bearerOf(request);
  const known = token ? await findViewer(services, token, asked) : null;
  const viewer = known && { ...known, from: originOf(request) };
  if (token && !viewer) limits.onRefusal(token);
  if (!token || !viewer || (keysOnly && viewer.credential.kind !== 'key')) throw unauthenticated(token);
  await limits.onAdmission(request, token, viewer);
  checkKey(viewer, keyScope);
  if (access === 'session') return viewer as ViewerFor<A>;
  if (!viewer.emailVerifiedAt) throw new AppError('email_not_verified', 'Verify your email first.');
  if (access === 'verified') return viewer as ViewerFor<A>;
  if (!viewer.membership) throw notFound('This workspace');
  if (viewer.membership.lacksTwoFactor) throw twoFactorMissing(viewer);
  if (!may(viewer.membership.role, access))
    throw new AppError('forbidden', 'Your role in this workspace doesn’t allow this.');
  if (viewer.membership.readOnly && !whileReadOnly && services.config.billing) throw readOnly(viewer.membership.role);
  return viewer as ViewerFor<A>;
}

/** Applies to keys too: they act for the person and work again once the set-up is done. */
function twoFactorMissing({ credential }: Viewer): AppError {
  const advice =
    credential.kind === 'key'
      ? 'Its API keys work again once their owner has turned it on.'
      : 'Turn it on to continue.';
  return new AppError('two_factor_setup_required', `This workspace requires two-factor authentication. ${advice}`);
}

function readOnly(role: Role): AppError {
  const advice =
    role === 'owner' ? 'Pay the open invoice under Plan and billing.' : 'Ask an owner of this workspace to pay it.';
  return new AppError(
    'read_only',
    `This workspace is read-only because an invoice is overdue. You can still read, download and export. ${advice}`,
  );
}

/** The challenges follow RFC 6750. */
function unauthenticated(token: string | undefined): AppError {
  if (!token) return new AppError('unauthenticated', 'Sign in to continue.', { challenge: 'Bearer realm="Sheaf"' });
  const message = token.startsWith('sheaf_')
    ? 'This API key isn’t valid. It may have expired or been revoked.'
    : 'Sign in to continue.';
  return new AppError('unauthenticated', message, { challenge: 'Bearer realm="Sheaf", error="invalid_token"' });
}

/** Refuses keys without this scope, and all keys if the scope is null. Sessions pass. */
export function checkKey({ credential }: Viewer, scope: KeyScope | null): void {
  if (credential.kind !== 'key') return;
  if (scope === null) throw new AppError('key_not_allowed', 'This can’t be done with an API key. Sign in instead.');
  if (credential.scopes.includes(scope)) return;
  throw new AppError('key_not_allowed', `This API key doesn’t have the scope “${scope}”.`, {
    challenge: `Bearer realm="Sheaf", error="insufficient_scope", scope="${scope}"`,
  });
}
