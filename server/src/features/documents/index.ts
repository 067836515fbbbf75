export { deleteDocumentBatch, hasFewDocuments } from './delete-batch.ts';
export { documentsByIds, oneDocument } from './details.ts';
export { pictured } from './document.present.ts';
export { documentRoutes } from './documents.routes.ts';
export {
  guestsOwnNothing,
  lockAccount,
  mayWrite,
  mustStayInside,
  type WrittenAccount,
} from './editing.ts';
export {
  arrangeInAccount,
  confirmInAccount,
  fetchAgain,
  findKnown,
  findTwins,
  insertProvisional,
  isProvisional,
  isProvisionalHere,
  type Known,
  moveInAccount,
  putBack,
  removeRefused,
} from './files/account-files.ts';
export {
  type Copy,
  findMoves,
  linkCopies,
  type Move,
  recordsetOfMoves,
  subtractMoved,
  takePlaces,
} from './files/copies.ts';
export { type Found, findByName, findPlace, freeName, makePlace, type NamingPlace, takenKeys } from './files/names.ts';
export {
  arrangeDocument,
  type FileBytes,
  insertFile,
  insertFolderRow,
  markDeleted,
  moveFiles,
  type Owner,
  type Place,
  renameFile,
  replaceFile,
  unmarkDeleted,
  unmarkDeletedInPlace,
} from './files/own-files.ts';
export { giveDocumentsTo, giveSomeDocuments } from './give-documents.ts';
export {
  deleteExpiredActivity,
  nameMove,
  nameMoves,
  note,
  noteAdded,
  noteCopied,
  noteMoved,
  noteUse,
  signActivity,
} from './history/activity.ts';
export { noteRecent } from './history/recent.ts';
export {
  clearRevisionsAround,
  recordContents,
  recordFailedContents,
  retryContents,
  wantContent,
} from './listing/contents.ts';
export {
  confirmSubtrees,
  deleteGone,
  deleteUnchanged,
  findBelow,
  findUnseen,
  keepGone,
  markGone,
  markGoneAt,
  markUnseen,
} from './listing/gone.ts';
export { countOutside, deleteOutside } from './listing/outside-choice.ts';
export { writeItems } from './listing/write-items.ts';
export { changesSince } from './lists/changes.ts';
export { pageOfDocuments } from './lists/list.ts';
export { nameRouteOf, type RouteServices } from './lists/name-route.ts';
export { hasInName, type NameRoute, shortestIndexed } from './lists/names.ts';
export { sourcesOf } from './lists/sources.ts';
export { documentConditions, type Filters, foldersBelow, isOfType, joined } from './lists/view.ts';
export { conditionsOf, outermostOf } from './lists/whole-list.ts';
export { mustOwn, mustSee, type Seen } from './seen.ts';
export {
  isInTrash,
  purgeAccount,
  purgeDeleted,
  purgeDocuments,
  wasDeletedByItself,
} from './trash/purge.ts';
