import { Random } from '../random.ts';
import { type Content, EndlessContent, MadeContent, StoredContent } from './content.ts';
import { type FileTypeName, fileTypes } from './file-types.ts';

/** A file of the sample library in every sandbox account; folders exist because files name them. */
export interface Sample {
  /** The folders from the top down; empty at the top. */
  folder: readonly string[];
  name: string;
  mimeType: string;
  modifiedAt: Date;
  content: Content;
}

const customers = ['Halden', 'Juniper', 'Kestrel', 'Lindgren', 'Meridian', 'Northwind', 'Quarry', 'Solstice'];
const places = ['Boathouse', 'Crane', 'Customs house', 'Ferry landing', 'Harbour', 'Lighthouse', 'Quay', 'Warehouse'];
const themes = ['Acoustics', 'Daylight', 'Facade', 'Housing', 'Public space', 'Reuse', 'Sun path', 'Timber'];
const bills = ['invoice', 'receipt', 'credit note', 'reminder', 'offer'];

interface Shelf {
  folder: string;
  types: FileTypeName[];
  /** File names combine one of each. */
  names: [of: string[], what: string[]];
}

const shelves: readonly Shelf[] = [
  { folder: 'Finance/Invoices/2024', types: ['pdf', 'xlsx', 'csv'], names: [customers, bills] },
  { folder: 'Finance/Invoices/2025', types: ['pdf', 'xlsx', 'csv', 'xml'], names: [customers, bills] },
  {
    folder: 'Finance/Budgets',
    types: ['xlsx', 'pdf'],
    names: [customers, ['budget', 'forecast', 'cost estimate', 'year-end report']],
  },
  {
    folder: 'Projects/Harbour/Plans',
    types: ['svg', 'pdf', 'docx'],
    names: [places, ['site plan', 'floor plan', 'elevation', 'survey', 'brief']],
  },
  {
    folder: 'Projects/Harbour/Photos',
    types: ['jpg', 'jpg', 'png', 'bmp'],
    names: [places, ['at dawn', 'in the evening', 'from the water', 'before the works', 'in winter']],
  },
  {
    folder: 'Projects/Atelier/Talks',
    types: ['pptx', 'md', 'mp3'],
    names: [themes, ['talk', 'workshop', 'interview', 'roadmap']],
  },
  {
    folder: 'Projects/Atelier/Code',
    types: ['ts', 'py', 'json', 'html'],
    names: [themes, ['model', 'study', 'export', 'report']],
  },
  {
    folder: 'People/Contracts',
    types: ['docx', 'pdf'],
    names: [customers, ['contract', 'amendment', 'agreement', 'terms']],
  },
  {
    folder: 'People/Meetings',
    types: ['md', 'ics', 'eml', 'wav'],
    names: [customers, ['minutes', 'review', 'kick-off', 'call']],
  },
  {
    folder: 'Archive',
    types: ['zip', 'gz', 'log', 'txt'],
    names: [customers, ['backup', 'drawings', 'letters', 'notes']],
  },
];

/** Names that break careless code. Each provider’s samples leave out those it refuses. */
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

const MAX_DEPTH = 50;

/** Some hundred files of every kind, unless fewer are requested; always the same ones for the same seed. */
export function sampleLibrary(seed: string, filesPerFolder = 30): Sample[] {
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
  for (const { folder, types, names } of shelves) {
    const taken = new Set<string>();
    for (let number = 1; number <= filesPerFolder; number++) {
      const type = random.pick(types);
      const title = names.map((words) => random.pick(words)).join(' ');
      const name = `${title}.${fileTypes[type].extension}`;
      const unique = taken.has(name) ? `${title} ${number}.${fileTypes[type].extension}` : name;
      taken.add(unique);
      add(folder.split('/'), unique, type);
    }
  }
  for (const type of Object.keys(fileTypes) as FileTypeName[])
    add(['Samples'], `Sample.${fileTypes[type].extension}`, type);
  add([], 'Read me first.txt', 'txt');
  add([], 'Empty.txt', 'txt', new StoredContent());
  add([], 'Recording.wav', 'wav', new EndlessContent(seed, 12 * 1024 * 1024));
  add(['Deep', ...Array.from({ length: MAX_DEPTH - 1 }, (_, at) => `Level ${at + 2}`)], 'Bottom.txt', 'txt');
  return samples;
}
