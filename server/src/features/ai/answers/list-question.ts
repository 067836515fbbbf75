import { type DocumentType, searchTypes } from '@sheaf/contract';

/** A question for documents themselves and not for their contents. */
export interface ListQuestion {
  wants: 'count' | 'list';
  /** The noun in the question, such as 'invoices'. */
  noun: string;
  /** The name of the document or of its folder must contain one of these. */
  named: readonly string[];
  types: readonly DocumentType[];
  /** The name or the content must contain each of these. */
  words: string[];
  year: number | null;
  state: 'overdue' | 'paid' | 'unpaid' | null;
}

const count = /^(?:how many|count(?: of)?|number of|wie viele|combien (?:de|d[’']|des))\s+/iu;
const list =
  /^(?:which|what|list|show(?: me)?|find|welche[nr]?|zeig(?:e)?(?: mir)?|quel(?:le)?s|montre[rz]?(?:-moi)?)\s+/iu;
const everyOne = /^(?:all|every|the|my|our|alle|die|unsere|meine|les|nos|mes|toutes|tous)\s+/iu;

const sorts: readonly { noun: RegExp; named?: readonly string[]; types?: readonly DocumentType[] }[] = [
  { noun: /^(files|documents|dateien|dokumente|fichiers)$/iu },
  { noun: /^(invoices|bills|rechnungen|factures)$/iu, named: ['invoice', 'rechnung', 'facture'] },
  {
    noun: /^(contracts|agreements|vertr[äa]ge|contrats|conventions)$/iu,
    named: ['contract', 'agreement', 'vertrag', 'contrat', 'convention'],
  },
  { noun: /^(quotes|quotations|offers|angebote|devis)$/iu, named: ['quote', 'quotation', 'offer', 'angebot', 'devis'] },
  { noun: /^(minutes|protokolle)$/iu, named: ['minutes', 'protokoll', 'compte rendu', 'compte-rendu'] },
  { noun: /^(reports|berichte|rapports)$/iu, named: ['report', 'bericht', 'rapport'] },
  { noun: /^(policies|richtlinien)$/iu, named: ['policy', 'richtlinie'] },
  { noun: /^(budgets)$/iu, named: ['budget'] },
  { noun: /^(receipts|belege|reçus)$/iu, named: ['receipt', 'beleg', 'reçu'] },
  { noun: /^(pdfs)$/iu, types: searchTypes.pdf!.types },
  { noun: /^(spreadsheets|workbooks|tabellen|tableaux)$/iu, types: searchTypes.spreadsheet!.types },
  { noun: /^(presentations|präsentationen|présentations)$/iu, types: searchTypes.presentation!.types },
  { noun: /^(photos|pictures|images|fotos|bilder)$/iu, types: searchTypes.photo!.types },
  { noun: /^(e-?mails|mails|courriels)$/iu, types: searchTypes.email!.types },
];

const states: readonly [RegExp, ListQuestion['state']][] = [
  [/^(overdue|überfällig|retard)$/iu, 'overdue'],
  [/^(unpaid|open|outstanding|offen|unbezahlt|impay[ée]e?s?)$/iu, 'unpaid'],
  [/^(paid|settled|bezahlt|pay[ée]e?s?)$/iu, 'paid'],
];

/** Words that add nothing. Any other word that isn't a name makes it a question about contents. */
const idle =
  /^(are|is|were|was|there|do|does|did|we|i|have|has|had|of|from|by|for|to|with|in|on|the|a|an|our|us|still|yet|now|and|that|mention|mentions|mentioning|contain|contains|about|sind|ist|gibt|es|haben|wir|von|vom|aus|für|mit|im|in|der|die|das|noch|und|über|sont|avons|nous|de|du|des|la|le|les|en|avec|pour|et|il|y|a-t-il)$/iu;
const content = /^(mention|mentions|mentioning|contain|contains|about|über)$/iu;

/** Returns null if the question asks about contents. */
export function listQuestion(question: string): ListQuestion | null {
  const text = question.trim().replace(/[?!.]+$/u, '');
  const wants = count.test(text) ? 'count' : list.test(text) ? 'list' : null;
  if (!wants) return null;
  const [noun = '', ...rest] = text
    .replace(wants === 'count' ? count : list, '')
    .replace(everyOne, '')
    .split(/\s+/u);
  const sort = sorts.find((one) => one.noun.test(noun));
  if (!sort) return null;
  const found: ListQuestion = {
    wants,
    noun,
    named: sort.named ?? [],
    types: sort.types ?? [],
    words: [],
    year: null,
    state: null,
  };
  let isContent = false;
  for (const raw of rest) {
    const word = raw.replace(/^["“„(]+|[,;:"”)]+$/gu, '').replace(/[’']s$/u, '');
    const state = states.find(([pattern]) => pattern.test(word))?.[1];
    if (word === '') continue;
    if (/^(19|20)\d\d$/.test(word)) found.year = Number(word);
    else if (state) found.state = state;
    else if (idle.test(word)) isContent ||= content.test(word);
    else if (isContent || /^[\p{Lu}\d]/u.test(word)) found.words.push(word);
    else return null;
  }
  return found;
}
