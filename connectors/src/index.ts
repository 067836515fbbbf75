export type * from './kit/connector.ts';
export { ConnectorError, type ConnectorErrorCode, connectorErrorCodes } from './kit/errors.ts';
export type * from './kit/hashes.ts';
export type * from './kit/http.ts';
export type * from './kit/names.ts';
export type * from './kit/session.ts';
