// What is done with many references of the list at once: what the form sends, and how it is said what was done and what was not.
import type { ManyReferences, ReferenceLeftBecause } from '../../../features/cases/bulk-reference-actions.ts';
import type { ReferenceListRow } from '../../../features/lists/reference-list-queries.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { typed, typedAll } from '../../shared/form-fields.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';

export const referenceHref = ({ report_id, id }: Pick<ReferenceListRow, 'report_id' | 'id'>): string =>
  `/desk/reports/${report_id}/references/${id}`;

const acts = ['remind', 'next', 'unable'] as const;

/** As the form was sent. */
export function typedMany(request: FormRequest) {
  const all = typed(request, 'which') === 'all';
  const chosen = all ? typed(request, 'shown').split(' ') : typedAll(request, 'references');
  return {
    act: acts.find((act) => act === typed(request, 'act')),
    ids: chosen.filter(isUuid),
    isOfFound: typed(request, 'which') === 'found',
    nextOn: typed(request, 'next_on'),
  };
}
export type TypedMany = ReturnType<typeof typedMany>;

/** As many as the address of the next page takes. */
const mostToClose = 50;

/** The reports of these references, to be closed on the next page. Refuses with `invalid_fields` (references) none and too many. */
export function reportsToClose(meant: readonly { readonly report_id: string }[]): readonly string[] {
  const reports = [...new Set(meant.map(({ report_id }) => report_id))];
  const refuse = (message: string) => new Refusal('invalid_fields', { references: [message] });
  if (reports.length === 0) throw refuse('Select the references first');
  if (reports.length > mostToClose)
    throw refuse(`These are ${reports.length} reports: close ${mostToClose} or fewer at once`);
  return reports;
}

/** What was done, or refused. */
export interface ShownMany {
  readonly typed: TypedMany;
  readonly errors?: FieldMessages | undefined;
  readonly result?: ManyReferences | undefined;
}

const becauseTexts: Readonly<Record<ReferenceLeftBecause, string>> = {
  state: 'It is not waited for any more',
  not_mailed: 'The referee is called, and not written to',
  today: 'They were written to today already',
  reminders_ended: 'They were reminded as often as the account lets anybody be: call them, or ask again on its page',
  restricted: 'The data of the candidate are restricted: they are only stored',
  gone: 'It is gone, or its candidate was erased',
};

const referencesText = (count: number) => (count === 1 ? 'One referee' : `${count} referees`);

function doneText({ act }: TypedMany, { done }: ManyReferences): string {
  if (done === 0) return act === 'remind' ? 'No referee gets a reminder.' : 'No reminder is moved.';
  if (act === 'remind') return `${referencesText(done)} ${done === 1 ? 'gets' : 'get'} a reminder now.`;
  return `The next reminder of ${referencesText(done).toLowerCase()} is moved.`;
}

/** The models of the notice and of the table below it. */
export function manyModel(shown: ShownMany | undefined, mayClose: boolean) {
  const { typed: sent, errors, result } = shown ?? {};
  return {
    mayClose,
    nextOn: result === undefined ? sent?.nextOn : '',
    chosen: result === undefined ? sent?.ids : [],
    errors,
    done: result && doneText(sent!, result),
    // What was done with none of them is no success.
    isDone: (result?.done ?? 0) > 0,
    left: {
      count: result?.left.length ?? 0,
      rows: (result?.left ?? []).map(({ row, because }) => ({
        ...{ order: orderNumber(row.order_id), label: 'reference', href: referenceHref(row) },
        ...{ account: row.account_name, why: becauseTexts[because] },
      })),
    },
  };
}
