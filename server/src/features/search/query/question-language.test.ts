import { expect, it } from 'vitest';
import { languageOfQuestion } from './question-language.ts';

it.each([
  ['What notice period does the lease have?', 'en'],
  ['How much is the rent of the studio?', 'en'],
  ['Wie hoch ist die Miete für das Büro?', 'de'],
  ['Wann wird die Rechnung fällig?', 'de'],
  ['Quel est le montant de la facture de Solstice ?', 'fr'],
  ['¿Cuánto es el alquiler de la oficina?', 'es'],
  ['rent', null],
  ['Red Hat subscription', null],
  ['How many seats did Der Spiegel and Die Zeit order?', 'en'],
  ['WIE HOCH IST DIE MIETE?', 'de'],
  ['契約はいつ終わりますか', null],
])('%s', (question, language) => {
  expect(languageOfQuestion(question)).toBe(language);
});
