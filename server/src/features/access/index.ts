export { principalsNow, principalsOf, seesAs, seesNow } from './now.ts';
export { deleteSharedAccess, lockAccountsOf, refreshAccessOf, touchViewsOf } from './refresh.ts';
export {
  countSeen,
  isNotHidden,
  isSeen,
  nothingHidden,
  principals,
  seenInOrder,
  sees,
} from './seen-by.ts';
export { joinSight, type Sight, type SightRow, sightColumns, sightNames, sightOf } from './sight.ts';
