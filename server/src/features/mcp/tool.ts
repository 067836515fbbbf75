import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { may, type Permission } from '@sheaf/contract';
import type { z } from 'zod';
import { AppError, tooSlow } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { noteCall } from './calls.ts';

export interface ToolContext {
  services: Services;
  viewer: Member;
}

interface Definition<Input extends z.ZodObject, Output extends z.ZodObject> {
  name: string;
  title: string;
  /** For the model: what the tool is good for, and what to do next. */
  description: string;
  permission: Permission;
  input: Input;
  output: Output;
  /** The document, folder or other thing the call is about, for the log. */
  subject?(input: z.output<Input>): string | undefined;
  /** `signal` aborts when no one is waiting for the answer any more. */
  run(context: ToolContext, input: z.output<Input>, signal: AbortSignal): Promise<z.input<Output>>;
  /** The result as text, unless it is simply its JSON. */
  text?(output: z.input<Output>): string;
}

export type RegisterTool = (server: McpServer, context: ToolContext) => void;

/** A tool that only reads. Every call is recorded before it is answered. */
export function tool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: Definition<Input, Output>,
): RegisterTool {
  const { name, title, description } = definition;
  const inputSchema: z.ZodObject = definition.input;
  const outputSchema: z.ZodObject = definition.output;
  const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
  return (server, context) => {
    server.registerTool(
      name,
      { title, description, inputSchema, outputSchema, annotations },
      async (given, { mcpReq }) => answer(definition, context, given as z.output<Input>, mcpReq.signal),
    );
  };
}

async function answer<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: Definition<Input, Output>,
  context: ToolContext,
  input: z.output<Input>,
  signal: AbortSignal,
): Promise<CallToolResult> {
  const { services } = context;
  try {
    await admitCall(context, definition.name, definition.permission, definition.subject?.(input));
    const found = await definition.run(context, input, signal);
    return {
      structuredContent: found,
      content: [{ type: 'text', text: definition.text?.(found) ?? JSON.stringify(found) }],
    };
  } catch (error) {
    return { isError: true, content: [{ type: 'text', text: messageOf(error, definition.name, services) }] };
  }
}

/** Checks the permission and records the call. */
export async function admitCall(
  { services, viewer }: ToolContext,
  name: string,
  permission: Permission,
  subjectId: string | undefined,
): Promise<void> {
  if (!may(viewer.membership.role, permission))
    throw new AppError('forbidden', 'Your role in this workspace doesn’t allow this.');
  await noteCall(services.db, viewer, name, subjectId);
}

/** Returns a message for the assistant. Internal errors are hidden: only messages written for people are sent. */
export function messageOf(error: unknown, tool: string, { log, redact }: Services): string {
  if (error instanceof AppError && (error.status < 500 || error.code === 'ai_failed')) return redact(error.message);
  log.error({ err: error, tool }, 'MCP tool failed');
  return tooSlow(error)?.message ?? 'Something went wrong on our side. Try again.';
}
