import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RemoteId, Session } from '../kit/session.ts';
import { testAccount } from '../kit/testing/test-account.ts';
import { webdav } from './index.ts';
import { digestAnswer, digestChallengeOf } from './protocol/digest.ts';
import { digestSignIn } from './testing/digest-sign-in.ts';
import { login, type Nextcloud, startNextcloud } from './testing/nextcloud.ts';

let cloud: Nextcloud;
const closing: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  cloud = await startNextcloud();
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  await cloud.stop();
});

function open(password = login.password): Session {
  const account = testAccount({ fields: { address: `${cloud.url}/remote.php/dav/files/ada`, ...login, password } });
  const session = webdav.open(account);
  closing.push(async () => {
    await session[Symbol.asyncDispose]();
    await account.close();
  });
  return session;
}

describe('a server that requires Digest', () => {
  it.each(['MD5', 'SHA-256'] as const)(
    'is read and written with %s, even when its nonces expire',
    async (algorithm) => {
      const digest = digestSignIn({ algorithm, usesOfNonce: 3 });
      cloud.signIn = digest.open;
      cloud.tree.write(['a #1.txt'], Buffer.from('a'));
      const { files, writes } = open();
      for (let times = 0; times < 3; times++) {
        const [item] = (await files!.browse(null, null)).items;
        const { body } = await files!.download(item!.id);
        expect(Buffer.concat(await body.toArray()).toString()).toBe('a');
      }
      await Promise.all(['b', 'c', 'd', 'e'].map((name) => writes!.mkdir(null, name)));
      expect(cloud.tree.list([]).length).toBe(5);
      // Not even the first request contained the password.
      expect(digest.passwords).toEqual([]);
    },
  );

  it('accepts a file of several chunks, which can be sent only once', async () => {
    cloud.signIn = digestSignIn({ algorithm: 'SHA-256', usesOfNonce: 2 }).open;
    const bytes = Buffer.alloc(25 * 1024 * 1024, 7);
    const writes = open().writes!;
    let handle = await writes.begin({ parentId: null, name: 'a.bin', size: bytes.length, mimeType: 'video/mp4' });
    for (let offset = 0; offset < bytes.length; offset += 10 * 1024 * 1024) {
      const part = bytes.subarray(offset, offset + 10 * 1024 * 1024);
      handle = await writes.put(handle, { offset, bytes: part, last: offset + part.length === bytes.length });
    }
    await writes.finish(handle, { size: bytes.length, hashes: {} });
    expect(cloud.tree.find(['a.bin'])!.bytes.equals(bytes)).toBe(true);
  });

  it('rejects a wrong password after the minimum of attempts', async () => {
    cloud.signIn = digestSignIn({ algorithm: 'MD5', usesOfNonce: 100 }).open;
    await expect(open('wrong').identity()).rejects.toMatchObject({ code: 'auth_revoked' });
    const tries = cloud.asked.length;
    expect(tries).toBeLessThan(12);
    await expect(open('wrong').files!.stat('x' as RemoteId)).rejects.toMatchObject({ code: 'auth_revoked' });
  });
});

describe('the answer to a challenge', () => {
  // The examples of RFC 7616, section 3.9.1.
  const offers = (algorithm: string) =>
    `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm}, ` +
    'nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"';
  const request = {
    method: 'GET',
    uri: '/dir/index.html',
    username: 'Mufasa',
    password: 'Circle of Life',
    count: 1,
    cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
  };

  it.each([
    ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
    ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
  ])('is that of the RFC with %s', (algorithm, response) => {
    const answer = digestAnswer(digestChallengeOf(offers(algorithm))!, request);
    expect(answer).toContain(`response="${response}"`);
    expect(answer).toContain('nc=00000001');
  });

  it('uses the strongest supported one of those offered', () => {
    const header = `Basic realm="x", ${offers('MD5')}, ${offers('SHA-256')}, ${offers('NEW-1')}`;
    expect(digestChallengeOf(header)).toMatchObject({ algorithm: 'SHA-256', realm: 'http-auth@example.org' });
    expect(digestChallengeOf('Basic realm="Digest nonce=1"')).toBeNull();
    expect(digestChallengeOf('Digest realm="x", nonce="n", qop="auth-int"')).toBeNull();
  });
});
