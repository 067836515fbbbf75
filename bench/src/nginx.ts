import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort, provide } from '../../sandbox/src/index.ts';

/**
 * nginx with its usual sendfile: serves the blob folder below /plain/, and passes on to a Sheaf as in docs/nginx.md. Null
 * where there is no nginx and none can be installed.
 */
export async function startNginx(blobs: string, sheaf: string): Promise<{ url: string; stop(): Promise<void> } | null> {
  const program = provide('nginx');
  if (!program) return null;
  const dir = await mkdtemp(join(tmpdir(), 'sheaf-nginx-'));
  const port = await freePort();
  await writeFile(
    join(dir, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; worker_processes 1; pid ${dir}/pid; error_log ${dir}/error.log;
events {}
http {
  access_log off; sendfile on; tcp_nopush on; client_body_temp_path ${dir}/body; proxy_temp_path ${dir}/proxy;
  fastcgi_temp_path ${dir}/fastcgi; uwsgi_temp_path ${dir}/uwsgi; scgi_temp_path ${dir}/scgi;
  server {
    listen 127.0.0.1:${port};
    location /plain/ { alias ${blobs}/; }
    location / { proxy_pass ${sheaf}; proxy_set_header Host $host; }
    location /blobs/ {
      internal; alias ${blobs}/;
      add_header Content-Security-Policy $upstream_http_content_security_policy always;
      add_header X-Content-Type-Options nosniff always;
    }
  }
}
`,
  );
  const child = spawn(program, ['-p', dir, '-c', join(dir, 'nginx.conf')], { stdio: 'inherit' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 50; tries++) {
    if (await fetch(`${url}/plain/`).catch(() => null)) break;
    await setTimeout(100);
  }
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await rm(dir, { recursive: true, force: true });
    },
  };
}
