import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { ConfigError, readConfig } from './config.ts';
import { EmbeddedPostgresError } from './db/embedded/index.ts';
import { DatabaseError } from './db/migrate.ts';
import { SecretError } from './platform/secret.ts';
import { type Program, type Sandbox, start } from './start.ts';

const expected = [ConfigError, DatabaseError, EmbeddedPostgresError, SecretError];

function fail(error: unknown): never {
  // What a person can mend is told in one sentence; anything else is a fault of ours and shows its trace.
  if (expected.some((kind) => error instanceof kind)) console.error((error as Error).message);
  else console.error(error);
  process.exit(1);
}

const announce = (line: string) => void process.stdout.write(`${line}\n`);
/** The clouds in miniature, for apps that have no client id: a process of their own that ends with this one. */
function startSandbox(): Promise<Sandbox> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.resolve('@sheaf/sandbox/main'))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  // Asked to stop twice, when a start fails late, it has ended the second time already.
  const ended = new Promise((resolve) => child.once('exit', resolve));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The sandbox ended with ${code}.`)));
    createInterface(child.stdout).once('line', (line) => {
      const stop = async () => {
        child.stdin.end();
        await ended;
      };
      resolve({ apps: JSON.parse(line), stop });
    });
  });
}

let starting: Promise<Program> | undefined;
let stopping = false;

async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  // Whatever hangs, the process is gone within five seconds.
  setTimeout(() => process.exit(code || 1), 4_800).unref();
  const program = await starting?.catch(() => undefined);
  await program?.stop();
  process.exit(code);
}

process.on('SIGINT', () => stop(0));
process.on('SIGTERM', () => stop(0));
process.on('unhandledRejection', (error) => {
  console.error(error);
  void stop(1);
});

try {
  const config = readConfig();
  starting = start(
    config,
    announce,
    (error) => {
      console.error(error.message);
      void stop(1);
    },
    startSandbox,
  );
  await starting;
  const mailbox = config.mailbox
    ? ` E-mails stay here: ${config.publicUrl}/dev/mailbox`
    : config.smtpUrl
      ? ''
      : ' There is no SMTP_URL: e-mails appear here only.';
  announce(
    config.role === 'worker'
      ? 'The Sheaf worker is running.'
      : `Sheaf is ready at ${config.publicUrl}. Register there to begin.${mailbox}`,
  );
} catch (error) {
  fail(error);
}
