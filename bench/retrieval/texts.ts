import { conversations } from '../../sandbox/src/shared/mail/letters/index.ts';
import { people } from '../../sandbox/src/shared/people.ts';
import { studioFiles } from '../../sandbox/src/shared/studio/studio-files.ts';
import { scripts } from '../../sandbox/src/slack/workspace/scripts.ts';
import { readPieces } from '../../server/src/features/passages/text/read-pieces.ts';
import type { Expected } from '../../server/src/features/passages/text/task.ts';

/** What the studio wrote, under the names by which questions cite it. */
export interface Cited {
  name: string;
  /** Whose account has it. */
  person: string;
  text: string;
}

const clouds = ['google-drive', 'onedrive', 'dropbox', 'box'];
const expected: Readonly<Record<string, Expected>> = {
  pdf: 'pdf',
  docx: 'office',
  pptx: 'office',
  xlsx: 'sheet',
  eml: 'mail',
  md: 'markdown',
  txt: 'text',
};

/** As one line each, so that it does not matter how a format breaks them. */
export const inOneLine = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim();

export async function citedTexts(): Promise<Cited[]> {
  const files = clouds.flatMap((cloud) =>
    people.flatMap(({ key }) => studioFiles(cloud, key).map((file) => ({ ...file, person: key }))),
  );
  return [...(await Promise.all(files.map(readFile))), ...mails(), ...chats()];
}

async function readFile({ name, person, content }: ReturnType<typeof studioFiles>[number] & { person: string }) {
  const kind = expected[name.slice(name.lastIndexOf('.') + 1)]!;
  const lines: string[] = [];
  for await (const { text } of await readPieces(new Uint8Array(Buffer.concat([...content.read()])), kind))
    lines.push(text);
  return { name, person, text: inOneLine(lines.join('\n')) };
}

const mails = (): Cited[] =>
  conversations.map(({ subject, notes }) => ({
    name: subject,
    person: 'ada',
    text: inOneLine(notes.map(({ text }) => text).join('\n')),
  }));

const chats = (): Cited[] =>
  scripts.map(({ name, kind, lines }) => ({
    name: kind === 'im' ? otherPerson(name) : `#${name}`,
    person: 'ada',
    text: inOneLine(lines.replace(/^ *\d\d:\d\d \w+ /gm, '')),
  }));

/** Direct messages are named after both, and shown to one of them under the name of the other. */
const otherPerson = (channel: string) => people.find(({ key }) => channel === `ada-${key}`)!.name;
