import { inspect } from 'node:util';
import { type Config, ConfigError, readConfig } from './config/config.ts';
import { configuredSecrets } from './config/secrets.ts';
import { EmbeddedPostgresError } from './db/embedded/index.ts';
import { isConnectionLost } from './db/lost-connection.ts';
import { DatabaseError } from './db/migrate.ts';
import { type Redact, redactorOf } from './platform/secrets/redaction.ts';
import { SecretError } from './platform/secrets/secret.ts';
import { findSandbox, type Sandbox, spawnSandbox } from './sandbox.ts';
import { type Program, start } from './start.ts';

const expected = [ConfigError, DatabaseError, EmbeddedPostgresError, SecretError];

let redact: Redact = (text) => text;
const complain = (error: unknown) => console.error(redact(typeof error === 'string' ? error : inspect(error)));

function fail(error: unknown): never {
  // Problems that a person can fix are reported in one sentence; anything else is a bug and shows its stack.
  if (expected.some((kind) => error instanceof kind)) complain((error as Error).message);
  else complain(error);
  process.exit(1);
}

const announce = (line: string) => void process.stdout.write(`${line}\n`);

/**
 * Undefined if there is to be no sandbox. One beside a worker would serve only that worker, so a worker needs the
 * address of another.
 */
function openSandbox(config: Config): Promise<Sandbox> | undefined {
  if (!config.sandbox) return undefined;
  return config.sandboxUrl ? findSandbox(config.sandboxUrl, config.secret!) : spawnSandbox();
}

let starting: Promise<Program> | undefined;
let stopping = false;
let graceMs = 0;

async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  // Even if something hangs, the process ends five seconds after the time that requests are given.
  setTimeout(() => process.exit(code || 1), graceMs + 4_800).unref();
  const program = await starting?.catch(() => undefined);
  await program?.stop();
  process.exit(code);
}

process.on('SIGINT', () => stop(0));
process.on('SIGTERM', () => stop(0));
process.on('unhandledRejection', (error) => {
  // The queue does not handle rejections of its own statements; ours repeat what they were for (jobs/job-lock.ts).
  if (isConnectionLost(error)) return;
  complain(error);
  void stop(1);
});

try {
  const config = readConfig();
  redact = redactorOf(configuredSecrets(config));
  graceMs = config.stopGrace * 1000;
  const onLost = (error: Error) => {
    complain(error.message);
    void stop(1);
  };
  starting = config.sandboxAddress
    ? spawnSandbox(config.sandboxAddress, config.secret).then((sandbox) => {
        void sandbox.ended.then(() => stop(1));
        return sandbox;
      })
    : start(config, announce, onLost, () => openSandbox(config));
  await starting;
  const mailbox = config.mailbox
    ? ` Emails stay here: ${config.publicUrl}/dev/mailbox`
    : config.smtpUrl
      ? ''
      : ' There is no SMTP_URL: emails appear only here.';
  announce(
    {
      all: `Sheaf is ready at ${config.publicUrl}. Sign up there to start.${mailbox}`,
      api: `Sheaf is ready at ${config.publicUrl}. Sign up there to start.${mailbox}`,
      worker: 'The Sheaf worker is running.',
      sandbox: `The Sheaf sandbox is running at ${config.sandboxUrl}.`,
    }[config.role],
  );
} catch (error) {
  fail(error);
}
