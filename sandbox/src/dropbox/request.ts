import type { SandboxRequest } from '../shared/server.ts';
import { type Call, checkFields, type Route } from './call.ts';
import { badInput, type DropboxError, endpointError, refusal } from './errors.ts';
import { type Account, rootInfo } from './files/accounts.ts';
import { View } from './files/view.ts';
import type { World } from './world.ts';

const JSON_TYPES = /^(application\/json(; ?charset=utf-8)?|text\/plain; ?charset=dropbox-cors-hack)$/i;
const MAX_BODY = 160 * 1024 * 1024;

/** Checks a request (token, scope, path root, argument, body) and returns the call. */
export async function readCall(world: World, name: string, route: Route, req: SandboxRequest): Promise<Call<never>> {
  const account = route.scope === null ? world.accounts[0]! : caller(world, name, route.scope, req);
  if (req.fault?.kind === 'expire-cursor') throw endpointError('reset');
  const view = new View(account, pathRoot(account, name, req));
  const { arg, bytes } = await readArgument(name, route, req);
  return { route: name, world, account, view, arg: arg as never, bytes, headers: req.headers };
}

function caller(world: World, name: string, scope: string, req: SandboxRequest): Account {
  const header = req.headers.authorization ?? req.query.get('authorization') ?? undefined;
  if (header === undefined) {
    throw badInput(name, 'Must provide HTTP header "Authorization" or URL parameter "authorization".');
  }
  const token = /^Bearer (\S+)$/.exec(header)?.[1];
  if (token === undefined)
    throw badInput(name, `Invalid authorization value in HTTP header "Authorization": "${header}".`);
  if (req.fault?.kind === 'revoke') world.grants.revoke(token);
  if (req.fault?.kind === 'expire-token') world.grants.expire({ accessToken: token });
  const grant = world.grants.check(token);
  if (!grant)
    throw refusal(401, { '.tag': world.grants.isOver(token) ? 'expired_access_token' : 'invalid_access_token' });
  if (scope !== '' && !grant.scopes.includes(scope)) {
    throw refusal(401, { '.tag': 'missing_scope', required_scope: scope });
  }
  if (name === 'auth/token/revoke') world.grants.revoke(token);
  return world.account(grant.person);
}

/** Paths begin at the home folder, unless the header names the root of the team. */
function pathRoot(account: Account, name: string, req: SandboxRequest) {
  const header = req.headers['dropbox-api-path-root'];
  if (header === undefined) return account.home;
  const root = parsed(String(header), name, 'HTTP header "Dropbox-API-Path-Root"') as {
    '.tag'?: string;
    root?: string;
    namespace_id?: string;
  };
  if (root['.tag'] === 'home') return account.home;
  const namespace = root['.tag'] === 'root' ? root.root : root.namespace_id;
  if (namespace === account.rootNamespace) return account.tree.root;
  if (namespace === account.homeNamespace && root['.tag'] === 'namespace_id') return account.home;
  if (root['.tag'] !== 'root') throw refusal(422, { '.tag': 'no_permission' });
  throw refusal(422, { '.tag': 'invalid_root', invalid_root: rootInfo(account) });
}

async function readArgument(name: string, route: Route, req: SandboxRequest): Promise<{ arg: unknown; bytes: Buffer }> {
  const type = req.headers['content-type'];
  const bytes = await req.body(MAX_BODY);
  if (route.style === 'rpc') {
    // A call without an argument has an empty body without a type, or null.
    if (bytes.length === 0 && type === undefined && route.fields === null) return { arg: null, bytes };
    if (type === undefined || !JSON_TYPES.test(type)) throw wrongType(name, type, '"application/json"');
    return { arg: checked(parsed(bytes.toString(), name, 'request body'), name, route, 'request body'), bytes };
  }
  if (route.style === 'upload' && type !== 'application/octet-stream') {
    throw wrongType(name, type, '"application/octet-stream"');
  }
  if (route.style === 'download' && type !== undefined && !/^(text\/plain|application\/octet-stream)/.test(type)) {
    throw wrongType(name, type, '"", "text/plain", "application/octet-stream"');
  }
  const where = 'HTTP header "Dropbox-API-Arg"';
  const header = req.headers['dropbox-api-arg'];
  const parameter = req.query.get('arg');
  if (header === undefined && parameter !== null)
    return { arg: checked(parsed(parameter, name, 'URL parameter "arg"'), name, route, 'URL parameter "arg"'), bytes };
  if (header === undefined) throw badInput(name, `Must provide ${where} or URL parameter "arg".`);
  // Characters beyond ASCII must be sent as \uXXXX.
  if (/[^\x20-\x7e]/.test(String(header))) throw badInput(name, `${where}: could not decode input as JSON`);
  return { arg: checked(parsed(String(header), name, where), name, route, where), bytes };
}

function checked(arg: unknown, name: string, { fields }: Route, where: string): unknown {
  if (fields !== null) checkFields(arg, fields, name, where);
  else if (arg !== null) throw badInput(name, `${where}: expected null, got value`);
  return arg;
}

function parsed(text: string, name: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badInput(name, `${where}: could not decode input as JSON`);
  }
}

function wrongType(name: string, type: string | undefined, expected: string): DropboxError {
  return badInput(name, `Bad HTTP "Content-Type" header: "${type ?? ''}". Expecting one of ${expected}.`);
}
