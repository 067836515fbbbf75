import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ImapFlow } from 'imapflow';
import { provide, startDovecot } from '../../sandbox/src/index.ts';

/** Four kilobytes, as text and as HTML; five to a thread. */
function mailOf(number: number): string {
  const words = `This is mail ${number}. ${'The wheat is ripe and the weather holds. '.repeat(24)}`;
  const root = number - (number % 5);
  return [
    'From: Bruno <bruno@example.com>',
    'To: Ada <ada@example.com>',
    `Subject: ${root === number ? '' : 'Re: '}Harvest ${root}`,
    `Date: ${new Date(1_700_000_000_000 + number * 60_000).toUTCString()}`,
    `Message-ID: <${number}@example.com>`,
    ...(root === number ? [] : [`References: <${root}@example.com>`]),
    'MIME-Version: 1.0',
    'Content-Type: multipart/alternative; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain; charset=utf-8',
    '',
    words,
    '--b',
    'Content-Type: text/html; charset=utf-8',
    '',
    `<div style="font-family: sans-serif"><p>${words}</p><p>${words}</p></div>`,
    '--b--',
    '',
  ].join('\r\n');
}

/** Dovecot with so many mails in the inbox. */
export async function serveMails(count: number) {
  const program = provide('dovecot');
  if (!program) throw new Error('This needs dovecot.');
  const server = await startDovecot(program);
  const { host, tlsPort, certificate } = server;
  const { username, password } = server.users[0]!;
  const own = await mkdtemp(join(tmpdir(), 'sheaf-bench-'));
  const authority = join(own, 'certificate.pem');
  await writeFile(authority, certificate);
  const connect = async () => {
    const auth = { user: username, pass: password };
    const client = new ImapFlow({ host, port: tlsPort, secure: true, tls: { ca: certificate }, auth, logger: false });
    await client.connect();
    return client;
  };
  const writer = await connect();
  for (let number = 0; number < count; number++) await writer.append('INBOX', mailOf(number));
  await writer.logout();
  return {
    /** For NODE_EXTRA_CA_CERTS. */
    authority,
    fields: { host, port: String(tlsPort), security: 'tls', username, password },
    /** Seconds for a plain loop over all mails, as anybody would write it; what it reads is thrown away. */
    async plainLoop(): Promise<number> {
      const client = await connect();
      const began = performance.now();
      await client.mailboxOpen('INBOX', { readOnly: true });
      const wanted = { uid: true, flags: true, envelope: true, bodyStructure: true, internalDate: true, source: true };
      let read = 0;
      for await (const { source } of client.fetch('1:*', wanted)) if (source!.length > 0) read += 1;
      const seconds = (performance.now() - began) / 1000;
      await client.logout();
      if (read !== count) throw new Error(`The loop read ${read} of ${count} mails`);
      return seconds;
    },
    async stop(): Promise<void> {
      await server.stop();
      await rm(own, { recursive: true, force: true });
    },
  };
}
