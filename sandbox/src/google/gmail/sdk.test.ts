import { gmail as makeClient } from '@googleapis/gmail';
import { describe, expect, it } from 'vitest';
import { startGoogle } from '../../index.ts';
import { forThisFile } from '../../testing/for-this-file.ts';

const google = await forThisFile(startGoogle());
const { accessToken } = google.control.authorize({ person: 'ada', scopes: ['https://mail.google.com/'] });
const mail = makeClient({
  version: 'v1',
  rootUrl: `${google.url}/`,
  headers: { authorization: `Bearer ${accessToken}` },
  retryConfig: { retry: 0 },
});

const userId = 'me';
const users = () => mail.users;

describe("Google's own client", () => {
  it('reads profile and labels', async () => {
    const { data: profile } = await users().getProfile({ userId });
    expect(profile.emailAddress).toBe('ada@example.com');
    const { data: labels } = await users().labels.list({ userId });
    const clients = labels.labels!.find(({ name }) => name === 'Clients')!;
    const { data: label } = await users().labels.get({ userId, id: clients.id! });
    expect(label.messagesTotal).toBeGreaterThan(3);
  });

  it('lists messages page by page, and gets them with their attachments', async () => {
    const ids: string[] = [];
    let pageToken: string | undefined;
    do {
      const { data } = await users().messages.list({ userId, maxResults: 10, ...(pageToken && { pageToken }) });
      for (const { id } of data.messages ?? []) ids.push(id!);
      pageToken = data.nextPageToken ?? undefined;
    } while (pageToken);
    const held = google.control.mails({ person: 'ada' });
    const shown = held.filter(({ labelIds }) => !labelIds.includes('SPAM') && !labelIds.includes('TRASH'));
    expect(ids).toEqual(shown.map(({ id }) => id));
    const { id } = held.find(({ subject }) => subject === 'Invoice 2026-014')!;
    const { data: message } = await users().messages.get({ userId, id });
    const part = message.payload!.parts!.find(({ filename }) => filename === 'Invoice 2026-014.pdf')!;
    const { data } = await users().messages.attachments.get({ userId, messageId: id, id: part.body!.attachmentId! });
    const bytes = Buffer.from(data.data!, 'base64url');
    expect([bytes.length, bytes.toString('latin1', 0, 5)]).toEqual([part.body!.size, '%PDF-']);
  });

  it('follows the history', async () => {
    const { data: profile } = await users().getProfile({ userId });
    const label = google.control.addLabel({ person: 'ada', name: 'Later' });
    const id = google.control.addMail({ person: 'ada', subject: 'Later', text: 'later' });
    google.control.modifyMail({ person: 'ada', id, add: [label] });
    const { data } = await users().history.list({ userId, startHistoryId: profile.historyId! });
    expect(data.history!.flatMap((one) => one.labelsAdded ?? [])).toMatchObject([{ labelIds: [label] }]);
    const { data: watch } = await users().watch({ userId, requestBody: { topicName: 'projects/p/topics/t' } });
    expect(Number(watch.historyId)).toBe(Number(data.historyId));
  });

  it('gets refusals in Google’s words', async () => {
    google.control.expireHistory({ person: 'ada' });
    await expect(users().history.list({ userId, startHistoryId: '1' })).rejects.toMatchObject({ status: 404 });
    await expect(users().messages.get({ userId, id: 'zz' })).rejects.toMatchObject({
      status: 400,
      message: 'Invalid id value',
    });
  });
});
