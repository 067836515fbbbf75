import type { Random } from '../random.ts';

const subjects = [
  'The team',
  'Finance',
  'Our supplier',
  'The workshop',
  'Support',
  'The board',
  'Logistics',
  'Design',
  'The auditor',
];
const verbs = [
  'reviewed',
  'approved',
  'postponed',
  'measured',
  'shipped',
  'questioned',
  'rewrote',
  'compared',
  'archived',
];
const objects = [
  'the budget',
  'the contract',
  'two prototypes',
  'the survey',
  'the floor plan',
  'last quarter’s figures',
  'the roadmap',
  'all invoices',
  'the training material',
];
const ends = [
  'before noon',
  'with the customer',
  'for the second time',
  'without delay',
  'in Zürich',
  'after the summer',
  'and asked for a second opinion',
  'as agreed',
];
const topics = [
  'Budget',
  'Offer',
  'Invoice',
  'Minutes',
  'Plan',
  'Report',
  'Survey',
  'Contract',
  'Checklist',
  'Roadmap',
  'Brief',
  'Review',
];
const names = [
  'Northwind',
  'Harbour',
  'Atelier',
  'Lindgren',
  'Meridian',
  'Kestrel',
  'Juniper',
  'Solstice',
  'Quarry',
  'Halden',
];

export const sentence = (random: Random) =>
  `${random.pick(subjects)} ${random.pick(verbs)} ${random.pick(objects)} ${random.pick(ends)}.`;
const paragraph = (random: Random) => Array.from({ length: random.between(2, 6) }, () => sentence(random)).join(' ');
export const title = (random: Random) => `${random.pick(names)} ${random.pick(topics).toLowerCase()}`;
export const paragraphs = (random: Random, max: number) =>
  Array.from({ length: random.between(1, max) }, () => paragraph(random));
/** Rows of a table, the header first. */
export function table(random: Random): (string | number)[][] {
  const rows = Array.from({ length: random.between(5, 40) }, (_, row) => [
    row + 1,
    random.pick(names),
    random.pick(topics),
    random.between(1, 400),
    random.between(100, 99_999) / 100,
  ]);
  return [['No', 'Customer', 'Item', 'Quantity', 'Price'], ...rows];
}
