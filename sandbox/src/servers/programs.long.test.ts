import { describe, expect, it } from 'vitest';
import { type Machine, provide } from './programs.ts';

/** A machine with apt-get, which does what `aptGet` does; `paths` are its programs. */
function machineOf({ aptGet = () => {}, ...more }: Partial<Machine> & { aptGet?: (args: readonly string[]) => void }) {
  const paths = new Set(['/usr/bin/apt-get']);
  const calls: string[] = [];
  const warnings: string[] = [];
  const machine: Machine = {
    env: {},
    isRoot: true,
    exists: (path) => paths.has(path),
    isHalfInstalled: () => false,
    warn: (message) => warnings.push(message),
    ...more,
    aptGet(args) {
      calls.push(args.join(' '));
      aptGet(args);
    },
  };
  return { machine, paths, calls, warnings };
}

const locked = () => {
  throw Object.assign(new Error('Command failed'), { stderr: 'E: Could not get lock /var/lib/dpkg/lock-frontend\n' });
};

describe('a server to test against', () => {
  it('is used if present, and otherwise installed, waiting for the lock', () => {
    const { machine, paths, calls } = machineOf({ aptGet: () => paths.add('/usr/sbin/sshd') });
    expect(provide('sshd', machine)).toBe('/usr/sbin/sshd');
    expect(provide('sshd', machine)).toBe('/usr/sbin/sshd');
    expect(calls).toEqual(['-o DPkg::Lock::Timeout=120 install -y --no-install-recommends openssh-server']);
  });

  it('is waited for while another process installs it', () => {
    const { machine, paths, calls } = machineOf({ isHalfInstalled: (packages) => packages[0] === 'dovecot-imapd' });
    for (const path of ['/usr/sbin/dovecot', '/usr/sbin/sshd']) paths.add(path);
    expect(provide('dovecot', machine)).toBe('/usr/sbin/dovecot');
    expect(provide('sshd', machine)).toBe('/usr/sbin/sshd');
    expect(calls).toEqual(['-o DPkg::Lock::Timeout=120 install -y --no-install-recommends dovecot-imapd']);
  });

  it('is installed after the package lists are updated, even if another process updates them', () => {
    let installs = 0;
    const { machine, paths } = machineOf({
      aptGet(args) {
        if (!args.includes('install') || ++installs === 1) locked();
        paths.add('/usr/bin/rclone');
      },
    });
    expect(provide('rclone', machine)).toBe('/usr/bin/rclone');
    expect(installs).toBe(2);
  });

  it('skips its tests with apt’s message if it is missing', () => {
    const { machine, warnings } = machineOf({ aptGet: locked });
    expect(provide('apache2', machine)).toBeNull();
    expect(warnings).toEqual([expect.stringContaining('Skipped tests against apache2')]);
    expect(warnings[0]).toContain('E: Could not get lock /var/lib/dpkg/lock-frontend');
  });

  it.each([
    ['only root', { isRoot: false }],
    ['no apt-get', { exists: () => false }],
  ])('that cannot be installed says why: %s', (reason, more) => {
    const { machine, calls, warnings } = machineOf(more);
    expect(provide('rclone', machine)).toBeNull();
    expect(warnings[0]).toContain(reason);
    expect(calls).toEqual([]);
  });

  it.each(['true', '1'])('fails its tests if it is missing with CI=%s', (CI) => {
    const { machine } = machineOf({ aptGet: locked, env: { CI } });
    expect(() => provide('sshd', machine)).toThrow(/Tests against sshd cannot run[\s\S]*Could not get lock/);
  });

  it('skips its tests if it is missing with CI=false', () => {
    expect(provide('sshd', machineOf({ isRoot: false, env: { CI: 'false' } }).machine)).toBeNull();
  });
});

it('installs all packages of a server', () => {
  const { machine, paths, calls } = machineOf({ aptGet: () => paths.add('/usr/bin/swift-proxy-server') });
  expect(provide('swift', machine)).toBe('/usr/bin/swift-proxy-server');
  expect(calls[0]).toMatch(/ swift-proxy swift-account swift-container swift-object$/);
});
