/**
 * What the app and the page that shows files say to each other. That page has an origin of its own that nothing belongs
 * to, so whatever a file manages to run there reaches neither the session nor the app. The app believes none of it:
 * every message is read here, and only a known shape is acted on.
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
  'drawing',
] as const;
export type ViewerKind = (typeof viewerKinds)[number];

export type Scheme = 'light' | 'dark';

/** The file to show, once. */
export interface ShowMessage {
  type: 'show';
  kind: ViewerKind;
  name: string;
  bytes: ArrayBuffer;
  scheme: Scheme;
  /** Whether images may come from elsewhere. The policy of the page decides; this keeps it from asking in vain. */
  images: boolean;
  /** Only the beginning of the file is here. */
  cut: boolean;
}

export type ToViewer =
  | ShowMessage
  | { type: 'scheme'; scheme: Scheme }
  | { type: 'data'; name: string; bytes: ArrayBuffer | null };

export type FromViewer =
  | { type: 'ready' }
  /** Sent every second: a page that is silent for long hangs. */
  | { type: 'alive' }
  | { type: 'shown' }
  | { type: 'failed'; message: string }
  | { type: 'height'; height: number }
  /** There are images from elsewhere, and they were left out. */
  | { type: 'images-blocked' }
  | { type: 'link'; href: string }
  /** A key the page has no use for. */
  | { type: 'key'; key: PassedKey }
  /** Asks for a file of the PDF library, such as a font. */
  | { type: 'data'; name: string };

export const passedKeys = ['ArrowLeft', 'ArrowRight', 'Escape'] as const;
export type PassedKey = (typeof passedKeys)[number];

const MESSAGE_MAX = 400;
const ADDRESS_MAX = 4096;

/** A message of the viewer page, or null for anything else. */
export function readMessage(data: unknown): FromViewer | null {
  if (typeof data !== 'object' || data === null || !('type' in data)) return null;
  const { type, ...rest } = data as { type: unknown } & Record<string, unknown>;
  const string = (key: string, max: number) => (typeof rest[key] === 'string' ? rest[key].slice(0, max) : null);
  switch (type) {
    case 'ready':
    case 'alive':
    case 'shown':
    case 'images-blocked':
      return { type };
    case 'failed': {
      const message = string('message', MESSAGE_MAX);
      return message ? { type, message } : null;
    }
    case 'height': {
      const { height } = rest;
      return typeof height === 'number' && height >= 0 && Number.isFinite(height) ? { type, height } : null;
    }
    case 'link': {
      const href = webAddress(string('href', ADDRESS_MAX));
      return href ? { type, href } : null;
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

/** The address, if it is one that may be opened in a tab of its own. */
export function webAddress(text: string | null): string | null {
  if (!text || !URL.canParse(text)) return null;
  const url = new URL(text);
  return /^(https?|mailto):$/.test(url.protocol) ? url.href : null;
}
