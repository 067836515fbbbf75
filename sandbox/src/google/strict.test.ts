import { describe, expect, it } from 'vitest';
import { startGoogle } from '../index.ts';
import { forThisFile } from '../testing/for-this-file.ts';

/** Tests that the sandbox is as strict as Google: it refuses the same with the same words, and stores the same. */
const person = 'bruno';
const google = await forThisFile(startGoogle({ samples: false }));
const token = google.control.authorize({ person }).accessToken;

// biome-ignore lint/suspicious/noExplicitAny: tests check the shape of what they read.
async function ask(method: string, path: string, body?: unknown, as = token): Promise<{ status: number; data: any }> {
  const response = await fetch(`${google.url}/drive/v3${path}`, {
    method,
    headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const data = text === '' ? null : JSON.parse(text);
  return { status: response.status, data };
}
const found = async (q: string, more: Record<string, string> = {}) => {
  const { data } = await ask('GET', `/files?${new URLSearchParams({ q, ...more })}`);
  return data.files.map(({ name }: { name: string }) => name);
};
const refused = async (method: string, path: string, body?: unknown, as?: string) => {
  const { status, data } = await ask(method, path, body, as);
  const { domain, reason, locationType, location } = data.error.errors[0];
  return [status, domain, reason, locationType, location];
};
const made = async (body: object) => (await ask('POST', '/files?fields=*', body)).data;

describe('files', () => {
  it('are refused with the domain and the location of the error', async () => {
    const { id } = await made({ name: 'file' });
    const parameter = (status: number, reason: string, name: string) => [status, 'global', reason, 'parameter', name];
    expect(await refused('GET', '/about?fields=*', undefined, 'ya29.x')).toEqual([
      401,
      'global',
      'authError',
      'header',
      'Authorization',
    ]);
    expect(await refused('GET', '/files/nowhere')).toEqual(parameter(404, 'notFound', 'fileId'));
    expect(await refused('GET', '/files?fields=files(nothing)')).toEqual(parameter(400, 'invalidParameter', 'fields'));
    expect(await refused('GET', '/files?orderBy=size')).toEqual(parameter(400, 'invalid', 'orderBy'));
    expect(await refused('GET', '/files?corpora=drive')).toEqual(parameter(400, 'invalid', 'driveId'));
    const unwritable = [403, 'global', 'fieldNotWritable', undefined, undefined];
    expect(await refused('PATCH', `/files/${id}`, { parents: ['root'] })).toEqual(unwritable);
    expect(await refused('PATCH', `/files/${id}`, { id: 'another' })).toEqual(unwritable);
    for (const field of ['size', 'shared', 'ownedByMe', 'capabilities', 'lastModifyingUser'])
      expect(await refused('POST', '/files', { name: 'a', [field]: null })).toEqual(unwritable);
    google.control.fail({ path: '/drive/v3/files', action: { kind: 'status', status: 403 } });
    expect(await refused('GET', '/files')).toEqual([403, 'usageLimits', 'userRateLimitExceeded', undefined, undefined]);
  });

  it('may have fields that aren’t stored', async () => {
    const more = { description: 'a letter', starred: true, properties: {}, appProperties: {}, writersCanShare: true };
    const viewed = { viewedByMeTime: new Date().toISOString(), copyRequiresWriterPermission: false };
    const { id, name } = await made({ name: 'more', ...more, ...viewed });
    expect(name).toBe('more');
    expect((await ask('PATCH', `/files/${id}`, { ...more, ...viewed })).status).toBe(200);
  });

  it('treat an empty list of fields as a missing one', async () => {
    const { id } = await made({ name: 'fields' });
    expect(Object.keys((await ask('GET', `/files/${id}?fields=`)).data)).toEqual(['kind', 'id', 'name', 'mimeType']);
  });

  it('are found by name and time', async () => {
    google.control.add({ person, name: 'Letter.txt', text: 'The quick brown fox' });
    expect(await found("name = 'LETTER.TXT'")).toEqual(['Letter.txt']);
    expect(await found("name = 'letter.txt' and createdTime > '2020-01-01T00:00:00'")).toEqual(['Letter.txt']);
  });

  it('are sorted as requested, otherwise by creation', async () => {
    const mimeType = 'application/vnd.google-apps.folder';
    const { id } = await made({ name: 'sorted', mimeType });
    const add = (name: string, year: number, more = {}) =>
      made({ name, parents: [id], createdTime: `${year}-01-01T00:00:00Z`, ...more });
    await add('File 10', 2023);
    await add('File 2', 2021);
    await add('Plans', 2022, { mimeType });
    const sorted = (more = {}) => found(`'${id}' in parents`, more);
    expect(await sorted()).toEqual(['File 10', 'File 2', 'Plans']);
    expect(await sorted({ orderBy: 'folder,name_natural' })).toEqual(['Plans', 'File 2', 'File 10']);
    expect(await sorted({ orderBy: 'name_natural' })).toEqual(['File 2', 'File 10', 'Plans']);
    expect(await sorted({ orderBy: 'createdTime' })).toEqual(['File 2', 'Plans', 'File 10']);
  });

  it('are visible in shared drives only to apps that declare support for them', async () => {
    const driveId = google.control.addSharedDrive({ person, name: 'Team', role: 'writer' });
    const id = google.control.add({ person, name: 'ours', parent: driveId });
    expect((await ask('GET', `/files/${id}`)).status).toBe(404);
    expect((await ask('POST', '/files', { name: 'new', parents: [driveId] })).status).toBe(404);
    const all = 'supportsAllDrives=true';
    const { data } = await ask('GET', `/files/${id}?${all}&fields=owners,driveId`);
    expect(data).toEqual({ driveId });
    expect((await refused('DELETE', `/files/${id}?${all}`))[2]).toBe('insufficientFilePermissions');
    expect(await found(`'${driveId}' in parents`)).toEqual([]);
    expect(await found("name='ours'", { supportsAllDrives: 'true', includeItemsFromAllDrives: 'true' })).toEqual([]);
  });
});
