import { contract } from '@sheaf/contract';
import { answer, done } from '../../http/route.ts';
import { findDocuments } from './find.ts';
import { deleteSearch, deleteSearches, searchHistory } from './history.ts';
import { changeSavedSearch, deleteSavedSearch, savedSearches, saveSearch } from './saved-searches.ts';
import { suggest } from './suggest.ts';

const { search } = contract;

export const searchRoutes = [
  answer(search.find, ({ viewer, query }, services) => findDocuments(services, viewer, query)),
  answer(search.suggest, ({ viewer, query }, services) => suggest(services, viewer, query)),
  answer(search.history, ({ viewer }, services) => searchHistory(services, viewer)),
  answer(search.deleteFromHistory, ({ viewer, params }, services) =>
    deleteSearch(services, viewer, params.id).then(done),
  ),
  answer(search.deleteHistory, ({ viewer }, services) => deleteSearches(services, viewer).then(done)),
  answer(search.saved, ({ viewer }, services) => savedSearches(services, viewer)),
  answer(search.save, ({ viewer, body }, services) => saveSearch(services, viewer, body)),
  answer(search.changeSaved, ({ viewer, params, body }, services) =>
    changeSavedSearch(services, viewer, params.id, body),
  ),
  answer(search.deleteSaved, ({ viewer, params }, services) =>
    deleteSavedSearch(services, viewer, params.id).then(done),
  ),
];
