// Value sets in interface v1: the list of sets, and the values of each.
import { createHash } from 'node:crypto';
import { listValues, readValueSet } from '../../features/report-types/value-set-actions.ts';
import type { ValueSet } from '../../features/value-sets/value-set.ts';
import { valueSets } from '../../features/value-sets/value-sets.ts';
import { Refusal } from '../../lib/refusal.ts';
import { type Answer, ok } from '../shared/route.ts';
import { optional, type Static, Type, text } from '../shared/schemas.ts';
import { queryValue, type V1Route } from './route.ts';

const ValueSetReply = Type.Object(
  {
    id: text({ description: 'Identifier of the dataset.', examples: ['titles'] }),
    name: text({ description: 'Name of the dataset.', examples: ['Titles'] }),
    description: text({ description: 'Description of the dataset.', examples: ['Titles of a person.'] }),
  },
  { title: 'ValueSet', description: 'A dataset of allowable values.' },
);
const ValueSetList = Type.Array(ValueSetReply, { title: 'ValueSetList', description: 'The available datasets.' });

const ValueReply = Type.Object(
  {
    value: text({ description: 'The value in an order, in any case.', examples: ['Dr'] }),
    name: text({ description: 'The name for people.', examples: ['Dr'] }),
    description: text({ description: 'The meaning.', examples: ['The title Dr.'] }),
  },
  { title: 'Value', description: 'An allowable value.' },
);
const ValueList = Type.Array(ValueReply, { title: 'ValueList', description: 'All allowable values of a dataset.' });

const presentSet = ({ id, name, description }: ValueSet): Static<typeof ValueSetReply> => ({ id, name, description });

/**
 * Data that is the same for every account may be cached for an hour; data that depends on the key must be revalidated.
 */
function cached(answer: Answer, isPublic: boolean): Answer {
  const hash = createHash('sha256').update(JSON.stringify(answer.body)).digest('base64url').slice(0, 22);
  return {
    ...answer,
    headers: { etag: `"${hash}"`, 'cache-control': isPublic ? 'private, max-age=3600' : 'private, no-cache' },
  };
}

const locale = 'en-GB';

function refuseOtherLocales(asked: string | undefined): void {
  if (asked !== undefined && asked.toLowerCase() !== locale.toLowerCase()) {
    throw new Refusal('invalid_fields', { locale: [`must be ${locale}, the only one supported`] });
  }
}

const about = {
  permission: 'use_api',
  tag: 'Value sets',
  method: 'GET',
  ids: { id: 'word' },
  orElse: {
    status: 304,
    when: 'The client already has the values: its `If-None-Match` names the `ETag` of the answer.',
  },
} as const;

export const valueSetRoutes: readonly V1Route[] = [
  {
    ...about,
    url: '/metadata/valuesets',
    operationId: 'listValueSets',
    summary: 'List the value sets',
    answer: ValueSetList,
    handle: async () => cached(ok(valueSets.map(presentSet)), true),
  },
  {
    ...about,
    url: '/metadata/valuesets/:id',
    operationId: 'readValueSet',
    summary: 'Read a value set',
    answer: ValueSetReply,
    refusals: ['not_found'],
    handle: async ({ params }) => cached(ok(presentSet(readValueSet(params.id ?? ''))), true),
  },
  {
    ...about,
    url: '/metadata/valuesets/:id/values',
    operationId: 'listValues',
    summary: 'List the values of a value set',
    description:
      'The values of `dbsjobrole` are the live job roles of the account; all others are the same for every account.',
    query: Type.Object({ locale: optional(text({ description: `Only ${locale}.`, examples: [locale] })) }),
    answer: ValueList,
    refusals: ['not_found', 'invalid_fields'],
    async handle(call) {
      const set = readValueSet(call.params.id ?? '');
      refuseOtherLocales(queryValue(call, 'locale'));
      const { values, isPublic } = await listValues(call.ctx, call.caller.accountId, set.id);
      return cached(ok(values), isPublic);
    },
  },
];
