import { ConnectorError } from '../kit/errors.ts';
import type { RemoteId } from '../kit/session.ts';
import { type BoxType, ROOT, remoteId } from './adapt.ts';
import type { Gateway } from './gateway.ts';
import { BoxRefusal } from './refusals.ts';

/** The item that an event is about: in its state at that time, which may differ from now. */
interface Source {
  type?: string;
  id?: string;
  /** Some events describe their item in this shape instead. */
  item_type?: string;
  item_id?: string;
  parent?: { id?: string } | null;
}

interface BoxEvent {
  event_id: string;
  event_type: string;
  source?: Source | null;
}

/** An item that something happened to. */
export interface Touched {
  id: RemoteId;
  /** The folder that contained the item at the time. */
  folder: string;
  events: Set<string>;
}

export interface EventsPage {
  events: BoxEvent[];
  next: string;
}

const MAX_EVENTS = '500';
const types: ReadonlySet<string> = new Set<BoxType>(['file', 'folder', 'web_link']);

/** The position of the end of the feed: only later events follow it. */
export const positionNow = async (gateway: Gateway) => (await eventsAfter(gateway, 'now')).next;

export async function eventsAfter(gateway: Gateway, position: string, signal?: AbortSignal): Promise<EventsPage> {
  const query = { stream_type: 'changes', limit: MAX_EVENTS, stream_position: position };
  const text = await gateway.text('events', { query, ...(signal && { signal }) }).catch((error: unknown) => {
    if (error instanceof BoxRefusal && error.status === 400)
      throw new ConnectorError('cursor_expired', 'Box no longer knows this place in its events', { cause: error });
    throw error;
  });
  // The number may exceed JavaScript’s integers, so it is read from the text.
  const next = /"next_stream_position"\s*:\s*"?(\d+)/.exec(text)?.[1];
  const events = entriesOf(text);
  if (next === undefined || events === null) throw new ConnectorError('unavailable', 'Box answers without events');
  return { events, next };
}

function entriesOf(text: string): BoxEvent[] | null {
  try {
    const { entries } = JSON.parse(text) as { entries?: BoxEvent[] };
    return entries ?? null;
  } catch {
    return null;
  }
}

/** The items that the events of a page are about, each once. Events about comments, tasks and the like are left out. */
export function touchedBy(events: readonly BoxEvent[]): Touched[] {
  const touched = new Map<RemoteId, Touched>();
  for (const { event_type, source } of events) {
    const type = source?.type ?? source?.item_type ?? '';
    const number = source?.id ?? source?.item_id ?? '';
    if (!types.has(type) || !/^\d+$/.test(number) || number === ROOT) continue;
    const id = remoteId(type as BoxType, number);
    const known = touched.get(id) ?? { id, folder: ROOT, events: new Set() };
    known.folder = source?.parent?.id ?? ROOT;
    known.events.add(event_type);
    touched.set(id, known);
  }
  return [...touched.values()];
}
