import { Random } from '../random.ts';
import { type Content, EndlessContent, MadeContent, StoredContent } from './content.ts';
import { type FileTypeName, fileTypes } from './file-types.ts';
import { title } from './prose.ts';

/** A file of the sample content that every sandbox account holds; a folder is there because a file names it. */
export interface Sample {
  /** From the top down; empty at the top. */
  folder: readonly string[];
  name: string;
  mimeType: string;
  modifiedAt: Date;
  content: Content;
}

const shelves: readonly (readonly [folder: string, ...types: FileTypeName[]])[] = [
  ['Finance/Invoices/2024', 'pdf', 'xlsx', 'csv'],
  ['Finance/Invoices/2025', 'pdf', 'xlsx', 'csv', 'xml'],
  ['Finance/Budgets', 'xlsx', 'pdf'],
  ['Projects/Harbour/Plans', 'svg', 'pdf', 'png', 'docx'],
  ['Projects/Harbour/Photos', 'jpg', 'jpg', 'png', 'bmp'],
  ['Projects/Atelier/Talks', 'pptx', 'md', 'mp3'],
  ['Projects/Atelier/Code', 'ts', 'py', 'json', 'html'],
  ['People/Contracts', 'docx', 'pdf'],
  ['People/Meetings', 'md', 'ics', 'eml', 'wav'],
  ['Archive', 'zip', 'gz', 'log', 'txt'],
];

/** Names that trip careless code. Those a provider refuses are for its own samples to leave out. */
export const oddNames: readonly string[] = [
  'every " * : < > ? | character.txt',
  'a/slash and a\\backslash.txt',
  "quote's and % and & and # and +.txt",
  ' leading and trailing .txt ',
  'dots...',
  '.hidden',
  'CON',
  'Zoë\u0301 decomposed cafe\u0301.txt',
  'Zoé composed café.txt',
  'emoji 👩‍👩‍👧‍👦 🇨🇭.txt',
  'עברית ועברית.txt',
  '日本語のファイル.txt',
  'tab\tand newline\n.txt',
  'UPPER.TXT',
  'upper.txt',
  `${'long '.repeat(49)}.txt`,
];

const DEEPEST = 50;

/** Some hundred files of every kind; always the same ones for the same seed. */
export function sampleLibrary(seed: string): Sample[] {
  const random = new Random(seed);
  const samples: Sample[] = [];
  const add = (folder: readonly string[], name: string, type: FileTypeName, content?: Content) => {
    const id = `${seed}/${samples.length}`;
    const modifiedAt = new Date(
      Date.UTC(2023, 0, 1) + random.between(0, 1_250) * 86_400_000 + random.between(0, 86_399) * 1000,
    );
    const made = content ?? new MadeContent(() => fileTypes[type].make(id));
    samples.push({ folder, name, mimeType: fileTypes[type].mimeType, modifiedAt, content: made });
  };
  for (const [path, ...types] of shelves) {
    const taken = new Set<string>();
    for (let number = 1; number <= 30; number++) {
      const type = random.pick(types);
      let name = `${title(random)}.${fileTypes[type].extension}`;
      if (taken.has(name)) name = `${title(random)} ${number}.${fileTypes[type].extension}`;
      taken.add(name);
      add(path.split('/'), name, type);
    }
  }
  for (const type of Object.keys(fileTypes) as FileTypeName[])
    add(['Samples'], `Sample.${fileTypes[type].extension}`, type);
  add([], 'Read me first.txt', 'txt');
  add([], 'Empty.txt', 'txt', new StoredContent());
  add([], 'Recording.wav', 'wav', new EndlessContent(seed, 12 * 1024 * 1024));
  add(['Deep', ...Array.from({ length: DEEPEST - 1 }, (_, at) => `Level ${at + 2}`)], 'Bottom.txt', 'txt');
  return samples;
}
