import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { type ServerProcess, startProcess } from './process.ts';

export interface ImapServer extends ServerProcess {
  host: string;
  /** TLS from the first byte. */
  tlsPort: number;
  /** Plain text until STARTTLS. */
  plainPort: number;
  users: readonly { username: string; password: string }[];
  /** The certificate for 127.0.0.1 that clients must trust. */
  certificate: string;
}

const NOBODY = 65_534;

/** Dovecot with empty Maildirs for its users. `settings` are additional lines of its configuration. */
export async function startDovecot(program: string, settings = ''): Promise<ImapServer> {
  const [tlsPort, plainPort] = [await freePort(), await freePort()];
  const own = await mkdtemp(join(tmpdir(), 'sheaf-dovecot-'));
  await chmod(own, 0o755);
  await makeCertificate(own);
  const users = ['ada', 'grace@example.com'].map((username) => ({ username, password: `secret of ${username}` }));
  const lines = users.map(({ username, password }) => `${username}:{PLAIN}${password}::::::`);
  await writeFile(join(own, 'users'), `${lines.join('\n')}\n`);
  await chmod(join(own, 'users'), 0o644);
  await mkdir(join(own, 'mail'));
  if (userInfo().uid === 0) await chown(join(own, 'mail'), NOBODY, NOBODY);
  await writeFile(join(own, 'dovecot.conf'), configuration({ own, tlsPort, plainPort, settings }));
  const server = await startProcess(program, ['-F', '-c', join(own, 'dovecot.conf')], tlsPort);
  return {
    host: '127.0.0.1',
    tlsPort,
    plainPort,
    users,
    certificate: await readFile(join(own, 'certificate.pem'), 'utf8'),
    async stop() {
      await server.stop();
      await rm(own, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function makeCertificate(own: string): Promise<void> {
  const [key, certificate] = [join(own, 'key.pem'), join(own, 'certificate.pem')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync('openssl', ['req', '-x509', ...kind, ...names, '-keyout', key, '-out', certificate], { stdio: 'pipe' });
}

interface Setup {
  own: string;
  tlsPort: number;
  plainPort: number;
  settings: string;
}

function ownUser(username: string): string {
  const group = execFileSync('id', ['-gn'], { encoding: 'utf8' }).trim();
  return `default_internal_user = ${username}\ndefault_internal_group = ${group}\ndefault_login_user = ${username}`;
}

/**
 * Dovecot never serves mail as root, so if started by root it switches to `nobody`; otherwise everything runs as the
 * current user.
 */
const configuration = ({ own, tlsPort, plainPort, settings }: Setup) => {
  const { uid, gid, username } = userInfo();
  const isRoot = uid === 0;
  return `
base_dir = ${own}/run
state_dir = ${own}/state
log_path = /dev/stderr
protocols = imap
listen = 127.0.0.1
${isRoot ? '' : ownUser(username)}
ssl = required
ssl_cert = <${own}/certificate.pem
ssl_key = <${own}/key.pem
auth_mechanisms = plain login
auth_failure_delay = 0
passdb {
  driver = passwd-file
  args = ${own}/users
}
userdb {
  driver = static
  args = uid=${isRoot ? NOBODY : uid} gid=${isRoot ? NOBODY : gid} home=${own}/mail/%u
}
first_valid_uid = 1
mail_location = maildir:~/Maildir
mail_fsync = never
mail_max_userip_connections = 40
mail_plugins = quota
protocol imap {
  mail_plugins = quota imap_quota
}
plugin {
  quota = count:Mailbox
  quota_vsizes = yes
  quota_rule = *:storage=1G
}
namespace inbox {
  inbox = yes
  separator = /
  mailbox Sent {
    special_use = \\Sent
    auto = create
  }
  mailbox Drafts {
    special_use = \\Drafts
    auto = create
  }
  mailbox Junk {
    special_use = \\Junk
    auto = create
  }
  mailbox "Deleted Items" {
    special_use = \\Trash
    auto = create
  }
}
service imap-login {
  ${isRoot ? '' : 'chroot ='}
  inet_listener imap {
    port = ${plainPort}
  }
  inet_listener imaps {
    port = ${tlsPort}
    ssl = yes
  }
}
service anvil {
  ${isRoot ? '' : 'chroot ='}
  # Who typed a wrong password has to wait no longer the next time.
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service stats {
  ${isRoot ? '' : 'chroot ='}
}
${settings}
`;
};
