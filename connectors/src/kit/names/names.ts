/** The rules for names at a source. */
export interface NameRules {
  /** Characters that are refused, as a RegExp source (flag u) for one character: `[/\\\\\\0]`. */
  forbidden: string;
  /** Complete names that are refused, in lower case. */
  reserved: readonly string[];
  /** Strings that are refused anywhere in a name; ASCII, in lower case. */
  within?: readonly string[];
  caseInsensitive: boolean;
  /** Refused at the end: spaces, dots. */
  trailing: string;
  /** Refused at the beginning. */
  leading: string;
  maxLength: { unit: 'characters' | 'bytes'; max: number };
}

/** Google Drive allows any name, even slashes. */
export const anything: NameRules = {
  // Matches no character; an empty pattern would match all.
  forbidden: '[]',
  reserved: [],
  caseInsensitive: false,
  trailing: '',
  leading: '',
  maxLength: { unit: 'bytes', max: 32_767 },
};

export const dropboxLike: NameRules = {
  forbidden: '[/\\\\\\x00\\x7F]',
  reserved: [
    '.',
    '..',
    'desktop.ini',
    'thumbs.db',
    '.ds_store',
    'icon\r',
    '.dropbox',
    '.dropbox.attr',
    '.dropbox.cache',
  ],
  caseInsensitive: true,
  trailing: ' ',
  leading: '',
  maxLength: { unit: 'characters', max: 255 },
};

const devices = ['con', 'prn', 'aux', 'nul', ...Array.from({ length: 10 }, (_, n) => [`com${n}`, `lpt${n}`]).flat()];

/** OneDrive and SharePoint. */
export const windowsLike: NameRules = {
  forbidden: '["*:<>?/\\\\|\\x00-\\x1F\\x7F]',
  reserved: [...devices, '.lock', 'desktop.ini'],
  within: ['_vti_'],
  caseInsensitive: true,
  trailing: ' .',
  leading: ' ~',
  maxLength: { unit: 'characters', max: 255 },
};

export const boxLike: NameRules = {
  forbidden: '[/\\\\\\p{Cc}\\p{Zl}\\p{Zp}]',
  reserved: ['.', '..'],
  caseInsensitive: true,
  trailing: ' ',
  leading: '',
  maxLength: { unit: 'characters', max: 255 },
};

/** File systems, and servers that store into one. */
export const posix: NameRules = {
  forbidden: '[/\\x00]',
  reserved: ['.', '..'],
  caseInsensitive: false,
  trailing: '',
  leading: '',
  maxLength: { unit: 'bytes', max: 255 },
};
