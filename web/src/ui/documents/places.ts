import { type Document, uploadsSource } from '@sheaf/contract';
import { accountTitle } from '../../lib/format/account-title.ts';

/** Places other than connected accounts, by their names in the address. */
export const placeNames = {
  'my-files': 'My files',
  shared: 'Shared with me',
  recent: 'Recent',
  starred: 'Starred',
  trash: 'Trash',
} as const;
type NamedPlace = keyof typeof placeNames;

export const isNamedPlace = (place: string | undefined): place is NamedPlace =>
  place !== undefined && Object.hasOwn(placeNames, place);

/** The part of an address that leads to a place, and to a folder in it. */
export interface PlaceSearch {
  place: string;
  in?: string;
}

/** The address, for links that open in a new tab. */
export const addressOf = (search: PlaceSearch & { preview?: string }): string =>
  `/directory?${new URLSearchParams({ ...search })}`;

type Placed = Pick<Document, 'own' | 'account' | 'source'>;

/** The place of a document as named in addresses. */
export const placeOf = ({ own, account, source }: Placed): string =>
  own ? (source.slug === uploadsSource ? 'my-files' : account.id) : 'shared';

export const folderSearch = (folder: Placed & { id: string }): PlaceSearch => ({
  place: placeOf(folder),
  in: folder.id,
});

/** Leads to the folder that contains the document, or to the top level of its place. */
export const locationSearch = (document: Placed & Pick<Document, 'parent_id'>): PlaceSearch => {
  const place = placeOf(document);
  return document.parent_id ? { place, in: document.parent_id } : { place };
};

/** The place of a document and the folders above it, outermost first. */
export const locationNames = (document: Placed & Pick<Document, 'location'>): string[] => [
  document.own ? accountTitle(document.account, document.source) : placeNames.shared,
  ...document.location.map(({ name }) => name),
];

/** The location, shortened to fit beside other columns: ‘Dropbox › … › Plans’. */
export function shortLocation(names: readonly string[]): string {
  const shown = names.length > 3 ? [names[0], '…', names.at(-1)] : names;
  return shown.join(' › ');
}
