import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { type ServerProcess, startProcess } from './process.ts';

export interface SftpServer extends ServerProcess {
  host: string;
  port: number;
  username: string;
  /** The private key in OpenSSH’s own format; the server accepts no password. */
  privateKey: string;
  /** `SHA256:…`, as `ssh-keygen -l` prints it. */
  fingerprint: string;
}

/** An sshd that only accepts the user who runs the tests, with a key made for it. */
export async function startOpenssh(program: string): Promise<SftpServer> {
  const port = await freePort();
  const own = await mkdtemp(join(tmpdir(), 'sheaf-sshd-'));
  await chmod(own, 0o755);
  const { uid, username } = userInfo();
  if (uid === 0) await mkdir('/run/sshd', { recursive: true });
  for (const key of ['host', 'user'])
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', '', '-f', join(own, key)]);
  await writeFile(join(own, 'sshd.conf'), configuration(port, own));
  const server = await startProcess(program, ['-D', '-e', '-f', join(own, 'sshd.conf')], port);
  const shown = execFileSync('ssh-keygen', ['-l', '-E', 'sha256', '-f', join(own, 'host.pub')], { encoding: 'utf8' });
  return {
    host: '127.0.0.1',
    port,
    username,
    privateKey: await readFile(join(own, 'user'), 'utf8'),
    fingerprint: shown.split(' ')[1]!,
    async stop() {
      await server.stop();
      await rm(own, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const configuration = (port: number, own: string) => `
ListenAddress 127.0.0.1
Port ${port}
HostKey ${own}/host
PidFile ${own}/sshd.pid
AuthorizedKeysFile ${own}/user.pub
StrictModes no
PermitRootLogin yes
PasswordAuthentication no
KbdInteractiveAuthentication no
MaxStartups 100
MaxSessions 100
LogLevel ERROR
Subsystem sftp internal-sftp
`;
