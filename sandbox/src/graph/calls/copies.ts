import { randomUUID } from 'node:crypto';
import type { SandboxRequest, SandboxResponse } from '../../shared/server.ts';
import { CONFLICT, conflictBehavior, type DriveCall, jsonBody, mustWrite, theItem } from '../call.ts';
import { GraphError, jsonAnswer } from '../errors.ts';
import type { Drive } from '../files/drive.ts';
import type { GraphNode } from '../files/graph-node.ts';
import { checkName } from '../files/names.ts';

interface Job {
  /** The number of status requests: the copy is reported as done at the second at the earliest. */
  asked: number;
  run(): GraphNode;
  result: { resourceId: string } | { error: GraphError } | null;
}

interface CopyBody {
  name?: unknown;
  parentReference?: { driveId?: string; id?: string };
}

/** Copies are made in the background; an address without a token reports their progress. */
export class Copies {
  readonly #jobs = new Map<string, Job>();

  async begin(call: DriveCall): Promise<SandboxResponse> {
    const { world, grant, drive, req } = call;
    const node = theItem(call);
    const { name = node.name, parentReference } = await jsonBody<CopyBody>(call);
    const to = parentReference?.driveId === undefined ? drive : world.drive(grant, parentReference.driveId);
    mustWrite({ ...call, drive: to });
    const parent = to.get(parentReference?.id ?? node.parent!);
    if (conflictBehavior(req.query.get(CONFLICT), 'fail') !== 'fail') throw new GraphError('notSupported');
    const run = () => copyTree(drive, node, to, parent, checkName(name));
    const id = randomUUID();
    const job: Job = { asked: 0, run, result: null };
    this.#jobs.set(id, job);
    // The copy is made even if its status is never requested.
    setImmediate(() => {
      job.result ??= outcome(job);
    });
    return { status: 202, headers: { location: `${world.origin}/monitor/${id}` } };
  }

  state(req: SandboxRequest, id: string): SandboxResponse {
    if (req.headers.authorization !== undefined) throw new GraphError('unauthenticated');
    const job = this.#jobs.get(id);
    if (!job) throw new GraphError('itemNotFound');
    if (job.asked++ === 0) return jsonAnswer({ status: 'inProgress', percentageComplete: 40 }, 202);
    job.result ??= outcome(job);
    if ('resourceId' in job.result)
      return jsonAnswer({ status: 'completed', percentageComplete: 100, resourceId: job.result.resourceId });
    const { code, message } = job.result.error;
    return jsonAnswer({ status: 'failed', error: { code, message } });
  }
}

function outcome(job: Job): NonNullable<Job['result']> {
  try {
    return { resourceId: job.run().id };
  } catch (error) {
    if (error instanceof GraphError) return { error };
    throw error;
  }
}

function copyTree(from: Drive, node: GraphNode, to: Drive, parent: GraphNode, name: string): GraphNode {
  const children = [...from.childrenOf(node.id)];
  const { kind, mimeType, content, clientModified } = node;
  const made = to.add({ name, kind, mimeType, content, clientModified, parent: parent.id });
  for (const child of children) copyTree(from, child, to, made, child.name);
  return made;
}
