import { extensionOf } from '@sheaf/contract';

const formats: Record<string, string> = {
  docx: 'Word',
  xlsx: 'Excel',
  pptx: 'PowerPoint',
  pdf: 'PDF',
  png: 'an image',
  svg: 'an image',
  json: 'JSON',
  txt: 'text',
  html: 'HTML',
  zip: 'a ZIP archive',
};

/** The format an online document was converted to, by the extension of its new name. */
export function conversionText(before: string, after: string): string {
  const extension = extensionOf(after);
  if (!extension || (after === before && !formats[extension])) return 'Exported to a file.';
  return `Converted to ${formats[extension] ?? 'a file'} (.${extension}).`;
}
