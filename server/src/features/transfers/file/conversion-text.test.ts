import { expect, it } from 'vitest';
import { conversionText } from './conversion-text.ts';

it('names the format by the extension of the new name', () => {
  expect(conversionText('Minutes', 'Minutes.docx')).toBe('Converted to Word (.docx).');
  expect(conversionText('Plan 1.2', 'Plan 1.2.xlsx')).toBe('Converted to Excel (.xlsx).');
  expect(conversionText('Macro 1', 'Macro 1.json')).toBe('Converted to JSON (.json).');
  expect(conversionText('Site', 'Site.epub')).toBe('Converted to a file (.epub).');
});

it('never takes the name itself for a format', () => {
  expect(conversionText('Macro 1', 'Macro 1')).toBe('Exported to a file.');
});
