import type { Route } from './call.ts';

const READ = 'files.content.read';
export const WRITE = 'files.content.write';
export const METADATA = 'files.metadata.read';
export const ACCOUNT = 'account_info.read';

export const rpc = (scope: string | null, fields: Route['fields'], run: Route['run']): Route => ({
  host: 'api',
  style: 'rpc',
  scope,
  fields,
  run,
});
export const content = (style: 'upload' | 'download', fields: Route['fields'], run: Route['run']): Route => ({
  host: 'content',
  style,
  scope: style === 'upload' ? WRITE : READ,
  fields,
  run,
});

export const writing = (tag: string | null, route: Route): Route => ({ ...route, writes: tag });
