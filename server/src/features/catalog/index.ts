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
} from './account-files.ts';
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
} from './activity.ts';
export { clearRevisionsAround, recordContents, recordFailedContents, retryContents, wantContent } from './contents.ts';
export {
  type Copy,
  findMoves,
  linkCopies,
  type Move,
  recordsetOfMoves,
  subtractMoved,
  takePlaces,
} from './copies.ts';
export { deleteDocumentBatch, hasFewDocuments } from './delete-batch.ts';
export {
  guestsOwnNothing,
  lockAccount,
  mayWrite,
  mustStayInside,
  sharedByItself,
  viewOnly,
  type WrittenAccount,
} from './editing.ts';
export { giveDocumentsTo, giveSomeDocuments } from './give-documents.ts';
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
export { type Found, findByName, findPlace, freeName, makePlace, type NamingPlace, takenKeys } from './names.ts';
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
} from './own-files.ts';
export { maxRecent, noteRecent } from './recent.ts';
export { mustOwn, mustSee, type Seen } from './seen.ts';
export { isInTrash, purgeAccount, purgeDeleted, purgeDocuments, trashedUntil, wasDeletedByItself } from './trash.ts';
