import type { MessagePicture, PassagePlace } from '@sheaf/contract';

/**
 * The messages between the app and the page that shows files. That page has an opaque origin, so a script in a file
 * reaches neither the session nor the app. The app does not trust it: every message is parsed here, and unknown ones
 * are ignored.
 */
export const viewerPath = '/viewer.html';

export const viewerKinds = [
  'pdf',
  'word',
  'sheet',
  'csv',
  'slides',
  'open-text',
  'rtf',
  'markdown',
  'code',
  'mail',
  'html',
  'conversation',
  'drawing',
] as const;
export type ViewerKind = (typeof viewerKinds)[number];

export type Scheme = 'light' | 'dark';

/** A passage to scroll to and mark. */
export interface Mark {
  quote: string;
  /** Only these are marked, inside the quote if it is found; empty: the quote itself. */
  words: readonly string[];
  /** The expected place, such as a page. */
  place: PassagePlace | null;
}

/** The file to show, once. */
export interface ShowMessage {
  type: 'show';
  kind: ViewerKind;
  name: string;
  bytes: ArrayBuffer;
  scheme: Scheme;
  /**
   * Whether remote images are allowed. The page's security policy enforces it; this avoids requests that it would
   * block.
   */
  images: boolean;
  /** Whether only the beginning of the file is here. */
  cut: boolean;
  mark: Mark | null;
}

export type ToViewer =
  | ShowMessage
  | { type: 'scheme'; scheme: Scheme }
  | { type: 'data'; name: string; bytes: ArrayBuffer | null }
  /** The next page of a conversation. */
  | { type: 'append'; bytes: ArrayBuffer }
  /** The pictures inside a message of a conversation. */
  | { type: 'pictures'; message: string; pictures: readonly MessagePicture[] };

export type FromViewer =
  | { type: 'ready' }
  /** Sent every second: when it stops, the page is frozen. */
  | { type: 'alive' }
  | { type: 'shown' }
  | { type: 'failed'; message: string }
  /** Remote images were removed. */
  | { type: 'images-blocked' }
  | { type: 'link'; href: string }
  /** Only of a conversation: an attachment to show or download, and a request for more messages. */
  | { type: 'open'; id: string }
  | { type: 'download'; id: string }
  | { type: 'more' }
  /** The pictures inside a message. */
  | { type: 'pictures'; message: string }
  /** A key the page does not handle itself. */
  | { type: 'key'; key: PassedKey }
  /** Requests a file of the PDF library, such as a font. */
  | { type: 'data'; name: string };

export const passedKeys = ['ArrowLeft', 'ArrowRight', 'Escape'] as const;
export type PassedKey = (typeof passedKeys)[number];

const MESSAGE_MAX = 400;
const ADDRESS_MAX = 4096;

/** Parses a message of the viewer page; null for anything else. */
export function readMessage(data: unknown): FromViewer | null {
  if (typeof data !== 'object' || data === null || !('type' in data)) return null;
  const { type, ...rest } = data as { type: unknown } & Record<string, unknown>;
  const string = (key: string, max: number) => (typeof rest[key] === 'string' ? rest[key].slice(0, max) : null);
  switch (type) {
    case 'ready':
    case 'alive':
    case 'shown':
    case 'images-blocked':
    case 'more':
      return { type };
    case 'failed': {
      const message = string('message', MESSAGE_MAX);
      return message ? { type, message } : null;
    }
    case 'link': {
      const href = webAddress(string('href', ADDRESS_MAX));
      return href ? { type, href } : null;
    }
    case 'open':
    case 'download': {
      const id = idIn(rest.id);
      return id ? { type, id } : null;
    }
    case 'pictures': {
      const message = idIn(rest.message);
      return message ? { type, message } : null;
    }
    case 'key': {
      const key = passedKeys.find((known) => known === rest.key);
      return key ? { type, key } : null;
    }
    case 'data': {
      const name = string('name', 100);
      return name && /^[\w-]+\.(bcmap|pfb|ttf|wasm|icc)$/.test(name) ? { type, name } : null;
    }
    default:
      return null;
  }
}

const idIn = (value: unknown): string | null =>
  typeof value === 'string' && /^[\da-f-]{36}$/.test(value) ? value : null;

/** Returns the address if it may be opened in a new tab. */
export function webAddress(text: string | null): string | null {
  if (!text || !URL.canParse(text)) return null;
  const url = new URL(text);
  return /^(https?|mailto):$/.test(url.protocol) ? url.href : null;
}
