import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { freePort } from './free-port.ts';
import { type ServerProcess, startProcess } from './process.ts';

export interface Proxy extends ServerProcess {
  url: string;
}

const patienceMs = 60_000;

/** nginx with the given `http` block for its port. */
export async function startNginx(program: string, http: (port: number) => string): Promise<Proxy> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sheaf-nginx-'));
  const port = await freePort();
  const file = path.join(folder, 'nginx.conf');
  await writeFile(file, configuration(folder, http(port)));
  const args = ['-p', folder, '-e', path.join(folder, 'error.log'), '-c', file];
  const server = await startProcess(program, args, port, patienceMs);
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** If started by root, its workers stay root, because the folder is closed to others. */
const configuration = (folder: string, http: string) => `
${userInfo().uid === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid ${folder}/pid;
error_log ${folder}/error.log error;
events {}
http {
  access_log off;
${temporary.map((name) => `  ${name}_temp_path ${folder}/${name};`).join('\n')}
${http}
}
`;
