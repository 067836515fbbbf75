import type { Answer } from './evidence.ts';

const greeting =
  /^(?:hi|hello|hey|hallo|servus|moin|bonjour|salut|hola|ciao|good (?:morning|afternoon|evening|day)|guten (?:morgen|tag|abend)|thanks|thank you|danke|vielen dank|merci|gracias|bye|tschüss|ok|okay|test|ping|how are you|who are you|wie geht(?:’|')?s|ça va)(?:[\s,!.?]+(?:there|all|everyone|sheaf|very much|so much|zusammen|à tous))*[\s!.?…]*$/iu;

/** Whether the text only starts or ends a conversation, which no file answers. */
export const isSmallTalk = (question: string): boolean =>
  greeting.test(question.trim()) || !/[\p{L}\p{N}]/u.test(question);

export const smallTalk: Answer = {
  content: 'Ask a question about your files, such as “When does the lease end?” or “Which invoices are overdue?”',
  quotes: [],
  supported: false,
  documentIds: [],
};
