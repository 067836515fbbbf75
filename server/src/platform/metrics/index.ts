export { type AppResult, type Counters, createCounters, noCounters } from './counters.ts';
export { createMetrics } from './registry.ts';
