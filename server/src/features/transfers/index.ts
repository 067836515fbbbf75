export { transferNews } from './news.ts';
export { reportByPath } from './report.ts';
export { runTransfer } from './run.ts';
export { repeatTransfers } from './schedule.ts';
export { transferRoutes } from './transfers.routes.ts';
