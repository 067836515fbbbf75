import type { gmail_v1 } from '@googleapis/gmail';
import type { SandboxResponse } from '../../shared/server.ts';
import type { Call } from '../call.ts';
import { GoogleError, jsonAnswer } from '../errors.ts';
import type { HistoryKind, HistoryRecord } from './history.ts';
import { happens } from './oddities.ts';
import { cut, maxResults } from './pages.ts';

const members = {
  messageAdded: 'messagesAdded',
  messageDeleted: 'messagesDeleted',
  labelAdded: 'labelsAdded',
  labelRemoved: 'labelsRemoved',
} as const satisfies Record<HistoryKind, keyof gmail_v1.Schema$History>;

/** Oldest first; `history` is left out if nothing changed, and an expired start isn’t found. */
export function listHistory(call: Call): SandboxResponse {
  const { req, mailbox } = call;
  const start = req.query.get('startHistoryId');
  if (!start) throw new GoogleError('invalidArgument', 'Missing startHistoryId');
  if (!/^\d{1,20}$/.test(start))
    throw new GoogleError('invalidArgument', `Invalid value at 'start_history_id' (TYPE_UINT64), "${start}"`);
  const isLost = !mailbox.history.knows(Number(start)) || mailbox.losesHistoryNow();
  if (isLost || req.fault?.kind === 'expire-cursor')
    throw new GoogleError('notFound', 'Requested entity was not found.');
  const token = req.query.get('pageToken');
  if (token && !/^\d{1,15}$/.test(token)) throw new GoogleError('invalidArgument', 'Invalid pageToken', 'pageToken');
  const types = req.query.getAll('historyTypes');
  const labelId = req.query.get('labelId');
  const { page, nextPageToken } = oddPage(cut(wanted(), maxResults(call), ({ id }) => String(id)));
  const isBare = ({ id }: HistoryRecord) => happens(mailbox.oddities, 'bareRecords', String(id));
  return jsonAnswer({
    ...(page.length > 0 && { history: page.map((record) => describe(record, isBare(record))) }),
    ...(nextPageToken && { nextPageToken }),
    historyId: String(mailbox.history.last),
  } satisfies gmail_v1.Schema$ListHistoryResponse);

  /** The token of the page after an empty one starts with a zero, and leads to the empty page’s position. */
  function oddPage(usual: { page: HistoryRecord[]; nextPageToken?: string }): typeof usual {
    const place = token ?? start!;
    const isEmpty = !place.startsWith('0') && usual.page.length > 0 && happens(mailbox.oddities, 'emptyPages', place);
    return isEmpty ? { page: [], nextPageToken: `0${place}` } : usual;
  }

  function* wanted(): Iterable<HistoryRecord> {
    for (const record of mailbox.history.since(Number(token ?? start))) {
      if (types.length > 0 && !types.includes(record.kind)) continue;
      if (labelId && ![...record.allLabelIds, ...record.labelIds].includes(labelId)) continue;
      yield record;
    }
  }
}

function describe(record: HistoryRecord, isBare: boolean): gmail_v1.Schema$History {
  const { id, kind, mailId, threadId, allLabelIds, labelIds } = record;
  const message = { id: mailId, threadId, ...(allLabelIds.length > 0 && { labelIds: [...allLabelIds] }) };
  const isOfLabels = kind === 'labelAdded' || kind === 'labelRemoved';
  return {
    id: String(id),
    messages: [{ id: mailId, threadId }],
    ...(!isBare && {
      [members[kind]]: [{ message, ...(isOfLabels && { labelIds: [...labelIds] }) }],
    }),
  };
}
