import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Servers that nobody here wrote, as Debian packages them. */
const programs = {
  rclone: { paths: ['/usr/bin/rclone', '/usr/local/bin/rclone', '/opt/homebrew/bin/rclone'], package: 'rclone' },
  apache2: { paths: ['/usr/sbin/apache2'], package: 'apache2-bin' },
  sshd: { paths: ['/usr/sbin/sshd'], package: 'openssh-server' },
} as const;

export type Program = keyof typeof programs;

/**
 * Where a server is: found, or installed where this machine lets us (root on Debian). Else null, and the reason is
 * printed, so that tests of it are left out in the open.
 */
export function provide(name: Program): string | null {
  const { paths, package: debianPackage } = programs[name];
  const find = () => paths.find((path) => existsSync(path)) ?? null;
  const found = find();
  if (found !== null) return found;
  const reason = whyNotInstallable() ?? install(debianPackage);
  const installed = find();
  if (installed === null)
    console.warn(`Left out: tests against ${name}: not found, ${reason ?? 'nor after installing'}`);
  return installed;
}

function whyNotInstallable(): string | null {
  if (!existsSync('/usr/bin/apt-get')) return 'and there is no apt-get to install it with';
  if (process.getuid?.() !== 0) return 'and only root may install it';
  return null;
}

function install(debianPackage: string): string | null {
  const lockTimeout = 'DPkg::Lock::Timeout=180';
  const command = ['install', '-y', '--no-install-recommends', '-o', lockTimeout, debianPackage];
  // At run level 1 Debian's scripts do not start a service that was just installed.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const apt = (args: string[]) => execFileSync('apt-get', args, { env, stdio: 'pipe', timeout: 240_000 });
  try {
    apt(command);
  } catch {
    try {
      apt(['update', '-o', lockTimeout]);
      apt(command);
    } catch (error) {
      return `and installing ${debianPackage} failed: ${(error as Error).message.split('\n')[0]}`;
    }
  }
  return null;
}
