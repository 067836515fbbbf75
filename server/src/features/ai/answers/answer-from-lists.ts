import type { Member } from '../../../http/viewer.ts';
import type { Services } from '../../../services.ts';
import { type Answer, documentsOf, type Quote } from './evidence.ts';
import { findEvidence, type Where } from './find-evidence.ts';
import { type ListQuestion, listQuestion } from './list-question.ts';
import { type Listed, listedDocuments } from './listed-documents.ts';
import { escaped } from './quotes-by-document.ts';
import { type SheetTable, sheetTable } from './sheet-rows.ts';

/**
 * Counts and lists documents of a kind from the lists, and tells paid from overdue ones from tables with that column.
 * Returns null if the question asks for something else, or if nothing is found, so that the contents of documents are
 * searched.
 */
export async function answerFromLists(
  services: Services,
  viewer: Member,
  question: string,
  where: Where,
): Promise<Answer | null> {
  const asked = listQuestion(question);
  if (!asked) return null;
  if (asked.state) return answerFromTables(services, viewer, asked, where);
  const listed = await listedDocuments(services, viewer, asked, where);
  const total = listed[0]?.total ?? 0;
  // No document has such a name, but there may still be one.
  if (total === 0) return null;
  return {
    content: listText(asked, listed, total),
    quotes: [],
    supported: true,
    documentIds: listed.map(({ id }) => id),
  };
}

function listText(asked: ListQuestion, listed: readonly Listed[], total: number): string {
  const shown = total > listed.length ? `, the newest ${listed.length} of them` : '';
  const rows = listed.map(
    ({ name, folder, modified_at }) =>
      `| ${escaped(name)} | ${folder ? escaped(folder) : ''} | ${modified_at.toISOString().slice(0, 10)} |`,
  );
  return [
    `I count **${total.toLocaleString('en')}**, by file name and folder${asked.words.length > 0 ? ' and contents' : ''}${shown}:`,
    ['| Name | Folder | Last changed |', '| --- | --- | --- |', ...rows].join('\n'),
  ].join('\n\n');
}

const maxRows = 25;
const paid = /^(paid|settled|bezahlt|pay[ée]e?)\b/iu;

async function answerFromTables(
  services: Services,
  viewer: Member,
  asked: ListQuestion,
  where: Where,
): Promise<Answer | null> {
  const words = [asked.noun, ...asked.words, ...(asked.year ? [String(asked.year)] : [])].join(' ');
  const evidence = await findEvidence(services, viewer, `type:spreadsheet ${words}`, where, 6);
  for (const one of evidence) {
    const table = await sheetTable(services.db, viewer.membership.organizationId, one);
    const matching = table && rowsThat(table, asked);
    if (!table || !matching) continue;
    const quotes: Quote[] = matching.slice(0, maxRows).map(({ quote }) => quote);
    const lines = quotes.map(
      (_, index) =>
        `| ${fitted(matching[index]!.cells, table.head.length).map(escaped).join(' | ')} | [${index + 1}] |`,
    );
    const intro = `**${matching.length}** in ${escaped(one.documentName)}${matching.length > 0 ? ' [1]' : ''}`;
    const rows = [
      `| ${table.head.map(escaped).join(' | ')} | Source |`,
      `|${' --- |'.repeat(table.head.length + 1)}`,
      ...lines,
    ];
    return {
      content:
        matching.length === 0
          ? `None, by the table in ${escaped(one.documentName)}.`
          : [intro, rows.join('\n')].join('\n\n'),
      quotes,
      supported: true,
      documentIds: documentsOf([one]),
    };
  }
  return null;
}

/** One cell per column. The text lacks empty cells at the end of a row, and a cell containing a bar looks like two. */
const fitted = (cells: readonly string[], columns: number): string[] =>
  Array.from({ length: columns }, (_, at) => (at === columns - 1 ? cells.slice(at).join(' ') : (cells[at] ?? '')));

/** Returns the rows that a question asks for, or null if no column of the table says whether something is paid. */
function rowsThat({ head, rows }: SheetTable, { words, year, state }: ListQuestion): SheetTable['rows'] | null {
  const column = (name: RegExp) => head.findIndex((one) => name.test(one));
  const [states, due] = [column(/^(state|status|paid|zustand|bezahlt|statut|état)/iu), column(/due|fällig|échéance/iu)];
  if (states === -1) return null;
  const today = new Date().toISOString().slice(0, 10);
  return rows.filter(({ cells }) => {
    const row = cells.join(' ').toLowerCase();
    if (!words.every((word) => row.includes(word.toLowerCase()))) return false;
    if (year && !row.includes(String(year))) return false;
    const isPaid = paid.test(cells[states] ?? '');
    if (state === 'paid') return isPaid;
    if (state === 'unpaid' || isPaid) return !isPaid;
    return (
      /overdue|überfällig|retard/iu.test(cells[states] ?? '') || (due !== -1 && (isoDay(cells[due]) ?? today) < today)
    );
  });
}

/** Parses a day as workbooks show it; undefined if it isn't one. */
function isoDay(cell = ''): string | undefined {
  const [, day, month, year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(cell) ?? [];
  if (year) return `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`;
  return /^\d{4}-\d\d-\d\d/.exec(cell)?.[0];
}
