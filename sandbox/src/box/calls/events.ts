import type { SandboxResponse } from '../../shared/server.ts';
import { type Call, integer } from '../call.ts';
import { BoxError } from '../errors.ts';
import { boxTime } from '../files/resource.ts';

const MAX_EVENTS = 500;
const USUAL_EVENTS = 100;
const streams = ['all', 'changes', 'sync'];

/** Positions are numbers in the answer, larger than JavaScript’s integers. */
export function listEvents({ req, account, maxPerPage }: Call): SandboxResponse {
  const stream = req.query.get('stream_type') ?? 'all';
  if (!streams.includes(stream)) throw new BoxError('bad_request', `There is no stream ${stream}`);
  const limit = Math.min(integer(req.query.get('limit'), USUAL_EVENTS, MAX_EVENTS), maxPerPage);
  const position = req.query.get('stream_position') ?? '0';
  const page = position === 'now' ? { events: [], next: account.events.end } : account.events.after(position, limit);
  if (page === null || req.fault?.kind === 'expire-cursor')
    throw new BoxError('bad_request', 'Invalid value for parameter stream_position');
  const entries = page.events.map(({ id, type, time, source }) => ({
    type: 'event',
    event_id: id,
    created_by: { type: 'user', ...account.user },
    created_at: boxTime(time),
    recorded_at: boxTime(time),
    event_type: type,
    session_id: null,
    source,
  }));
  const text = JSON.stringify({ chunk_size: entries.length, entries });
  const next = account.oddities.positionsAsText ? `"${page.next}"` : page.next;
  const body = `{"next_stream_position":${next},${text.slice(1)}`;
  return { status: 200, headers: { 'content-type': 'application/json' }, body };
}
