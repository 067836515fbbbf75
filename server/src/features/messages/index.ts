export { channelsOf, keepChannels, type ReadChannel, readChannelsAnew, saveChannel } from './channels.ts';
export { pageOfMessages } from './page-of-messages.ts';
export { picturesOf } from './pictures.ts';
export { attachmentOf, channelDocument, threadOf } from './remote-ids.ts';
export { renderThread } from './render-thread.ts';
export { safeHtml } from './safe-html.ts';
export {
  deleteGone,
  deleteMessageBatch,
  dropMessages,
  knownMessages,
  longestId,
  markMessages,
  settleChannel,
  storedMessages,
  storeMessages,
} from './store-messages.ts';
export { threadItems, threadsNotGone } from './thread-items.ts';
