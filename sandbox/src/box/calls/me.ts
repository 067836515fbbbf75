import type { SandboxResponse } from '../../shared/server.ts';
import type { Call } from '../call.ts';
import { jsonAnswer } from '../errors.ts';
import { boxTime } from '../files/resource.ts';

const MAX_FILE_BYTES = 5 * 1024 ** 3;
const FOUNDED = Date.UTC(2021, 4, 6);

/** The account and its quota. */
export function getMe({ account }: Call): SandboxResponse {
  const { id, name, login } = account.user;
  return jsonAnswer({
    type: 'user',
    id,
    name,
    login,
    created_at: boxTime(FOUNDED),
    modified_at: boxTime(FOUNDED),
    language: 'en',
    timezone: 'America/Los_Angeles',
    space_amount: account.space,
    space_used: account.used,
    max_upload_size: MAX_FILE_BYTES,
    status: 'active',
    job_title: '',
    phone: '',
    address: '',
    avatar_url: `https://app.box.com/api/avatar/large/${id}`,
    notification_email: null,
  });
}
