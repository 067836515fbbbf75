import { expect, it } from 'vitest';
import { folderSearch, isNamedPlace, locationNames, locationSearch, placeOf, shortLocation } from './places.ts';

const account = { id: 'a1', name: 'ada@example.com', display_name: null };
const dropbox = { own: true, account, source: { slug: 'dropbox', name: 'Dropbox' } };
const uploads = { own: true, account, source: { slug: 'uploads', name: 'My files' } };
const folder = { id: 'f1', name: 'Plans' };

it('places own documents in their account or My files, and others in Shared with me', () => {
  expect(placeOf(dropbox)).toBe('a1');
  expect(placeOf(uploads)).toBe('my-files');
  expect(placeOf({ ...dropbox, own: false })).toBe('shared');
  expect(isNamedPlace('shared')).toBe(true);
  expect(isNamedPlace('toString')).toBe(false);
});

it('leads to the folder, or to the top level', () => {
  expect(folderSearch({ ...dropbox, id: 'f1' })).toEqual({ place: 'a1', in: 'f1' });
  expect(locationSearch({ ...dropbox, parent_id: 'f1' })).toEqual({ place: 'a1', in: 'f1' });
  expect(locationSearch({ ...uploads, parent_id: null })).toEqual({ place: 'my-files' });
});

it('names the location, shortening long ones in the middle', () => {
  expect(locationNames({ ...dropbox, location: [folder] })).toEqual(['Dropbox', 'Plans']);
  expect(locationNames({ ...dropbox, own: false, location: [] })).toEqual(['Shared with me']);
  expect(shortLocation(['Dropbox', 'Work', 'Plans'])).toBe('Dropbox › Work › Plans');
  expect(shortLocation(['Dropbox', 'Work', 'Clients', 'Plans'])).toBe('Dropbox › … › Plans');
});
