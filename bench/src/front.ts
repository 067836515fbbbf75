import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { provide } from '../../sandbox/src/index.ts';

/** How a server is reached. */
export interface Line {
  delayMs: number;
  /** Without it, in the clear. */
  certificate?: Certificate | undefined;
}

export interface Certificate {
  keyFile: string;
  /** Clients have to trust it. */
  file: string;
}

/** For servers at 127.0.0.1; deleted when this process ends. */
export function makeCertificate(): Certificate {
  const openssl = provide('openssl');
  if (!openssl) throw new Error('This needs openssl.');
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-bench-tls-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const [keyFile, file] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync(openssl, ['req', '-x509', ...kind, ...subject, '-keyout', keyFile, '-out', file], { stdio: 'pipe' });
  return { keyFile, file };
}

/**
 * A process in front of a server of this machine that delays its answers, ends TLS, or both; the server itself where there is
 * nothing to do. Everyone who is compared goes through it.
 */
export async function putInFront(address: string, { delayMs, certificate }: Line) {
  const url = new URL(address);
  if (delayMs === 0 && !certificate) return { url, stop: () => {} };
  const script = fileURLToPath(new URL('./front-process.ts', import.meta.url));
  const files = certificate ? [certificate.keyFile, certificate.file] : [];
  const child = spawn(process.execPath, [script, url.port, String(delayMs), ...files], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [port] = await once(createInterface(child.stdout), 'line');
  const protocol = certificate ? 'https:' : url.protocol;
  return {
    url: new URL(`${protocol}//${url.hostname}:${port}${url.pathname}`),
    stop: () => void child.stdin.end(),
  };
}
