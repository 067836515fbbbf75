import type { ClusterProcess, Role } from './cluster-process.ts';
import type { Cluster } from './start-cluster.ts';

/** The processes that are not being disturbed. */
export const freeProcesses = ({ processes }: Cluster, role: Role): ClusterProcess[] =>
  processes.filter((one) => one.role === role && !one.isDisturbed);

/** Workers that may be disturbed. One is always left alone, to finish what others started. */
export function freeWorkers(cluster: Cluster): ClusterProcess[] {
  const free = freeProcesses(cluster, 'worker');
  return free.length > 1 ? free : [];
}
