import { Readable } from 'node:stream';
import { plainDirection } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Database } from '../../db/pool.ts';
import { placeOf } from './page-of-messages.ts';
import { escapeHtml, htmlOfText } from './safe-html.ts';

interface Row {
  id: string;
  author: { name: string; address?: string };
  recipients: { name: string; address?: string }[];
  sent_at: Date;
  edited_at: Date | null;
  answers_at: Date | null;
  body_type: 'text' | 'html';
  body: string;
  attachments: { name: string }[];
}

/** How many messages are in memory at a time. */
const perPage = 20;

// The page runs and fetches nothing, wherever it is opened.
const head = (title: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>${escapeHtml(plainDirection(title))}</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem; }
article { border-top: 1px solid #ccc; padding: 1rem 0; overflow-wrap: anywhere; }
.answer { margin-left: 2rem; }
header { color: #555; margin-bottom: .75rem; }
header b { color: #000; }
blockquote { border-left: 3px solid #ccc; margin-left: 0; padding-left: 1rem; color: #555; }
</style>
</head>
<body>
<h1>${escapeHtml(plainDirection(title))}</h1>
`;

/** Renders a thread as one page, in order, as a stream. */
export function renderThread(db: Database, accountId: string, thread: string, title: string): Readable {
  return Readable.from(pieces(db, accountId, thread, title), { objectMode: false });
}

async function* pieces(db: Database, accountId: string, thread: string, title: string): AsyncIterable<string> {
  yield head(title);
  let after: string | null = null;
  do {
    const rows: Row[] = await pageAfter(db, accountId, thread, after);
    for (const row of rows) yield article(row);
    after = rows.length === perPage ? rows.at(-1)!.id : null;
  } while (after);
  yield '</body>\n</html>\n';
}

async function pageAfter(db: Database, accountId: string, thread: string, after: string | null): Promise<Row[]> {
  const from = after
    ? sql`and (${placeOf('m')}) > (select ${placeOf('messages')} from messages where id = ${after})`
    : sql``;
  const { rows } =
    await sql<Row>`select id, author, recipients, sent_at, edited_at, answers_at, body_type, body, attachments from messages m
    where account_id = ${accountId} and thread_remote_id = ${thread} and gone_at is null ${from}
    order by ${placeOf('m')} limit ${perPage}`.execute(db);
  return rows;
}

const personOf = ({ name, address }: { name: string; address?: string }): string =>
  plainDirection(address && address !== name ? `${name} <${address}>` : name);

function article({
  id,
  author,
  recipients,
  sent_at,
  edited_at,
  answers_at,
  body_type,
  body,
  attachments,
}: Row): string {
  const to = recipients.length > 0 ? `<br>To ${escapeHtml(recipients.map(personOf).join(', '))}` : '';
  const edited = edited_at ? ' (edited)' : '';
  const files = attachments.map(({ name }) => `<li>${escapeHtml(plainDirection(name))}</li>`).join('');
  return `<article id="${id}"${answers_at ? ' class="answer"' : ''}>
<header><b>${escapeHtml(personOf(author))}</b> <time datetime="${sent_at.toISOString()}">${sent_at.toUTCString()}</time>${edited}${to}</header>
<div>${body_type === 'html' ? body : htmlOfText(body)}</div>
${files && `<ul>${files}</ul>\n`}</article>
`;
}
