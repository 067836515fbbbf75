import type { ReceiveWebhook } from '../kit/app.ts';

/** A message names the channel that we opened and carries its token. The first one only confirms the channel. */
export const webhook: ReceiveWebhook = ({ headers }) => ({
  kind: 'watches',
  watches: [{ name: headers['x-goog-channel-id'] ?? '', secret: headers['x-goog-channel-token'] ?? '' }],
  isGreeting: headers['x-goog-resource-state'] === 'sync',
});
