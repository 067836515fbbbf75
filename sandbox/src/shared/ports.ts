import type { ServerAddress } from './listen.ts';

/** The address of a sandbox that serves more than the process that started it. */
export interface SandboxAddress {
  host: string;
  /** The first of its ports. */
  port: number;
  name: string;
  publicName: string;
}

/**
 * The ports of a sandbox’s servers: with an address (as JSON) consecutive ones, the first for the index; without, any
 * free ports of this machine, and no index.
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
