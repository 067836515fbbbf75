import type { drive_v3 } from '@googleapis/drive';
import { beforeAll, describe, expect, it } from 'vitest';
import type { GoogleSandbox } from '../index.ts';
import { Channels } from './calls/channels.ts';
import { Uploads } from './calls/uploads.ts';
import { description } from './description/description.ts';
import { driveRoutes } from './routes.ts';
import { inspectedDrive } from './testing/inspected-drive.ts';

/** Labels, permissions, revisions, comments and shared drives, by Google's own client. */
const world = inspectedDrive({ samples: false });
let google: GoogleSandbox;
let drive: drive_v3.Drive;
beforeAll(() => {
  ({ google, drive } = world);
});

const add = (name: string, more: { parent?: string; text?: string } = {}) =>
  google.control.add({ person: 'ada', name, ...more });
/** The status and the reason that a call is refused with. */
const refused = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => expect.fail('it was allowed'),
    ({ status, response }) => `${status} ${response.data.error.errors[0].reason}`,
  );

/** What is about accounts of organizations or apps of the store; and the old names of shared drives. */
const left = ['accessproposals', 'approvals', 'apps', 'teamdrives', 'files.generateCseToken'];

it('answers every method that Google describes, but few that are not about files of an account', () => {
  const shape = (path: string) => path.replace(/\{\w+\}|:\w+/g, '*');
  const answered = new Set(
    driveRoutes(new Uploads(), new Channels()).map(({ method, path }) => `${method} ${shape(path)}`),
  );
  const missing = Object.entries(description.methods)
    .filter(([, { httpMethod, path }]) => !answered.has(`${httpMethod} /drive/v3/${shape(path)}`))
    .map(([name]) => name.replace('drive.', ''));
  expect(missing.filter((name) => !left.some((one) => name === one || name.startsWith(`${one}.`)))).toEqual([]);
});

describe("Google's own client", () => {
  it('puts labels on files, changes and removes them', async () => {
    const fields = { number: 'integer', kind: 'selection', note: 'text', who: 'user', due: 'dateString' } as const;
    google.control.addFileLabel({ person: 'ada', id: 'invoice', fields });
    google.control.addFileLabel({ person: 'ada', id: 'secret', fields: {} });
    const fileId = add('labelled.txt');
    const modify = async (...labelModifications: drive_v3.Schema$LabelModification[]) =>
      (await drive.files.modifyLabels({ fileId, requestBody: { labelModifications } })).data.modifiedLabels!;
    const [label] = await modify({
      labelId: 'invoice',
      fieldModifications: [
        { fieldId: 'number', setIntegerValues: ['2026007'] },
        { fieldId: 'kind', setSelectionValues: ['paid'] },
        { fieldId: 'note', setTextValues: ['by hand'] },
        { fieldId: 'who', setUserValues: ['bruno@example.com'] },
        { fieldId: 'due', setDateValues: ['2026-12-01'] },
      ],
    });
    expect(label).toMatchObject({
      id: 'invoice',
      fields: {
        number: { valueType: 'integer', integer: ['2026007'] },
        who: { user: [{ displayName: 'Bruno Costa', emailAddress: 'bruno@example.com' }] },
        due: { dateString: ['2026-12-01'] },
      },
    });
    await modify({ labelId: 'invoice', fieldModifications: [{ fieldId: 'note', unsetValues: true }] });
    expect(await modify({ labelId: 'secret' })).toMatchObject([{ id: 'secret', fields: {} }]);
    const { data: first } = await drive.files.listLabels({ fileId, maxResults: 1 });
    expect(first.labels).toMatchObject([{ id: 'invoice', revisionId: '2' }]);
    expect(Object.keys(first.labels![0]!.fields!)).toEqual(['number', 'kind', 'who', 'due']);
    const { data: second } = await drive.files.listLabels({ fileId, pageToken: first.nextPageToken! });
    expect(second.labels).toMatchObject([{ id: 'secret' }]);

    const { data: file } = await drive.files.get({ fileId, includeLabels: 'secret', fields: 'labelInfo' });
    expect(file.labelInfo!.labels).toMatchObject([{ id: 'secret' }]);
    const { data: found } = await drive.files.list({ q: "'labels/secret' in labels", fields: 'files(id,labelInfo)' });
    expect(found.files).toEqual([{ id: fileId }]);

    const wrongType = { labelId: 'invoice', fieldModifications: [{ fieldId: 'number', setTextValues: ['one'] }] };
    expect(await refused(modify({ labelId: 'secret', removeLabel: true }, wrongType))).toBe('400 invalid');
    expect(await refused(modify({ labelId: 'none' }))).toBe('404 notFound');
    expect((await drive.files.listLabels({ fileId })).data.labels).toHaveLength(2);
    expect(await modify({ labelId: 'secret', removeLabel: true })).toEqual([]);
    expect((await drive.files.listLabels({ fileId })).data.labels).toHaveLength(1);
  });

  it('gives, changes and takes permissions', async () => {
    const folder = google.control.add({
      person: 'ada',
      name: 'Shared',
      mimeType: 'application/vnd.google-apps.folder',
    });
    const fileId = add('inside.txt', { parent: folder });
    const create = async (of: string, requestBody: drive_v3.Schema$Permission) =>
      (await drive.permissions.create({ fileId: of, requestBody, fields: '*' })).data;
    const writer = await create(folder, { type: 'user', role: 'writer', emailAddress: 'bruno@example.com' });
    expect(writer).toMatchObject({ type: 'user', role: 'writer', displayName: 'Bruno Costa', pendingOwner: false });
    const link = await create(fileId, { type: 'anyone', role: 'reader' });
    expect(link).toMatchObject({ id: 'anyoneWithLink', allowFileDiscovery: false });
    const { data } = await drive.permissions.list({ fileId });
    expect(data.permissions!.map(({ role }) => role)).toEqual(['owner', 'reader', 'writer']);
    expect(data.permissions![0]).toEqual({
      kind: 'drive#permission',
      id: expect.any(String),
      type: 'user',
      role: 'owner',
    });
    const { data: file } = await drive.files.get({ fileId, fields: 'shared,permissionIds,permissions' });
    expect(file).toMatchObject({ shared: true, permissionIds: data.permissions!.map(({ id }) => id) });
    const names = async (q: string) => (await drive.files.list({ q })).data.files!.map(({ name }) => name);
    expect(await names("'bruno@example.com' in writers")).toEqual(['Shared', 'inside.txt']);
    expect(await names("visibility = 'anyoneWithLink'")).toEqual(['inside.txt']);

    const at = { fileId, permissionId: link.id! };
    const commenter = await drive.permissions.update({ ...at, requestBody: { role: 'commenter' } });
    expect(commenter.data.role).toBe('commenter');
    expect((await drive.permissions.get(at)).data).toMatchObject({ id: link.id, role: 'commenter' });
    const inherited = { fileId, permissionId: writer.id! };
    expect(await refused(drive.permissions.delete(inherited))).toBe('403 cannotModifyInheritedPermission');
    await drive.permissions.delete(at);
    expect(await refused(drive.permissions.get(at))).toBe('404 notFound');
    const pending = { fileId: folder, permissionId: writer.id!, requestBody: { pendingOwner: true } };
    expect((await drive.permissions.update({ ...pending, fields: 'pendingOwner' })).data.pendingOwner).toBe(true);
    expect(await refused(drive.permissions.update({ ...pending, requestBody: { emailAddress: 'a@b' } }))).toBe(
      '403 fieldNotWritable',
    );
    expect(await refused(create(fileId, { type: 'user', role: 'reader', emailAddress: 'nobody' }))).toBe('400 invalid');
    expect(await refused(create(fileId, { type: 'user', role: 'organizer', emailAddress: 'a@b' }))).toBe(
      '403 organizerOnNonTeamDriveNotSupported',
    );
    const past = { type: 'user', role: 'reader', emailAddress: 'a@b', expirationTime: '2020-01-01T00:00:00Z' };
    expect(await refused(create(fileId, past))).toBe('403 expirationDatesMustBeInTheFuture');
    const mine = { fileId, permissionId: data.permissions![0]!.id! };
    expect(await refused(drive.permissions.delete(mine))).toBe('403 cannotDeletePermission');
    const owner = { fileId, requestBody: { type: 'user', role: 'owner', emailAddress: 'chen@example.com' } };
    expect(await refused(drive.permissions.create(owner))).toBe('403 forbidden');
    expect(await refused(drive.permissions.create({ ...owner, transferOwnership: true }))).toBe(
      '403 consentRequiredForOwnershipTransfer',
    );
    const given = google.control.share({ person: 'ada', name: 'Given' });
    expect(await refused(drive.permissions.list({ fileId: given }))).toBe('403 insufficientFilePermissions');
  });

  it('reads, keeps and deletes revisions', async () => {
    const fileId = add('revised.txt', { text: 'one' });
    google.control.write({ person: 'ada', id: fileId, text: 'second' });
    const { data } = await drive.revisions.list({ fileId, fields: '*' });
    expect(data.revisions).toMatchObject([
      { size: '3', keepForever: false },
      { size: '6', originalFilename: 'revised.txt' },
    ]);
    const [old, head] = data.revisions!.map(({ id }) => id!) as [string, string];
    expect((await drive.files.get({ fileId, fields: 'headRevisionId' })).data.headRevisionId).toBe(head);
    const at = { fileId, revisionId: old };
    const media = await drive.revisions.get({ ...at, alt: 'media' }, { responseType: 'text' });
    expect(media.data).toBe('one');
    const kept = await drive.revisions.update({ ...at, requestBody: { keepForever: true }, fields: 'keepForever' });
    expect(kept.data.keepForever).toBe(true);
    await drive.revisions.delete(at);
    expect(await refused(drive.revisions.get(at))).toBe('404 notFound');
    expect(await refused(drive.revisions.delete({ fileId, revisionId: head }))).toBe('403 cannotDeleteOnlyRevision');
    const mimeType = 'application/vnd.google-apps.document';
    const document = google.control.add({ person: 'ada', name: 'Letter', mimeType });
    const { data: own } = await drive.revisions.list({ fileId: document, fields: 'revisions(id,exportLinks,size)' });
    expect(own.revisions).toEqual([{ id: '1', exportLinks: expect.any(Object) }]);
    expect(await refused(drive.revisions.delete({ fileId: document, revisionId: '1' }))).toBe(
      '403 revisionDeletionNotSupported',
    );
  });

  it('comments and replies', async () => {
    const fileId = add('discussed.txt');
    const { data: comment } = await drive.comments.create({
      fileId,
      requestBody: { content: 'Is <this> right?', quotedFileContent: { mimeType: 'text/plain', value: 'this' } },
      fields: '*',
    });
    expect(comment).toMatchObject({ htmlContent: 'Is &lt;this> right?', resolved: false, replies: [] });
    const commentId = comment.id!;
    const { data: reply } = await drive.replies.create({
      fileId,
      commentId,
      requestBody: { content: 'It is', action: 'resolve' },
      fields: '*',
    });
    const at = { fileId, commentId, replyId: reply.id! };
    await drive.replies.update({ ...at, requestBody: { content: 'It was' }, fields: 'id' });
    expect((await drive.replies.get({ ...at, fields: 'content,action' })).data).toEqual({
      content: 'It was',
      action: 'resolve',
    });
    expect((await drive.replies.list({ fileId, commentId, fields: '*' })).data.replies).toHaveLength(1);
    const { data } = await drive.comments.list({ fileId, fields: 'comments(resolved,replies(content))' });
    expect(data.comments).toEqual([{ resolved: true, replies: [{ content: 'It was' }] }]);
    await drive.replies.delete(at);
    expect(await refused(drive.replies.get({ ...at, fields: 'id' }))).toBe('404 notFound');
    const changed = { fileId, commentId, requestBody: { content: 'Never mind' }, fields: 'content' };
    expect((await drive.comments.update(changed)).data).toEqual({ content: 'Never mind' });
    await drive.comments.delete({ fileId, commentId });
    expect((await drive.comments.list({ fileId, fields: 'comments(id)' })).data.comments).toEqual([]);
    const gone = await drive.comments.get({ fileId, commentId, includeDeleted: true, fields: 'deleted,content' });
    expect(gone.data).toEqual({ deleted: true });
    expect(await refused(drive.comments.list({ fileId }))).toBe('400 required');
    expect(await refused(drive.comments.create({ fileId, requestBody: {}, fields: 'id' }))).toBe('400 required');
  });

  it('makes, renames, hides and deletes shared drives', async () => {
    const made = { requestId: 'one', requestBody: { name: 'Team' } };
    const { data } = await drive.drives.create({ ...made, fields: '*' });
    expect(data).toMatchObject({ name: 'Team', hidden: false, capabilities: { canDeleteDrive: true } });
    expect(await refused(drive.drives.create(made))).toBe('409 teamDriveAlreadyExists');
    const driveId = data.id!;
    const requestBody = { name: 'Our team', colorRgb: '#ff0000', restrictions: { driveMembersOnly: true } };
    const renamed = await drive.drives.update({ driveId, requestBody, fields: 'name,colorRgb,restrictions' });
    expect(renamed.data).toEqual(requestBody);
    expect((await drive.drives.hide({ driveId, fields: 'hidden' })).data.hidden).toBe(true);
    expect((await drive.drives.unhide({ driveId, fields: 'hidden' })).data.hidden).toBe(false);
    const inside = add('ours.txt', { parent: driveId });
    const everywhere = { supportsAllDrives: true };
    const member = { type: 'user', role: 'organizer', emailAddress: 'bruno@example.com' };
    await drive.permissions.create({ fileId: driveId, requestBody: member, ...everywhere });
    const { data: access } = await drive.permissions.list({ fileId: inside, fields: '*', ...everywhere });
    expect(access.permissions).toMatchObject([
      { emailAddress: 'ada@example.com', permissionDetails: [{ inherited: true, inheritedFrom: driveId }] },
      { emailAddress: 'bruno@example.com', permissionDetails: [{ permissionType: 'member', role: 'organizer' }] },
    ]);
    expect(await refused(drive.drives.delete({ driveId }))).toBe('403 forbidden');
    await drive.files.delete({ fileId: inside, ...everywhere });
    await drive.drives.delete({ driveId });
    expect((await drive.drives.list({})).data.drives).toEqual([]);
    const other = google.control.addSharedDrive({ person: 'ada', name: 'Theirs', role: 'writer' });
    expect(await refused(drive.drives.update({ driveId: other, requestBody }))).toBe('403 insufficientFilePermissions');
  });
});
