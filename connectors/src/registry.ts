import type { Connector } from './kit/connector.ts';

/** Every source there is. */
export const connectors: readonly Connector[] = [];
