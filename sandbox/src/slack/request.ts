import type { SandboxRequest } from '../shared/server.ts';
import { type Call, type Method, needScope } from './call.ts';
import { SlackError } from './errors.ts';
import type { User } from './workspace/types.ts';
import type { World } from './world.ts';

const MAX_BODY = 1024 * 1024;

/** Reads the query and a form; methods that only read ignore JSON, whose fields are then missing. */
async function argsOf(req: SandboxRequest): Promise<URLSearchParams> {
  const args = new URLSearchParams(req.query);
  // A token in an address would be logged everywhere.
  args.delete('token');
  if (req.method !== 'POST') return args;
  const body = (await req.body(MAX_BODY)).toString();
  if (!req.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) return args;
  for (const [name, value] of new URLSearchParams(body)) args.set(name, value);
  return args;
}

/** Checks a request (token, rate, scope) and returns the call. */
export async function readCall(world: World, name: string, method: Method, req: SandboxRequest): Promise<Call> {
  const args = await argsOf(req);
  const token = bearerOf(req) ?? args.get('token');
  if (!token) throw new SlackError('not_authed');
  if (req.fault?.kind === 'revoke') world.grants.revoke(token);
  if (req.fault?.kind === 'expire-token') world.grants.expire({ accessToken: token });
  const { user, scopes } = callerOf(world, token);
  world.rates.enter(name, method.tier);
  world.rates.refuseEvery(world.oddities.refusedEvery);
  if (req.fault?.kind === 'expire-cursor') throw new SlackError('invalid_cursor');
  needScope({ scopes }, method.scopes);
  return { method: name, world, user, scopes, args, token };
}

export const bearerOf = (req: SandboxRequest) => /^Bearer (\S+)$/.exec(req.headers.authorization ?? '')?.[1];

export function callerOf(world: World, token: string): { user: User; scopes: readonly string[] } {
  const grant = world.grants.check(token);
  if (!grant) {
    if (world.grants.isOver(token)) throw new SlackError('token_expired');
    throw new SlackError(world.knownTokens.has(token) ? 'token_revoked' : 'invalid_auth');
  }
  world.knownTokens.add(token);
  const user = world.userOf(grant.person);
  if (user.isDeleted) throw new SlackError('account_inactive');
  return { user, scopes: grant.scopes };
}
