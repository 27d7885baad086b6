// The trail of one user in plain words, in the words of the histories, the register and the security events; and as lines of a CSV file.
import { type EventName, eventTypes, isLookEvent, type LookEvent } from '../../../features/events/event-types.ts';
import { nameKey } from '../../../features/events/set-up-history-actions.ts';
import type { TrailEntry, TrailEvent } from '../../../features/lists/trail-actions.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { lookWords } from '../../../features/results/look-register-rules.ts';
import type { CsvColumns } from '../../../lib/csv.ts';
import { changeText, shownChanges } from '../../shared/account-history/account-history-words.ts';
import { readDetail } from '../../shared/amounts-in-history.ts';
import { ranByCommand } from '../../shared/command-runner.ts';
import { handOverNames, historyWords } from '../../shared/history-words.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import { actorOf, sentenceOf } from '../../shared/security-events/security-event-words.ts';

/** Of what no history of an order or an account shows. */
const otherWords: Readonly<Partial<Record<EventName, string>>> = {
  'check.started': 'Order begun',
  'check.form_code_sent': 'Code for the form sent',
  'check.form_signed_in': 'Signed in to the form',
  'attachment.discarded': 'File discarded',
  'attachment.assigned': 'File put to a report',
  'applicant.created': 'Candidate entered',
  'applicant.updated': 'Data of a candidate changed',
  'applicant.deleted': 'Candidate deleted',
  'applicant.erased': 'Candidate erased',
  'applicant.held': 'Candidate kept from erasure',
  'applicant.hold_ended': 'Candidate no longer kept from erasure',
  'applicant.renewals_ended': 'Renewals of a candidate ended',
  'applicant.renewals_resumed': 'Renewals of a candidate resumed',
  'applicant.place_changed': 'Place of work of a person changed',
  'applicant.certified': 'Person certified for a function',
  'applicant.certificate_withdrawn': 'Certificate of a person withdrawn',
  'applicant.conduct_recorded': 'Conduct of a person recorded',
  'applicant.reference_kept': 'Reference that a client gives on a person recorded',
  'data_request.recorded': 'Request about data recorded',
  'data_request.step_taken': 'Step taken in a request about data',
  'data_request.assigned': 'Request about data given to somebody, or its subject changed',
  'data_request.file_added': 'File put to a request about data',
  'data_request.file_deleted': 'File of a request about data deleted',
  'data_request.closed': 'Request about data answered',
  'data_request.reminded': 'Reminded of a request about data',
  'user.factors_changed': 'Second factors of the user changed',
  'user.sessions_ended': 'Sessions of the user ended',
  'desk_user.sign_in_created': 'Person of the desk may sign in',
  'desk_user.sign_in_reset': 'Sign-in of the person of the desk reset',
  'desk_user.factors_changed': 'Second factors of the person of the desk changed',
  'desk_user.sessions_ended': 'Sessions of the person of the desk ended',
  'webhook.resent': 'Notification sent again',
};

const setUp: readonly EventName[] = shownChanges(false);

/** Whether there are words for it. */
export const isWorded = (type: EventName): boolean =>
  isLookEvent(type) || setUp.includes(type) || historyWords[type] !== undefined || otherWords[type] !== undefined;

function eventText({ event, nameOf, names, order_id: orderId }: TrailEvent, seesAmounts: boolean): string {
  const type = event.type as EventName;
  const detail = readDetail(seesAmounts, type, (event.detail ?? {}) as Readonly<Record<string, unknown>>);
  if (isLookEvent(type)) return `Looked at: ${lookWords[type as LookEvent]}`;
  const named = (kind: string, id: unknown) => names.get(nameKey(kind, String(id))) ?? 'that was removed';
  if (setUp.includes(type)) {
    const about = {
      orderId,
      creditedPence: null,
      isForClient: false,
      unit: 'Subsidiary',
      name: named(eventTypes[type].resource, event.resource_id),
    };
    const { title, lines } = changeText(type, { ...about, detail, nameOf: named });
    return [title, ...lines].join('; ');
  }
  return historyWords[type]?.({ ...detail, ...handOverNames(detail, nameOf) }) ?? otherWords[type] ?? type;
}

const reportText = ({ report_type_id: id }: TrailEvent) =>
  id === null ? '' : `, ${reportTypeById(id)?.label ?? 'a report'}`;

/** How often, of looks of one second. */
const timesOf = ({ event }: TrailEvent): number => Number((event.detail as { count?: number } | null)?.count ?? 1);

function whoOf({ event: { actor, on_behalf_of: other, detail }, nameOf }: TrailEvent): string {
  const name = ranByCommand(actor, detail) ?? nameOf(actor).name;
  return other === null ? name : `${name} for ${nameOf(`user:${other}`).name}`;
}

/** An entry as the page and the file show it. */
export interface TrailLine {
  readonly at: Date;
  readonly id: string;
  /** The name of the event. */
  readonly type: string;
  readonly kind: 'Change' | 'Look' | 'Security';
  readonly what: string;
  readonly who: string;
  readonly actor: string | null;
  readonly key: string | null;
  readonly account: string | null;
  readonly isTest: boolean;
  readonly order: string | null;
  readonly address: string | null;
  readonly count: number;
}

/** @param seesAmounts whether the reader reads the charges of accounts */
export function trailLine(entry: TrailEntry, seesAmounts: boolean): TrailLine {
  const { at, id } = entry;
  if (entry.of === 'security') {
    const { told } = entry;
    return {
      ...{ at, id, type: told.type, kind: 'Security', what: sentenceOf(told), who: actorOf(told), actor: told.actor },
      ...{ key: told.key_label, account: told.account_name, isTest: told.environment === 'test' },
      order: told.order_id === null ? null : orderNumber(told.order_id),
      ...{ address: told.address, count: told.count },
    };
  }
  const { told } = entry;
  const times = timesOf(told);
  const text = `${eventText(told, seesAmounts)}${reportText(told)}${times === 1 ? '' : ` (${times} times)`}`;
  return {
    ...{ at, id, type: told.event.type, kind: isLookEvent(told.event.type) ? 'Look' : 'Change', what: text },
    ...{ who: whoOf(told), actor: told.event.actor, key: told.key_label, account: told.account_name },
    ...{ isTest: told.event.environment === 'test', address: null, count: times },
    order: told.order_id === null ? null : orderNumber(told.order_id),
  };
}

export const trailColumns: CsvColumns<TrailLine> = {
  at: ({ at }) => at.toISOString(),
  kind: ({ kind }) => kind,
  type: ({ type }) => type,
  what: ({ what }) => what,
  count: ({ count }) => count,
  who: ({ who }) => who,
  actor: ({ actor }) => actor,
  key: ({ key }) => key,
  account: ({ account }) => account,
  environment: ({ isTest }) => (isTest ? 'test' : 'live'),
  order: ({ order }) => order,
  address: ({ address }) => address,
  id: ({ id }) => id,
};
