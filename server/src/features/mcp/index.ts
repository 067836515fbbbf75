export { deleteExpiredMcpCalls } from './delete-expired.ts';
export { mountMcp } from './mcp-routes.ts';
