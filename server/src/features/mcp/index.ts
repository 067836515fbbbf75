export { forgetMcpCalls } from './forget-calls.ts';
export { mountMcp } from './mcp-routes.ts';
