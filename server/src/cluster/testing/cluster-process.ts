import { launch, type RunningProgram, ready } from '../../testing/processes/program.ts';
import { startTcpProxy, type TcpProxy } from '../../testing/servers/tcp-proxy.ts';
import type { ClusterDatabase } from './cluster-database.ts';

export type Role = 'api' | 'worker';

/** Starts in a row that may fail while the database is away; operators would start it again too. */
const maxStarts = 40;

/** How the queue names those who hold its jobs. A process tells the database no name but its own. */
const laneId = /pool-[0-9a-f]{18}/g;

/** A process of the program that is killed, stopped and cut off, and started again at the same address. */
export class ClusterProcess {
  readonly name: string;
  readonly role: Role;
  readonly #env: Record<string, string>;
  readonly #proxy: TcpProxy;
  readonly #lanes: Set<string>;
  #program: RunningProgram | undefined;
  #starting: RunningProgram | undefined;
  #hasEnded = false;
  /** Only one disturbance at a time: a second one has to choose another process. */
  isDisturbed = false;
  /** Unexpected exits, with the last output. */
  readonly deaths: string[] = [];

  private constructor(
    name: string,
    role: Role,
    env: Record<string, string>,
    line: { proxy: TcpProxy; lanes: Set<string> },
  ) {
    this.name = name;
    this.role = role;
    this.#env = env;
    this.#proxy = line.proxy;
    this.#lanes = line.lanes;
  }

  static async create(name: string, role: Role, env: Record<string, string>, database: ClusterDatabase) {
    const lanes = new Set<string>();
    const proxy = await startTcpProxy({ path: database.socket });
    proxy.watch(async (bytes) => {
      for (const [lane] of bytes.toString('latin1').matchAll(laneId)) lanes.add(lane);
      return 'pass';
    });
    const server = `127.0.0.1:${proxy.port}`;
    const DATABASE_URL = `postgres://${database.user}@${server}/${database.name}?application_name=${name}`;
    return new ClusterProcess(name, role, { ...env, SHEAF_ROLE: role, DATABASE_URL }, { proxy, lanes });
  }

  get url(): string {
    return this.#program!.url;
  }

  async start(): Promise<void> {
    for (let tries = 1; !this.#hasEnded; tries++) {
      const program = await launch(this.#env);
      this.#starting = program;
      try {
        await ready(program);
        this.#program = program;
        void program.ended.then((code) => {
          if (this.#program === program) this.deaths.push(`${this.name} ended with ${code}: ${program.output()}`);
        });
        return;
      } catch (error) {
        if (tries === maxStarts) throw error;
      }
    }
  }

  async kill(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    const program = this.#program;
    this.#program = undefined;
    if (!program) return;
    program.child.kill('SIGCONT');
    program.child.kill(signal);
    await program.ended;
  }

  freeze(): void {
    this.#program?.child.kill('SIGSTOP');
  }

  thaw(): void {
    this.#program?.child.kill('SIGCONT');
  }

  /** Whether a job that is locked by this name is one of this process. */
  isLane(name: string): boolean {
    return this.#lanes.has(name);
  }

  /** Breaks its connections to the database; unless it is let back in, it gets no new ones. */
  cutOff(): void {
    this.#proxy.close();
  }

  letIn(): void {
    this.#proxy.open();
  }

  output(): string {
    return this.#program?.output() ?? '';
  }

  /** Also works while it starts, so that a failing test leaves nothing running. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    await this.kill('SIGTERM');
    this.#starting?.child.kill('SIGKILL');
    await this.#starting?.ended;
    await this.#proxy.stop();
  }
}
