// Of which kind each change of an account is, for the filter of its history.
import type { EventName } from '../../../features/events/event-types.ts';
import { moneyEvents } from './account-money-words.ts';

export const historyKinds = {
  money: 'Charges, invoices and payments',
  prices: 'Report types and prices',
  settings: 'Settings, rules and subsidiaries',
  stops: 'Orders stopped, and closing',
  people: 'Users and people of the desk',
  programs: 'API keys, webhooks and providers',
  others: 'Approvals, links and exports',
} as const;

export type HistoryKind = keyof typeof historyKinds;

/** By how the name of the event begins; the first that fits. */
const beginnings: readonly (readonly [HistoryKind, RegExp])[] = [
  ['money', /^(report\.|account\.charges_priced$)/],
  ['prices', /^(account\.(report_types_|renewals_set$)|package\.|report_type_group\.|job_role\.)/],
  ['stops', /^account\.(clos|reopened$|sign_in_end|erased$)/],
  ['people', /^((user|desk_user)\.|account\.access_)/],
  ['programs', /^(api_key\.|webhook\.|account\.provider)/],
  ['settings', /^(account\.(created|changed|clock_moved|record_needs_set|result_rules_published)$|subsidiary\.)/],
];

export const kindOfChange = (type: EventName): HistoryKind =>
  Object.hasOwn(moneyEvents, type) ? 'money' : (beginnings.find(([, begins]) => begins.test(type))?.[0] ?? 'others');
