// Reads a provider's answer by its schema; an answer that does not fit is a fault.
import type { Static, TSchema } from 'typebox';
import type { ProviderReply } from '../../features/provider-requests/provider.ts';
import { ProviderFault } from '../../features/provider-requests/provider-fault.ts';
import { lazyLibrary } from '../../lib/lazy-library.ts';

const library = lazyLibrary<typeof import('typebox/value')>('typebox/value');

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ProviderFault('unreadable');
  }
}

/** What the schema does not name is ignored. Throws ProviderFault `unreadable`. */
export function readJson<T extends TSchema>({ text }: Pick<ProviderReply, 'text'>, schema: T): Static<T> {
  const value = parsed(text);
  if (!library().Check(schema, value)) throw new ProviderFault('unreadable');
  return value as Static<T>;
}

/** For a provider that knows only 200 as an answer. Throws ProviderFault `refused`. */
export function readAnswer<T extends TSchema>(reply: ProviderReply, schema: T): Static<T> {
  if (reply.status !== 200) throw new ProviderFault('refused');
  return readJson(reply, schema);
}
