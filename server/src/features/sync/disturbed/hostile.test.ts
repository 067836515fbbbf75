import { randomBytes } from 'node:crypto';
import { contract } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { describe, expect, it } from 'vitest';
import { person } from '../../../testing/people.ts';
import { connectServer, flood, MB, type Served, startHostileServer } from '../../../testing/servers/hostile-server.ts';
import { syncAccount } from '../../../testing/sign-in/consent.ts';
import { testApp } from '../../../testing/test-app.ts';

/** Anyone can run a server that people connect: whatever it sends, the rest arrives and no one else notices. */

const { sources } = contract;

const app = await forThisFile(testApp({ privateNetworks: 'all' }));

const good: Served = {
  props: '<d:getcontentlength>4</d:getcontentlength><d:getetag>"1"</d:getetag>',
  send: (answer) => answer.end('good'),
};

/** Connects and syncs; returns the documents afterwards. */
async function synced(files: Record<string, Served>, plan = 'free', used = 0) {
  const server = await startHostileServer({ 'good.txt': good, ...files });
  try {
    const me = await person(app);
    await app.services.pool.query('update organizations set plan = $2 where id = $1', [me.organizationId, plan]);
    const id = await connectServer(me, server.address);
    await app.services.pool.query('update source_accounts set bytes = $2 where id = $1', [id, used]);
    await syncAccount(app, me, id);
    const { rows } = await app.services.pool.query('select name, content from documents where account_id = $1', [id]);
    const failures = (await me.call(sources.failures, { params: { id }, query: {} })).data;
    const [account] = (await me.call(sources.accounts, { query: {} })).data;
    return { stored: Object.fromEntries(rows.map(({ name, content }) => [name, content])), failures, account };
  } finally {
    server.stop();
  }
}

describe('a hostile file', () => {
  it('is aborted when it never ends and gets longer than it should', async () => {
    const endless = flood({});
    const { stored, failures } = await synced({
      'endless.bin': {
        props: '<d:getcontentlength>10</d:getcontentlength><d:getetag>"2"</d:getetag>',
        send: endless.send,
      },
    });
    expect(stored).toEqual({ 'good.txt': 'stored', 'endless.bin': 'failed' });
    expect(failures).toMatchObject([{ name: 'endless.bin', message: expect.stringMatching(/over 10 bytes/) }]);
    expect(endless.sent()).toBeLessThan(50 * MB);
  });

  it('can’t exceed the plan by being far larger than listed', async () => {
    const large = flood({ 'content-length': String(200 * MB) });
    const { stored } = await synced(
      {
        'large.bin': {
          props: '<d:getcontentlength>10</d:getcontentlength><d:getetag>"2"</d:getetag>',
          send: large.send,
        },
      },
      'free',
      5 * 1024 ** 3 - 100 * MB,
    );
    expect(stored).toEqual({ 'good.txt': 'stored', 'large.bin': 'failed' });
    expect(large.sent()).toBeLessThan(50 * MB);
  });

  it.each([
    ['a date far away', '<d:getlastmodified>Sat, 01 Jan 12026 00:00:00 GMT</d:getlastmodified>'],
    ['a date before all others', '<d:getlastmodified>-000005-01-01T00:00:00Z</d:getlastmodified>'],
    ['a tag with what no text can hold', '<d:getetag>&#0;&#xD800;</d:getetag>'],
    ['a type with what no text can hold', '<d:getetag>1</d:getetag><d:getcontenttype>a/\0b</d:getcontenttype>'],
    ['a size beyond all', '<d:getcontentlength>99999999999999999999</d:getcontentlength>'],
  ])('may have %s', async (_, props) => {
    const { stored, account } = await synced({ 'odd.txt': { props, send: (answer) => answer.end('odd') } });
    expect(account).toMatchObject({ status: 'connected' });
    expect(stored).toEqual({ 'good.txt': 'stored', 'odd.txt': 'stored' });
  });
});

it('fails alone if its path is too long to be looked up', async () => {
  const long = `${randomBytes(4_000).toString('base64url')}.txt`;
  const even = `${'я'.repeat(1_000)}.txt`;
  const { stored, failures, account } = await synced({ [long]: good, [even]: good });
  expect(account).toMatchObject({ status: 'connected' });
  expect(stored).toEqual({ 'good.txt': 'stored', [even]: 'stored' });
  expect(failures).toMatchObject([{ name: long, message: expect.stringContaining('too long') }]);
});
