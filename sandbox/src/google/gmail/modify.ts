import type { gmail_v1 } from '@googleapis/gmail';
import type { SandboxResponse } from '../../shared/server.ts';
import { type Call, jsonBody } from '../call.ts';
import { GoogleError, jsonAnswer } from '../errors.ts';
import { messageResource } from './message-resource.ts';

export async function modifyMessage(call: Call): Promise<SandboxResponse> {
  const { addLabelIds, removeLabelIds } = await jsonBody<gmail_v1.Schema$ModifyMessageRequest>(call);
  const [add, remove] = [addLabelIds ?? [], removeLabelIds ?? []];
  for (const id of [...add, ...remove])
    if (!call.mailbox.label(id)) throw new GoogleError('invalidArgument', `Invalid label: ${id}`);
  return changed(call, { add, remove });
}

export const trashMessage = (call: Call): SandboxResponse => changed(call, { add: ['TRASH'], remove: ['INBOX'] });

export const untrashMessage = (call: Call): SandboxResponse => changed(call, { remove: ['TRASH'] });

export function deleteMessage({ mailbox, params }: Call): SandboxResponse {
  mailbox.remove(mailbox.get(params.id!));
  return { status: 204 };
}

export async function createLabel(call: Call): Promise<SandboxResponse> {
  const { name } = await jsonBody<gmail_v1.Schema$Label>(call);
  if (!name) throw new GoogleError('invalidArgument', 'Invalid label name');
  if ([...call.mailbox.labels].some((label) => label.name.toLowerCase() === name.toLowerCase()))
    throw new GoogleError('aborted', 'Label name exists or conflicts');
  return jsonAnswer(call.mailbox.addLabel(name));
}

function changed({ mailbox, params }: Call, change: { add?: string[]; remove?: string[] }): SandboxResponse {
  const mail = mailbox.get(params.id!);
  mailbox.modify(mail, change);
  const { id, threadId, labelIds } = messageResource(mail, 'minimal');
  return jsonAnswer({ id, threadId, labelIds });
}
