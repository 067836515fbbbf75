import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Third-party servers to test against, as Debian packages them. */
const programs = {
  rclone: { paths: ['/usr/bin/rclone', '/usr/local/bin/rclone', '/opt/homebrew/bin/rclone'], package: 'rclone' },
  apache2: { paths: ['/usr/sbin/apache2'], package: 'apache2-bin' },
  sshd: { paths: ['/usr/sbin/sshd'], package: 'openssh-server' },
  dovecot: { paths: ['/usr/sbin/dovecot'], package: 'dovecot-imapd' },
  nginx: { paths: ['/usr/sbin/nginx', '/usr/local/bin/nginx', '/opt/homebrew/bin/nginx'], package: 'nginx-light' },
  pgbouncer: { paths: ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'], package: 'pgbouncer' },
  openssl: { paths: ['/usr/bin/openssl', '/opt/homebrew/bin/openssl'], package: 'openssl' },
  libreoffice: {
    paths: ['/usr/bin/soffice', '/Applications/LibreOffice.app/Contents/MacOS/soffice'],
    package: 'libreoffice-writer-nogui libreoffice-impress-nogui',
  },
  // The distribution’s version is preferred to the one that comes with Sheaf.
  postgres: {
    paths: [15, 16, 17].map((version) => `/usr/lib/postgresql/${version}/bin/postgres`),
    package: 'postgresql',
  },
  swift: {
    paths: ['/usr/bin/swift-proxy-server'],
    package: 'swift-proxy swift-account swift-container swift-object',
  },
} as const;

export type Program = keyof typeof programs;

/** The environment of `provide`; tests pass their own. */
export interface Machine {
  env: NodeJS.ProcessEnv;
  isRoot: boolean;
  exists(path: string): boolean;
  /** Whether some of these packages are unpacked but not configured yet, because another process is installing them. */
  isHalfInstalled(packages: readonly string[]): boolean;
  /** Runs apt-get; throws like execFileSync if it fails. */
  aptGet(args: readonly string[]): void;
  warn(message: string): void;
}

const thisMachine: Machine = {
  env: process.env,
  isRoot: process.getuid?.() === 0,
  exists: existsSync,
  isHalfInstalled(packages) {
    const { stdout } = spawnSync('dpkg-query', ['-s', ...packages], { encoding: 'utf8' });
    return /^Status: .*(unpacked|half-)/m.test(stdout ?? '');
  },
  aptGet(args) {
    // At run level 1, Debian’s scripts don’t start a newly installed service.
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
    execFileSync('apt-get', args, { env, stdio: 'pipe', timeout: 240_000 });
  },
  warn: console.warn,
};

/**
 * Returns the path of a server, which is installed first if possible (by root on Debian). If it can’t be, its tests
 * must be skipped: returns null and prints the reason. In CI it throws instead, because nothing may be skipped there.
 */
export function provide(name: Program, machine: Machine = thisMachine): string | null {
  const { paths, package: debianPackage } = programs[name];
  const find = () => paths.find((path) => machine.exists(path)) ?? null;
  const found = find();
  if (found !== null && !machine.isHalfInstalled(debianPackage.split(' '))) return found;
  const problem = whyNotInstallable(machine) ?? install(debianPackage, machine);
  const installed = find();
  if (installed !== null) return installed;
  const message = `${name} was not found, ${problem ?? `nor after installing ${debianPackage}`}`;
  if (isContinuousIntegration(machine.env)) throw new Error(`Tests against ${name} cannot run: ${message}`);
  machine.warn(`Skipped tests against ${name}: ${message}`);
  return null;
}

const isContinuousIntegration = ({ CI }: NodeJS.ProcessEnv) => CI !== undefined && CI !== '' && CI !== 'false';

function whyNotInstallable({ exists, isRoot }: Machine): string | null {
  if (!exists('/usr/bin/apt-get')) return 'and there is no apt-get to install it with';
  if (!isRoot) return 'and only root can install it';
  return null;
}

/** Null, or apt’s own reason for the failure. */
function install(debianPackage: string, { aptGet }: Machine): string | null {
  const waiting = ['-o', 'DPkg::Lock::Timeout=120'];
  const command = [...waiting, 'install', '-y', '--no-install-recommends', ...debianPackage.split(' ')];
  const attempt = (args: readonly string[]) => {
    try {
      aptGet(args);
      return null;
    } catch (error) {
      const { stderr, message } = error as Error & { stderr?: Uint8Array | string };
      return `apt-get ${args.join(' ')} failed:\n${String(stderr ?? '').trim() || message}`;
    }
  };
  if (attempt(command) === null) return null;
  // The package lists may be missing or old. Another process may be updating them now, so the installation is tried in
  // any case.
  const failures = [attempt([...waiting, 'update']), attempt(command)];
  return failures[1] === null ? null : `and ${failures.filter((failure) => failure !== null).join('\n')}`;
}
