import type { ClusterProcess, Role } from './cluster-process.ts';
import type { Cluster } from './start-cluster.ts';

/** Those that nothing happens to at the moment. */
export const freeProcesses = ({ processes }: Cluster, role: Role): ClusterProcess[] =>
  processes.filter((one) => one.role === role && !one.isDisturbed);

/** Workers that something may happen to. One is always left alone, to bring to its end what others had begun. */
export function freeWorkers(cluster: Cluster): ClusterProcess[] {
  const free = freeProcesses(cluster, 'worker');
  return free.length > 1 ? free : [];
}
