import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { forThisFile } from '@sheaf/sandbox/testing';
import { SMTPServer } from 'smtp-server';
import { afterAll, describe, expect, it } from 'vitest';
import { composeMail } from './compose.ts';
import type { MailMessage } from './message.ts';
import { maxConnections, smtpTransport } from './smtp.ts';

/** The server's answer to a recipient, by the local part of the address. */
const answers: Record<string, number> = { refused: 550, later: 451 };
const received: { from: string; to: string[]; source: string }[] = [];
let connections = 0;

const refuse = (code: number) => Object.assign(new Error('no'), { responseCode: code });
const message: MailMessage = {
  to: 'ada@example.com',
  ...composeMail({
    subject: '123456 is your code — grüße',
    preheader: 'p',
    heading: 'h',
    blocks: [{ kind: 'code', code: '123456' }],
    footer: 'f',
  }),
};

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  allowInsecureAuth: true,
  onAuth: (_, __, done) => done(null, {}),
  onConnect: (_, done) => {
    connections++;
    done();
  },
  onMailFrom: ({ address: from }, _, done) => done(from.startsWith('banned@') ? refuse(553) : null),
  onRcptTo: ({ address: to }, _, done) => {
    const code = answers[to.split('@')[0] ?? ''];
    done(code ? refuse(code) : null);
  },
  onData: async (stream, { envelope }, done) => {
    const source = await text(stream);
    const from = envelope.mailFrom ? envelope.mailFrom.address : '';
    received.push({ from, to: envelope.rcptTo.map((rcpt) => rcpt.address), source });
    done(source.includes('Subject: spam') ? refuse(554) : null);
  },
});
server.on('error', () => {});
server.listen(0, '127.0.0.1');
await once(server.server, 'listening');
afterAll(() => new Promise<void>((resolve) => server.close(resolve)));
const address = `127.0.0.1:${(server.server.address() as AddressInfo).port}`;
const mail = await forThisFile(smtpTransport(`smtp://${address}`, 'Sheaf <no-reply@sheaf.example>'));

describe('smtpTransport', () => {
  it('delivers both forms to the one recipient', async () => {
    await mail.verify?.();
    await mail.send(message);
    const [{ from, to, source } = { from: '', to: [], source: '' }] = received;
    expect(from).toBe('no-reply@sheaf.example');
    expect(to).toEqual(['ada@example.com']);
    expect(source).toMatch(/^From: Sheaf <no-reply@sheaf\.example>\r$/m);
    expect(source).toMatch(/^To: ada@example\.com\r$/m);
    expect(source).toMatch(/^Subject: =\?UTF-8\?/m);
    expect(source).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(source).toMatch(/^Content-Type: multipart\/alternative/m);
    expect(source.indexOf('text/plain')).toBeLessThan(source.indexOf('text/html'));
    expect(source).toContain('123456');
  });

  it('sends many at once over few connections', async () => {
    const fresh = smtpTransport(`smtp://${address}`, 'Sheaf <no-reply@sheaf.example>');
    received.length = 0;
    connections = 0;
    const letters = Array.from({ length: 30 }, (_, i) => fresh.send({ ...message, to: `n${i}@example.com` }));
    await Promise.all(letters).finally(() => fresh.close());
    expect(received).toHaveLength(30);
    expect(connections).toBeGreaterThan(0);
    expect(connections).toBeLessThanOrEqual(maxConnections);
  });

  it.each([
    ['a refused recipient', { to: 'refused@example.com' }, true],
    ['a recipient put off', { to: 'later@example.com' }, false],
    ['a refused message', { subject: 'spam' }, true],
  ])('says whether to try again: %s', async (_, change, permanent) => {
    const sent = mail.send({ ...message, ...change });
    await expect(sent).rejects.toThrow(expect.objectContaining({ name: 'MailError', permanent }));
  });

  it('tries again what the operator can fix: a refused sender, a wrong password, a server that doesn’t answer', async () => {
    const temporary = expect.objectContaining({ name: 'MailError', permanent: false });
    const attempt = async (url: string, from: string) => {
      const other = smtpTransport(url, from);
      await other.send(message).finally(() => other.close());
    };
    await expect(attempt(`smtp://${address}`, 'banned@sheaf.example')).rejects.toThrow(temporary);
    await expect(attempt(`smtp://ada:wrong@${address}`, 'a@sheaf.example')).rejects.toThrow(temporary);
    await expect(attempt('smtp://127.0.0.1:1', 'a@sheaf.example')).rejects.toThrow(temporary);
  });

  describe('with a password', () => {
    const passwords: unknown[] = [];
    const serve = async (options: object) => {
      passwords.length = received.length = 0;
      const other = new SMTPServer({
        authOptional: true,
        allowInsecureAuth: true,
        onAuth: ({ password }, _, done) => {
          passwords.push(password);
          done(null, { user: 'ada' });
        },
        onData: async (stream, _, done) => {
          received.push({ from: '', to: [], source: await text(stream) });
          done();
        },
        ...options,
      });
      other.on('error', () => {});
      other.listen(0, '127.0.0.1');
      await once(other.server, 'listening');
      const { port } = other.server.address() as AddressInfo;
      return { place: `127.0.0.1:${port}`, stop: () => new Promise<void>((resolve) => other.close(resolve)) };
    };
    const attempt = async (url: string) => {
      const one = smtpTransport(url, 'a@sheaf.example');
      await one.send(message).finally(() => one.close());
    };
    const withoutTls = { disabledCommands: ['STARTTLS'] };

    it('sends neither password nor mail to a server that offers no STARTTLS, or whose offer was stripped', async () => {
      const { place, stop } = await serve(withoutTls);
      await expect(attempt(`smtp://ada:secret@${place}`)).rejects.toThrow(
        expect.objectContaining({
          name: 'MailError',
          permanent: false,
          message: expect.stringContaining('doesn’t offer STARTTLS'),
        }),
      );
      await expect(attempt(`smtp://${place}?requireTLS=true`)).rejects.toThrow('STARTTLS');
      await expect(attempt(`smtps://ada:secret@${place}`)).rejects.toThrow(
        expect.objectContaining({ name: 'MailError' }),
      );
      expect([passwords, received]).toEqual([[], []]);
      await stop();
    });

    it('sends neither to a server without a trusted certificate', async () => {
      const { place, stop } = await serve({});
      await expect(attempt(`smtp://ada:secret@${place}`)).rejects.toThrow(/certificate/i);
      expect([passwords, received]).toEqual([[], []]);
      await attempt(`smtp://ada:secret@${place}?tls.rejectUnauthorized=false`);
      expect([passwords, received.length]).toEqual([['secret'], 1]);
      await stop();
    });

    it('goes without TLS only if the operator says so', async () => {
      const { place, stop } = await serve(withoutTls);
      await attempt(`smtp://ada:secret@${place}?requireTLS=false`);
      expect([passwords, received.length]).toEqual([['secret'], 1]);
      await stop();
    });
  });

  it.each([
    { to: 'a@example.com\r\nBcc: b@example.com' },
    { to: 'a@example.com, b@example.com' },
    { to: 'Ada <a@example.com>' },
    { to: 'nobody' },
    { subject: 'Hello\r\nBcc: b@example.com' },
  ])('refuses %j for good, without asking the server', async (change) => {
    received.length = 0;
    await expect(mail.send({ ...message, ...change })).rejects.toThrow(expect.objectContaining({ permanent: true }));
    expect(received).toEqual([]);
  });

  it('never sends under a sender of two lines', () => {
    expect(() => smtpTransport('smtp://127.0.0.1', 'a@b.example\nBcc: c@d.example')).toThrow('one line');
  });
});
