const GOOGLE = 'application/vnd.google-apps';
const OFFICE = 'application/vnd.openxmlformats-officedocument';

export const FOLDER = `${GOOGLE}.folder`;
export const SHORTCUT = `${GOOGLE}.shortcut`;
export const DOCUMENT = `${GOOGLE}.document`;
export const SPREADSHEET = `${GOOGLE}.spreadsheet`;
export const PRESENTATION = `${GOOGLE}.presentation`;
export const DRAWING = `${GOOGLE}.drawing`;
export const SCRIPT = `${GOOGLE}.script`;
export const FORM = `${GOOGLE}.form`;
export const SITE = `${GOOGLE}.site`;

export const isGoogleType = (mimeType: string) => mimeType.startsWith(`${GOOGLE}.`);

/** The export formats of each editor's files, as reported by `about`. */
export const exportFormats: Record<string, string[]> = {
  [DOCUMENT]: [
    `${OFFICE}.wordprocessingml.document`,
    'application/pdf',
    'text/plain',
    'text/markdown',
    'application/zip',
  ],
  [SPREADSHEET]: [`${OFFICE}.spreadsheetml.sheet`, 'application/pdf', 'text/csv'],
  [PRESENTATION]: [`${OFFICE}.presentationml.presentation`, 'application/pdf', 'text/plain'],
  [DRAWING]: ['image/svg+xml', 'image/png', 'image/jpeg', 'application/pdf'],
  [SCRIPT]: [`${GOOGLE}.script+json`],
};
