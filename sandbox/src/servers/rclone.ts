import { freePort } from './free-port.ts';
import { type ServerProcess, startProcess } from './process.ts';

export interface WebdavServer extends ServerProcess {
  url: string;
  username: string;
  password: string;
}

/** `rclone serve webdav` for a folder, without its directory cache, so that direct changes show at once. */
export async function startRclone(program: string, folder: string): Promise<WebdavServer> {
  const port = await freePort();
  const [username, password] = ['rclone user', 'pass:wörd'];
  const args = ['serve', 'webdav', folder, '--addr', `127.0.0.1:${port}`, '--dir-cache-time', '0'];
  const { stop } = await startProcess(program, [...args, '--user', username, '--pass', password], port);
  return { url: `http://127.0.0.1:${port}/`, username, password, stop };
}
