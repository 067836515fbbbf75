import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { forThisFile } from '../testing/for-this-file.ts';
import { startGraph } from './server.ts';

const graph = await forThisFile(startGraph({ samples: false, pageSize: 4 }));

type Person = 'ada' | 'bruno' | 'chen';
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Answer = { status: number; headers: Headers; json: any };

async function call(person: Person, path: string, init: RequestInit & { json?: unknown } = {}): Promise<Answer> {
  const { accessToken } = graph.control.authorize({ person });
  const { json, ...rest } = init;
  const headers = new Headers(init.headers);
  headers.set('authorization', `Bearer ${accessToken}`);
  if (json !== undefined) headers.set('content-type', 'application/json');
  const url = path.startsWith('http') ? path : `${graph.urls.graph}${path}`;
  const body = json === undefined ? rest.body : JSON.stringify(json);
  return read(await fetch(url, { redirect: 'manual', ...rest, headers, ...(body !== undefined && { body }) }));
}

async function read(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, headers: response.headers, json: isJson ? JSON.parse(text) : text };
}

const code = ({ json }: Answer) => json.error?.code;
const rename = (json: unknown, name = 'x') =>
  call('ada', `/me/drive/root:/${encodeURIComponent(name)}`, { method: 'PATCH', json });

describe('delta', () => {
  async function all(person: Person, link: string, headers: Record<string, string> = {}) {
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const items: any[] = [];
    for (let next = link; ; ) {
      const { json } = await call(person, next, { headers });
      items.push(...json.value);
      if (json['@odata.deltaLink']) return { items, link: json['@odata.deltaLink'] as string };
      next = json['@odata.nextLink'];
    }
  }
  const names = (items: { name?: string; deleted?: object }[]) =>
    items.map(({ name, deleted }) => (deleted ? 'deleted' : name));

  it('lists everything, then changes, some items several times, with the folders above them', async () => {
    for (const folder of ['a', 'a/b']) graph.control.mkdir({ person: 'ada', path: folder });
    for (let at = 0; at < 6; at++) graph.control.write({ person: 'ada', path: `a/b/${at}.txt`, text: `${at}` });
    const first = await all('ada', '/me/drive/root/delta');
    expect(names(first.items)).toEqual(['root', 'a', 'b', '0.txt', '1.txt', '2.txt', '3.txt', '4.txt', '5.txt']);
    graph.control.write({ person: 'ada', path: 'a/b/0.txt', text: 'once' });
    graph.control.write({ person: 'ada', path: 'a/b/0.txt', text: 'twice' });
    graph.control.remove({ person: 'ada', path: 'a/b/1.txt' });
    const second = await all('ada', first.link);
    expect(names(second.items)).toEqual(['root', 'a', 'b', '0.txt', '0.txt', 'deleted']);
    expect((await all('ada', second.link)).items).toEqual([]);
    const latest = await call('ada', '/me/drive/root/delta?token=latest');
    expect(latest.json).toMatchObject({ value: [], '@odata.deltaLink': expect.any(String) });
  });

  it('leaves out the same fields in business drives as Microsoft', async () => {
    graph.control.mkdir({ person: 'bruno', path: 'a' });
    const id = graph.control.write({ person: 'bruno', path: 'a/x.txt', text: 'x' });
    const { items, link } = await all('bruno', '/me/drive/root/delta');
    const file = items.find(({ name }) => name === 'x.txt');
    expect(file.cTag).toBeUndefined();
    expect(file.parentReference.path).toBeUndefined();
    expect(Object.keys(file.file.hashes)).toEqual(['quickXorHash']);
    expect((await call('bruno', `/me/drive/items/${id}`)).json.cTag).toBeDefined();
    graph.control.write({ person: 'bruno', path: 'a/x.txt', text: 'y' });
    expect(names((await all('bruno', link, { deltaExcludeParent: 'true' })).items)).toEqual(['x.txt']);
    graph.control.remove({ person: 'bruno', path: 'a/x.txt' });
    const [gone] = (await all('bruno', link, { deltaExcludeParent: 'true' })).items.slice(-1);
    expect(gone).toMatchObject({ id, deleted: { state: 'deleted' } });
    expect(gone.name).toBeUndefined();
  });

  it('expires its tokens, with a hint and a link to start over', async () => {
    const links: string[] = [];
    for (const name of ['even.txt', 'odd.txt']) {
      graph.control.write({ person: 'chen', path: name, text: name });
      links.push((await all('chen', '/me/drive/root/delta')).link);
    }
    graph.control.expireDelta();
    const answers = await Promise.all(links.map((link) => call('chen', link)));
    expect(answers.map(({ status }) => status)).toEqual([410, 410]);
    expect(answers.map(code).sort()).toEqual(['resyncChangesApplyDifferences', 'resyncChangesUploadDifferences']);
    const again = await all('chen', answers[0]!.headers.get('location')!);
    expect(names(again.items)).toEqual(['root', 'even.txt', 'odd.txt']);
    expect(code(await call('chen', '/me/drive/root/delta?token=nonsense'))).toBe('invalidRequest');
  });

  it('lags behind the drive', async () => {
    const { link } = await all('chen', '/me/drive/root/delta');
    graph.control.freezeDelta();
    graph.control.write({ person: 'chen', path: 'late.txt', text: 'late' });
    expect((await call('chen', '/me/drive/root:/late.txt')).status).toBe(200);
    const early = await all('chen', link);
    expect(early.items).toEqual([]);
    graph.control.thawDelta();
    expect(names((await all('chen', early.link)).items)).toContain('late.txt');
  });
});

describe('upload sessions', () => {
  const GRAIN = 320 * 1024;
  const begin = (name: string, item: object = {}) =>
    call('ada', `/me/drive/root:/${name}:/createUploadSession`, { method: 'POST', json: { item } });
  const put = async (url: string, from: number, length: number, total: number, headers: Record<string, string> = {}) =>
    read(
      await fetch(url, {
        method: 'PUT',
        headers: { 'content-range': `bytes ${from}-${from + length - 1}/${total}`, ...headers },
        body: Buffer.alloc(length, 'x'),
      }),
    );

  it('accept fragments in order, in multiples of 320 KiB, without a token', async () => {
    const url = (await begin('big.bin')).json.uploadUrl;
    const total = GRAIN * 2 + 5;
    expect((await put(url, 0, 1000, total)).status).toBe(400);
    expect((await put(url, 0, GRAIN, total, { authorization: 'Bearer x' })).status).toBe(401);
    expect((await put(url, GRAIN, GRAIN, total)).status).toBe(416);
    const first = await put(url, 0, GRAIN, total);
    expect([first.status, first.json.nextExpectedRanges]).toEqual([202, [`${GRAIN}-${total - 1}`]]);
    expect([(await put(url, 0, GRAIN, total)).status, (await put(url, GRAIN, GRAIN, total + 1)).status]).toEqual([
      416, 400,
    ]);
    expect((await put(url, GRAIN, GRAIN, total)).status).toBe(202);
    const state = await read(await fetch(url));
    expect(state.json.nextExpectedRanges).toEqual([`${GRAIN * 2}-${total - 1}`]);
    const done = await put(url, GRAIN * 2, 5, total);
    expect([done.status, done.json.name, done.json.size]).toEqual([201, 'big.bin', total]);
    expect((await read(await fetch(url))).status).toBe(404);
  });

  it('refuse more than 60 MiB at once', async () => {
    const url = (await begin('huge.bin')).json.uploadUrl;
    const headers = { 'content-range': `bytes 0-${61 * 1024 * 1024 - 1}/${2 ** 31}` };
    const answer = await read(await fetch(url, { method: 'PUT', headers, body: Buffer.alloc(10) }));
    expect(answer.status).toBe(413);
  });

  it('end with the requested conflict behavior, are cancelled and expire', async () => {
    graph.control.write({ person: 'ada', path: 'there.txt', text: 'there' });
    expect(code(await begin('there.txt'))).toBe('nameAlreadyExists');
    graph.control.setOddities({ conflictsAsObserved: true });
    expect((await begin('there.txt')).status).toBe(200);
    graph.control.setOddities({});
    const replacing = await begin('there.txt', { '@microsoft.graph.conflictBehavior': 'replace' });
    const replaced = await put(replacing.json.uploadUrl, 0, 3, 3);
    expect([replaced.status, replaced.json.size]).toEqual([200, 3]);

    const late = (await begin('late.txt')).json.uploadUrl;
    graph.control.write({ person: 'ada', path: 'late.txt', text: 'somebody else' });
    expect(code(await put(late, 0, 3, 3))).toBe('nameAlreadyExists');
    expect((await read(await fetch(late))).json.nextExpectedRanges).toEqual([]);
    expect((await fetch(late, { method: 'DELETE' })).status).toBe(204);
    const old = (await begin('old.txt')).json.uploadUrl;
    graph.control.expireUploads();
    expect((await put(old, 0, 3, 3)).status).toBe(404);
  });
});

describe('files', () => {
  it('are sent in one request, and read through a redirect to an address that refuses tokens', async () => {
    const made = await call('ada', '/me/drive/root:/note.txt:/content', { method: 'PUT', body: 'a note' });
    expect([made.status, made.json.size]).toEqual([201, 6]);
    const redirect = await call('ada', `/me/drive/items/${made.json.id}/content`);
    expect(redirect.status).toBe(302);
    const url = redirect.headers.get('location')!;
    const range = await fetch(url, { headers: { range: 'bytes=2-' } });
    expect([range.status, await range.text()]).toEqual([206, 'note']);
    expect((await call('ada', url)).status).toBe(401);
    graph.control.expireDownloads();
    expect((await fetch(url)).status).toBe(404);
    const plain = await call('ada', `/me/drive/items/${made.json.id}?$select=id,name`);
    expect(plain.json).toEqual({ id: made.json.id, name: 'note.txt' });
    const asked = await call('ada', `/me/drive/items/${made.json.id}?$select=id,content.downloadUrl`);
    expect(asked.json['@microsoft.graph.downloadUrl']).toMatch(/\/download\//);
  });

  it.each(['a"b', 'a*b', 'a:b', 'a<b', 'a?b', 'a|b', 'CON', 'com1', 'desktop.ini', ' x', 'x ', 'x.', '~x', 'x_vti_y'])(
    'refuse the name %j',
    async (name) => {
      const json = { name, folder: {} };
      expect(code(await call('ada', '/me/drive/root/children', { method: 'POST', json }))).toBe('invalidRequest');
    },
  );

  it('are never listed with an unknown option', async () => {
    const answer = await call('ada', '/me/drive/root/children?$orderby=name&$expand=thumbnails');
    expect([answer.status, answer.json.error.message]).toEqual([400, expect.stringContaining('$orderby')]);
  });

  it('may replace a folder, which then stays unchanged', async () => {
    const json = { name: 'Kept', folder: {}, '@microsoft.graph.conflictBehavior': 'replace' };
    const make = () => call('ada', '/me/drive/root/children', { method: 'POST', json });
    expect(code(await make())).toBe('notSupported');
    graph.control.setOddities({ conflictsAsObserved: true });
    const [made, again] = [await make(), await make()];
    graph.control.setOddities({});
    expect([made.status, again.status, again.json.id]).toEqual([201, 200, made.json.id]);
  });

  it('have names that differ from their siblings’ in more than case', async () => {
    const make = (name: string) =>
      call('ada', '/me/drive/root/children', { method: 'POST', json: { name, folder: {} } });
    expect((await make('Twin')).status).toBe(201);
    expect(code(await make('TWIN'))).toBe('nameAlreadyExists');
    graph.control.mkdir({ person: 'ada', path: 'Other' });
    expect(code(await rename({ name: 'twin' }, 'Other'))).toBe('nameAlreadyExists');
    expect((await rename({ name: 'TWIN' }, 'Twin')).json.name).toBe('TWIN');
  });

  it('are listed in pages', async () => {
    graph.control.mkdir({ person: 'chen', path: 'many' });
    for (let at = 0; at < 9; at++) graph.control.write({ person: 'chen', path: `many/${at}`, text: 'x' });
    const seen: string[] = [];
    for (let next: string | undefined = '/me/drive/root:/many:/children'; next; ) {
      const { json }: Answer = await call('chen', next);
      seen.push(...json.value.map(({ name }: { name: string }) => name));
      next = json['@odata.nextLink'];
    }
    expect(seen).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8']);
  });

  it('are copied in the background', async () => {
    const id = graph.control.write({ person: 'ada', path: 'original.txt', text: 'original' });
    const copy = () => call('ada', `/me/drive/items/${id}/copy`, { method: 'POST', json: { name: 'copy.txt' } });
    const follow = async ({ status, headers }: Answer) => {
      expect(status).toBe(202);
      const states: Answer['json'][] = [];
      for (const _ of [1, 2]) states.push((await read(await fetch(headers.get('location')!))).json);
      return states;
    };
    const [early, done] = await follow(await copy());
    expect([early.status, done.status]).toEqual(['inProgress', 'completed']);
    expect((await call('ada', `/me/drive/items/${done.resourceId}`)).json.name).toBe('copy.txt');
    expect((await follow(await copy()))[1]).toMatchObject({ status: 'failed', error: { code: 'nameAlreadyExists' } });
  });

  it('respect the version a client has read, the quota, and deep paths', async () => {
    const id = graph.control.write({ person: 'chen', path: 'watched.txt', text: 'x' });
    const headers = { 'if-match': '"old"' };
    expect((await call('chen', `/me/drive/items/${id}`, { method: 'DELETE', headers })).status).toBe(412);
    graph.control.setLimit({ person: 'chen', bytes: 10 });
    const full = await call('chen', '/me/drive/root:/full.txt:/content', { method: 'PUT', body: 'x'.repeat(20) });
    expect(full.status).toBe(507);
    graph.control.setLimit({ person: 'chen', bytes: 1024 ** 3 });
    const long = Array.from({ length: 2 }, (_, at) => `${at}`.repeat(200));
    graph.control.mkdir({ person: 'chen', path: long[0]! });
    const json = { name: long[1], folder: {} };
    const deep = await call('chen', `/me/drive/root:/${long[0]}:/children`, { method: 'POST', json });
    expect(deep.status).toBe(400);
  });
});

describe('people', () => {
  it('see their own drives and the sites they may open', async () => {
    expect((await call('ada', '/me/drive')).json.driveType).toBe('personal');
    expect((await call('bruno', '/me/drive')).json).toMatchObject({
      driveType: 'business',
      quota: { state: 'normal' },
    });
    expect(code(await call('ada', '/me/followedSites'))).toBe('notSupported');
    const { json } = await call('bruno', '/me/followedSites');
    const [site] = json.value;
    const drives = await call('bruno', `/sites/${site.id}/drives`);
    expect(drives.json.value.map(({ name }: { name: string }) => name)).toEqual(['Documents', 'Drawings']);
    const [library] = drives.json.value;
    expect((await call('chen', `/drives/${library.id}/root`)).status).toBe(200);
    expect((await call('ada', `/drives/${library.id}/root`)).status).toBe(404);
    const mine = (await call('bruno', '/me/drive')).json.id;
    expect((await call('chen', `/drives/${mine}/root`)).status).toBe(404);
  });

  it.each(['user', 'app'] as const)('are throttled by the limits of the %s', async (scope) => {
    graph.control.setRate({ scope, rate: { max: 2, seconds: 3600 } });
    const answers: Answer[] = [];
    for (const person of ['ada', 'ada', 'ada', 'chen'] as const) answers.push(await call(person, '/me'));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429, scope === 'app' ? 429 : 200]);
    expect(Number(answers[2]!.headers.get('retry-after'))).toBeGreaterThan(3_000);
    expect(code(answers[2]!)).toBe('activityLimitReached');
    graph.control.setRate({ scope, rate: null });
  });
});

describe('subscriptions', () => {
  it('require an address that echoes a token, and only report that something changed', async () => {
    const bodies: Answer['json'][] = [];
    let isWilling = false;
    const hook = createServer(async (req, res) => {
      const token = new URL(req.url!, 'http://localhost').searchParams.get('validationToken');
      if (token !== null) return void res.setHeader('content-type', 'text/plain').end(isWilling ? token : 'no');
      bodies.push(JSON.parse(Buffer.concat(await req.toArray()).toString()));
      res.end();
    }).listen(0, '127.0.0.1');
    await once(hook, 'listening');
    const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();
    const json = {
      changeType: 'updated',
      resource: 'me/drive/root',
      notificationUrl: `http://127.0.0.1:${(hook.address() as AddressInfo).port}/hook`,
      expirationDateTime: days(29),
      clientState: 'secret',
    };
    const subscribe = (change: object = {}) =>
      call('ada', '/subscriptions', { method: 'POST', json: { ...json, ...change } });
    expect((await subscribe()).status).toBe(400);
    isWilling = true;
    expect((await subscribe({ expirationDateTime: days(31) })).status).toBe(400);
    expect((await subscribe({ changeType: 'created' })).status).toBe(400);
    expect((await subscribe({ notificationUrl: 'http://example.com/' })).status).toBe(400);
    const made = await subscribe();
    expect(made.status).toBe(201);
    for (const name of ['one.txt', 'two.txt']) graph.control.write({ person: 'ada', path: name, text: 'news' });
    await expect.poll(() => bodies.length).toBe(1);
    expect(bodies[0].value).toMatchObject([
      { subscriptionId: made.json.id, clientState: 'secret', changeType: 'updated' },
    ]);
    expect(JSON.stringify(bodies[0])).not.toContain('one.txt');
    expect((await call('ada', `/subscriptions/${made.json.id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await call('ada', `/subscriptions/${made.json.id}`, { method: 'DELETE' })).status).toBe(404);
    hook.close();
  });
});
