import { getRouteApi } from '@tanstack/react-router';
import { DocumentPage } from '../../documents/document-page.tsx';
import { EmptyPlace } from '../../documents/empty-place.tsx';
import { PlaceTitle, usePlace } from '../../documents/place-title.tsx';
import { useTabName } from '../../router/page-title.tsx';

const route = getRouteApi('/verified/main/directory');

export function Page() {
  const search = route.useSearch();
  useTabName(usePlace(search).name);
  return <DocumentPage label="Documents" search={search} place={title} empty={empty} />;
}

// Both read the address themselves: as changing properties, they would make the list render at once.
const Heading = () => <PlaceTitle search={route.useSearch()} />;
const Empty = () => <EmptyPlace place={route.useSearch({ select: ({ place }) => place })} />;
const title = <Heading />;
const empty = <Empty />;
