import { createHash } from 'node:crypto';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { startProcess } from './process.ts';
import type { WebdavServer } from './rclone.ts';

const MODULES_FOLDER = '/usr/lib/apache2/modules';
const MODULES = 'mpm_event authn_core authn_file authz_core authz_user auth_basic alias mime dav dav_fs dav_lock'.split(
  ' ',
);

/** Apache's mod_dav over a folder, below a path, with a configuration of its own. */
export async function startApache(program: string, folder: string): Promise<WebdavServer> {
  const port = await freePort();
  const own = await mkdtemp(join(tmpdir(), 'sheaf-apache-'));
  await chmod(own, 0o777);
  const [username, password] = ['apache', 'secret'];
  const digest = createHash('sha1').update(password).digest('base64');
  await writeFile(join(own, 'users'), `${username}:{SHA}${digest}\n`);
  await writeFile(join(own, 'types'), 'text/plain txt\n');
  await writeFile(join(own, 'apache.conf'), configuration(port, own, folder));
  const server = await startProcess(program, ['-DFOREGROUND', '-f', join(own, 'apache.conf')], port);
  const stop = async () => {
    await server.stop();
    await rm(own, { recursive: true, force: true, maxRetries: 5 });
  };
  return { url: `http://127.0.0.1:${port}/my%20files/`, username, password, stop };
}

/** If started by root, Apache switches to the user `nobody`, because it refuses to serve as root. */
const configuration = (port: number, own: string, folder: string) => `
${MODULES.map((name) => `LoadModule ${name}_module ${MODULES_FOLDER}/mod_${name}.so`).join('\n')}
ServerRoot ${own}
ServerName 127.0.0.1
Listen 127.0.0.1:${port}
PidFile ${own}/apache.pid
ErrorLog ${own}/errors.log
LogLevel crit
TypesConfig ${own}/types
${userInfo().uid === 0 ? 'User nobody\nGroup nogroup' : ''}
DocumentRoot ${own}
DavLockDB ${own}/locks
AllowEncodedSlashes NoDecode
LimitXMLRequestBody 1048576
LimitRequestBody 0
KeepAlive On
MaxKeepAliveRequests 0
KeepAliveTimeout 15
Alias "/my files" "${folder}"
<Directory "${folder}">
  Dav On
  AuthType Basic
  AuthName files
  AuthBasicProvider file
  AuthUserFile ${own}/users
  Require valid-user
</Directory>
`;
