// Asks the public data API of Companies House.
import type { Static, TSchema } from 'typebox';
import type { ProviderTools } from '../../features/provider-requests/provider.ts';
import { readAnswer } from '../shared/json-reply.ts';

export interface CompaniesHouseOptions {
  /** Without a trailing slash. */
  readonly url: string;
  readonly key: string;
}

export function companiesHouseClient({ url, key }: CompaniesHouseOptions, { send }: ProviderTools) {
  const headers = { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`, accept: 'application/json' };
  return async <T extends TSchema>(path: string, schema: T): Promise<Static<T>> =>
    readAnswer(await send({ method: 'GET', url: `${url}${path}`, headers }), schema);
}

export type CompaniesHouseClient = ReturnType<typeof companiesHouseClient>;
