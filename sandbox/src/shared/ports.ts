import type { ServerAddress } from './listen.ts';

/** How the sandbox is reached where it serves more than the process that started it. */
export interface SandboxAddress {
  host: string;
  /** The first of its ports. */
  port: number;
  name: string;
  publicName: string;
}

/**
 * The places of a sandbox's servers: with an address (as JSON) on consecutive ports, the first one for the index; without,
 * on any free ports of this machine, and there is no index.
 */
export function readPorts(json: string | undefined): {
  index: ServerAddress | null;
  next(ports: number): ServerAddress;
} {
  if (json === undefined) return { index: null, next: () => ({}) };
  const { port: first, ...where } = JSON.parse(json) as SandboxAddress;
  let port = first + 1;
  return {
    index: { ...where, port: first },
    next(ports) {
      const address = { ...where, port };
      port += ports;
      return address;
    },
  };
}
