import { MadeContent } from '../content/content.ts';
import { type FileTypeName, fileTypes } from '../content/file-types.ts';
import type { Person } from '../people.ts';
import { addresses, type Conversation, type Note } from './conversation.ts';
import type { Written } from './letter.ts';
import { conversations } from './letters/index.ts';

const FIRST_DAY = Date.UTC(2026, 0, 5);
const DAY = 86_400_000;

export interface StudioMail {
  conversation: Conversation;
  note: Note;
  at: number;
  /** Whether the person wrote it. */
  isMine: boolean;
  write(): Written;
}

/** The mail of the studio’s conversations that a person wrote or received, oldest first. */
export function studioMail({ key }: Person): StudioMail[] {
  const takesPart = ({ from, to, cc = [], isDraft }: Note) =>
    from === key || (!isDraft && [...to, ...cc].some((one) => one === key));
  return conversations
    .flatMap((conversation, number) =>
      conversation.notes.map((note, index) => ({
        conversation,
        note,
        at: timeOf(note),
        isMine: note.from === key,
        write: () => written(conversation, note, number, index),
      })),
    )
    .filter(({ note }) => takesPart(note))
    .sort((a, b) => a.at - b.at);
}

const timeOf = ({ day, hour }: Note) => FIRST_DAY + day * DAY + Math.round(hour * 3_600_000);

function written({ subject, notes }: Conversation, note: Note, number: number, index: number): Written {
  const idOf = (at: number) => `studio-${number}-${at}@example.com`;
  const files = (note.files ?? []).map(({ name, contentId }) => {
    const extension = name.slice(name.lastIndexOf('.') + 1) as FileTypeName;
    const { mimeType, make } = fileTypes[extension];
    return { name, mimeType, content: new MadeContent(() => make(`mail/${name}`)), ...(contentId && { contentId }) };
  });
  return {
    from: addresses[note.from],
    to: note.to.map((one) => addresses[one]),
    cc: (note.cc ?? []).map((one) => addresses[one]),
    subject: index === 0 ? subject : `Re: ${subject}`,
    at: timeOf(note),
    text: note.text,
    ...(note.html !== undefined && { html: note.html }),
    files,
    messageId: idOf(index),
    references: notes.slice(0, index).map((_, before) => idOf(before)),
  };
}
