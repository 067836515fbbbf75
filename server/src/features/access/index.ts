export {
  countSeen,
  type HiddenAccounts,
  isNotHidden,
  isSeen,
  nothingHidden,
  principals,
  seenInOrder,
  sees,
  seesNow,
} from './seen-by.ts';
