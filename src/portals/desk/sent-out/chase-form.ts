// The form that records a chase of many requests, and what it says when it is done.
import type { Chase, ManyChased } from '../../../features/supplier-batches/chase-actions.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { typed, typedAll } from '../../shared/form-fields.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';

/** As it was sent and refused. */
export interface RefusedChase {
  readonly typed: Chase;
  readonly errors: FieldMessages;
}

export function typedChase(request: FormRequest): Chase {
  const all = typed(request, 'shown').split(' ');
  const chosen = typed(request, 'which') === 'all' ? all : typedAll(request, 'requests');
  return {
    requestIds: chosen.filter(isUuid),
    expectedOn: typed(request, 'expected_on'),
    words: typed(request, 'words').replaceAll('\r\n', '\n'),
    isMailed: typed(request, 'mails') === '1',
  };
}

/** For the address to which the form leads. */
export function chasedParameters({ chased, mails, unmailed }: ManyChased, { requestIds }: Chase): [string, string][] {
  return [
    ['chased', String(chased)],
    ['of', String(new Set(requestIds).size)],
    ...(mails > 0 ? ([['mails', String(mails)]] as [string, string][]) : []),
    ...(unmailed > 0 ? ([['unmailed', String(unmailed)]] as [string, string][]) : []),
  ];
}

const countIn = (value: unknown) => (/^\d{1,4}$/.test(String(value ?? '')) ? Number(value) : undefined);

/** Undefined if nothing is to be said. */
export function chasedText(query: Readonly<Record<string, unknown>>): string | undefined {
  const [chased, of, mails, unmailed] = [query.chased, query.of, query.mails, query.unmailed].map(countIn);
  if (chased === undefined || of === undefined) return undefined;
  return [
    chased === 1 ? 'One chase is recorded.' : `${chased} chases are recorded.`,
    ...(chased === of ? [] : ['The others were answered, ended or chased meanwhile, or nobody may work on them.']),
    ...(mails === undefined ? [] : [mails === 1 ? 'One supplier gets a mail.' : `${mails} suppliers get a mail each.`]),
    ...(unmailed === undefined
      ? []
      : [
          `${unmailed === 1 ? 'One supplier takes' : `${unmailed} suppliers take`} no mails: chase there as you agreed.`,
        ]),
  ].join(' ');
}
