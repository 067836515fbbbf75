export { deleteExpiredMcpCalls } from './calls.ts';
export { mountMcp } from './mcp-routes.ts';
