import { StoredContent } from '../../shared/content/content.ts';
import type { SandboxResponse } from '../../shared/server.ts';
import { type Call, checkMatch, jsonBody, theItem } from '../call.ts';
import { BoxError, jsonAnswer } from '../errors.ts';
import type { BoxNode } from '../files/node.ts';
import { fullItem, withFields } from '../files/resource.ts';
import { parentId } from './items.ts';
import { parseForm } from './multipart-form.ts';
import { timeOf } from './times.ts';

interface Attributes {
  name?: string;
  parent?: { id?: string };
  size?: number;
  content_modified_at?: string;
}

export const filesAnswer = ({ account, req }: Call, node: BoxNode): SandboxResponse =>
  jsonAnswer({ total_count: 1, entries: [withFields(fullItem(account, node), req.query.get('fields'))] }, 201);

/** Uploads a new file or, with an id in the path, a new version of one. */
export async function uploadFile(call: Call): Promise<SandboxResponse> {
  const { req, account, params } = call;
  const parts = parseForm(req.headers['content-type'], await req.body());
  if (parts[0]?.name !== 'attributes') throw new BoxError('metadata_after_file_contents');
  const attributes = attributesOf(parts[0].body);
  // The file is the part after the attributes, whatever its name.
  const file = parts[1];
  if (!file) throw new BoxError('bad_request', 'The form has no file');
  const content = new StoredContent(file.body);
  const digest = req.headers['content-md5'];
  if (digest !== undefined && digest !== content.hash('sha1')) throw new BoxError('bad_digest');
  const contentModified = timeOf(attributes.content_modified_at);
  if (params.id !== undefined) {
    const node = theItem(call);
    checkMatch(call, node);
    account.write(node, content, contentModified);
    return filesAnswer(call, node);
  }
  const parent = account.folder(parentId(attributes.parent));
  const given = { type: 'file', name: attributes.name ?? '', parent, content, contentModified } as const;
  return filesAnswer(call, account.add(given, 'ITEM_UPLOAD'));
}

/** Checks whether an upload would be accepted. */
export async function preflight(call: Call): Promise<SandboxResponse> {
  const { name, parent, size = 0 } = await jsonBody<Attributes>(call);
  call.account.refuseUpload(parentId(parent), name, size);
  return jsonAnswer({ upload_url: `${call.uploadUrl}/2.0/files/content`, upload_token: null });
}

function attributesOf(body: Buffer): Attributes {
  try {
    return JSON.parse(body.toString()) as Attributes;
  } catch {
    throw new BoxError('bad_request', 'The attributes are not JSON');
  }
}
