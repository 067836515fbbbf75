import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** The official client, with the newest protocol. */
export async function connect(origin: string, headers: Record<string, string>): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit: { headers } }));
  return client;
}

interface Answer {
  isError?: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  structured: any; // oxlint-disable-line typescript/no-explicit-any -- the same
  text: string;
}

export async function callTool(
  origin: string,
  headers: Record<string, string>,
  name: string,
  args: Record<string, unknown>,
): Promise<Answer> {
  const client = await connect(origin, headers);
  const answer = await client.callTool({ name, arguments: args });
  await client.close();
  const [first] = answer.content as { text: string }[];
  return { isError: answer.isError, structured: answer.structuredContent, text: first!.text };
}
