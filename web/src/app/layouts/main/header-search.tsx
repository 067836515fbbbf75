import { useNavigate, useSearch } from '@tanstack/react-router';
import { changeSearch, type DocumentSearch } from '../../../features/documents/query/document-search.ts';
import { SearchBox } from '../../../features/search/box/search-box.tsx';
import type { PalettePlace } from '../../../features/search/palette/places.ts';
import { PaletteButton, usePalette } from '../../../features/search/palette/use-palette.tsx';
import { useListPage, useSearchScopes } from '../../documents/use-search-scopes.ts';

/**
 * The only search field. Where documents are listed, the list follows the typing; elsewhere, Enter leads to the
 * results.
 */
export function HeaderSearch({ places }: { places: readonly PalettePlace[] }) {
  const page = useListPage();
  const { search: q = '' } = useSearch({ strict: false }) as DocumentSearch;
  const scopes = useSearchScopes();
  const palette = usePalette(places);
  const navigate = useNavigate();
  const change = (changes: Partial<DocumentSearch>, replace: boolean) =>
    void navigate({
      to: '.',
      search: (current: DocumentSearch) => changeSearch(current, changes),
      state: ({ previews = 0 }) => (changes.preview ? { previews: previews + 1 } : {}),
      replace,
    });
  return (
    <>
      <SearchBox
        value={page ? q : ''}
        isLive={page !== undefined}
        scopes={scopes}
        paletteButton={<PaletteButton onOpen={palette.open} />}
        onChange={(text) => {
          if (!page) return text ? void navigate({ to: '/directory', search: { search: text } }) : undefined;
          // Further typing replaces the history entry, so Back leads to the page before the search.
          change({ search: text || undefined }, Boolean(q && text));
        }}
        onOpen={({ id, type }) => {
          if (type === 'folder') void navigate({ to: '/directory', search: { in: id } });
          else if (page) change({ preview: id }, false);
          else void navigate({ to: '/directory', search: { preview: id } });
        }}
      />
      {palette.dialog}
    </>
  );
}
