import { ImapFlow } from 'imapflow';
import type { AccountContext } from '../../kit/connector.ts';
import { ConnectorError, plainError } from '../../kit/errors.ts';
import { type ImapFields, portOf } from '../auth.ts';
import { failureOf } from './failures.ts';
import { internalsOf } from './internals.ts';
import type { Patience } from './patience.ts';
import { startTls } from './starttls.ts';

/** Nothing longer is requested, so a server that sends more is broken or hostile. */
const LIMITS = { maxLineLength: 8 << 20, maxLiteralSize: 4 << 20, maxResponseSize: 16 << 20 };

export const addressOf = (fields: ImapFields): string => `${fields.host}:${portOf(fields)}`;

/** Opens a connection and signs in, with the password or, without one, with a token. */
export async function connect(account: AccountContext, options: Patience): Promise<ImapFlow> {
  const fields = (await account.fields()) as ImapFields;
  if (fields.password !== '') return signIn(account, fields, { pass: fields.password }, options);
  const accessToken = await account.token();
  try {
    return await signIn(account, fields, { accessToken }, options);
  } catch (error) {
    const isRefused = error instanceof ConnectorError && error.code === 'auth_revoked';
    if (!isRefused) throw error;
    // The token may have expired or been revoked; a new one shows which.
    return await signIn(account, fields, { accessToken: await account.token({ rejected: accessToken }) }, options);
  }
}

/** Connects through the account’s guarded `dial`, also with STARTTLS. */
async function signIn(
  account: AccountContext,
  fields: ImapFields,
  secret: { pass: string } | { accessToken: string },
  options: Patience,
): Promise<ImapFlow> {
  const { host, security, username } = fields;
  const server = addressOf(fields);
  const socket = await account.dial(host, portOf(fields));
  let client: ImapFlow | undefined;
  const late = createDeadline(options.signInMs, server);
  try {
    if (security === 'starttls') await startTls(socket, server, options.greetingMs);
    client = new ImapFlow({
      host: host.replace(/^\[(.*)\]$/, '$1'),
      port: portOf(fields),
      secure: true,
      tls: { socket },
      auth: { user: username, ...secret },
      clientInfo: { name: 'Sheaf', vendor: 'Sheaf', version: '1', 'support-url': '' },
      logger: false,
      qresync: true,
      disableAutoIdle: true,
      // Compression is off: a few kilobytes could become gigabytes.
      disableCompression: true,
      disableIMAP4rev2: true,
      greetingTimeout: options.greetingMs,
      socketTimeout: options.silenceMs,
      ...LIMITS,
    });
    const opened = client;
    opened.on('error', (error) => reasons.set(opened, error));
    if (security === 'starttls') greet(opened);
    // imapflow’s own promise never settles if a connection is closed during the handshake.
    await Promise.race([opened.connect(), late.passed]);
    const { namespace } = internalsOf(opened);
    if (namespace) namespace.prefix = '';
    return opened;
  } catch (error) {
    client?.close();
    socket.destroy();
    throw failureOf(client ? causeOf(client, error) : error, server);
  } finally {
    late.clear();
  }
}

function createDeadline(ms: number, server: string) {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(plainError('unavailable', `${server} doesn’t answer`)), ms);
  });
  passed.catch(() => {});
  return { passed, clear: () => clearTimeout(timer) };
}

const reasons = new WeakMap<ImapFlow, Error>();

/** A command on a broken connection only reports that it broke; the connection has the reason. */
export function causeOf(client: ImapFlow, error: unknown): unknown {
  if (client.usable || error instanceof ConnectorError) return error;
  const { byeReason } = internalsOf(client);
  return (
    reasons.get(client) ?? (byeReason ? Object.assign(new Error('BYE'), { code: 'BYE', reason: byeReason }) : error)
  );
}

/**
 * imapflow accepts no socket for its own STARTTLS, and the server sends no greeting after ours, so imapflow gets one
 * from here.
 */
function greet(client: ImapFlow): void {
  internalsOf(client).streamer.write('* OK ready\r\n');
}
