// The words of an account's history: one line for each kind of change, and what its event says of it.

import { type KeyScope, keyScopes } from '../../../features/access/key-scopes.ts';
import type { AccountSetting } from '../../../features/accounts/account-setting.ts';
import { type AccountSettingName, accountSettings } from '../../../features/accounts/account-settings.ts';
import { type OpenOrderChoice, openOrderChoices } from '../../../features/accounts/closing.ts';
import type { EventName, eventTypes } from '../../../features/events/event-types.ts';
import { templates } from '../../../features/report-types/templates.ts';
import { needsText } from '../../../features/stated-staff/record-need-rules.ts';
import { inPounds } from '../../../lib/money.ts';
import { monthText } from '../charges/charges.ts';
import { lower } from '../fact-labels.ts';
import { historyWords } from '../history-words.ts';
import { britishDate, orderNumber } from '../page-filters.ts';
import { valueText } from '../settings/setting-inputs.ts';
import { accessReviewEvents } from './access-review-history.ts';
import { moneyEvents } from './account-money-words.ts';
import { accessEnd, deskUserChanged, roleText, seesText, userChanged, yesNo } from './account-user-words.ts';
import { termsText, typeLabel } from './agreed-terms-words.ts';
import { signOnChanged } from './sign-on-words.ts';
import type { ChangeText, Detail, Told } from './told-change.ts';

type Words = (told: Told) => string | ChangeText;

type CaseResource = 'applicant' | 'check' | 'report' | 'reference' | 'attachment' | 'email' | 'data_request';
/** What is about no order and no person of one. */
type SetUpName = {
  [N in EventName]: (typeof eventTypes)[N]['resource'] extends CaseResource ? never : N;
}[EventName];

const inRegister = 'The register of readings shows it.';
const ofOneself = 'It is a step of signing in, which the security events show.';

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
const listedRows = (value: unknown): Detail[] => (Array.isArray(value) ? value : []);
const isSettingName = (name: string): name is AccountSettingName => Object.hasOwn(accountSettings, name);
const settingLabel = (name: string): string =>
  isSettingName(name) ? accountSettings[name].label : name === 'logo' ? 'Logo' : name;

const packageLines = ({ detail: { price_pence: price, subsidiary_ids: ids }, nameOf }: Told): string[] => [
  ...(typeof price === 'number' ? [`Price: ${inPounds(price)}`] : []),
  ...(Array.isArray(ids) ? [`Ordered by ${ids.map((id) => nameOf('subsidiary', id)).join(', ')} only`] : []),
];

/** `Days between reminders to the candidate: 5 days (before: 7 days)`; only the name of a setting that is a text or an address. */
function settingLine(name: string, values: readonly Detail[]): string {
  const label = settingLabel(name);
  const change = values.find(({ setting }) => setting === name);
  if (change === undefined || !isSettingName(name)) return label;
  const text = (value: unknown) => valueText(accountSettings[name], value);
  return `${label}: ${text(change.after)} (before: ${text(change.before)})`;
}

const clientSees = (name: string) =>
  !isSettingName(name) || (accountSettings[name] as AccountSetting).client !== undefined;

/** Where the change stopped new orders, or accepts them again. */
function stopTitle(values: readonly Detail[]): string | undefined {
  const stop = values.find(({ setting }) => setting === 'acceptOrders');
  return stop && (stop.after === false ? 'New orders stopped' : 'New orders accepted again');
}

function accountChanged({ detail, nameOf, isForClient }: Told): ChangeText {
  const { renamed, settings, sign_in_change } = detail;
  const names = typeof settings === 'string' ? settings.split(' ') : [];
  const values = listedRows(detail.values);
  if (typeof sign_in_change === 'string') return signOnChanged(sign_in_change, detail, nameOf);
  return {
    title: stopTitle(values) ?? (names.length > 0 ? 'Settings changed' : 'Account changed'),
    lines: [
      ...names.filter((name) => !isForClient || clientSees(name)).map((name) => settingLine(name, values)),
      ...(isForClient && !names.every(clientSees) ? ['What the desk sets for its own work'] : []),
      ...(renamed === true ? ['Renamed'] : []),
      ...yesNo('Results links open without a key', detail.bare_results_links),
      ...yesNo('Users need a second factor', detail.second_factor_demanded),
    ],
  };
}

const handedOver =
  (what: string): Words =>
  ({ detail, nameOf }) => ({
    title: `${what} given to ${nameOf('user', detail.assigneeId)}`,
    lines: [`Until now of ${nameOf('user', detail.handedOverFrom)}`],
  });

function keyCreated({ detail, name, nameOf }: Told): ChangeText {
  const scopes = texts(detail.scopes).filter((scope): scope is KeyScope => Object.hasOwn(keyScopes, scope));
  return {
    title: `API key ${name} created`,
    lines: [
      `For ${nameOf('user', detail.user_id)}, ${detail.environment === 'test' ? 'test' : 'live'} data`,
      ...(typeof detail.subsidiary_id === 'string' ? [`Only ${nameOf('subsidiary', detail.subsidiary_id)}`] : []),
      ...(scopes.length > 0 ? [`Scopes: ${scopes.join(', ')}`] : []),
    ],
  };
}

const template = (detail: Detail): string[] => {
  const id = String(detail.template);
  return Object.hasOwn(templates, id) ? [`Template: ${templates[id as keyof typeof templates].label}`] : [];
};

const closingDays = ({ orders_end_on, open_orders, sign_in_until, erase_on }: Detail): string[] => [
  `New orders end on ${britishDate(String(orders_end_on))}`,
  `Open orders: ${openOrderChoices[open_orders as OpenOrderChoice].toLowerCase()}`,
  `Sign-in until ${britishDate(String(sign_in_until))}`,
  `Erased on ${britishDate(String(erase_on))}`,
];

const providerOf = ({ detail }: Told) => String(detail.provider);

/** The words of every kind of change, or the reason why the history does not show it. */
const setUpEvents: Readonly<Record<SetUpName, Words | string>> = {
  'account.created': ({ detail }) => ({ title: 'Account created', lines: template(detail) }),
  'account.changed': accountChanged,
  'account.closing_planned': ({ detail }) => ({ title: 'Closing of the account planned', lines: closingDays(detail) }),
  'account.reopened': () => 'Account opened again',
  'account.closed': () => 'Account closed: new orders, monitoring and renewals end',
  'account.sign_in_end_told': () => 'Administrators told that sign-in ends',
  'account.sign_in_ended': ({ detail }) => ({
    title: 'Sign-in ended',
    lines: [`Users: ${detail.users}`, `API keys: ${detail.keys}`, `Webhooks: ${detail.webhooks}`],
  }),
  'account.erased': ({ detail }) => ({
    title: 'Data of the account erased',
    lines: [`People who are kept: ${detail.kept}`],
  }),
  'account.export_begun': ({ detail: { people } }) =>
    people === undefined ? 'Export of everything begun' : { title: 'Evidence begun', lines: [`People: ${people}`] },
  'account.export_downloaded': ({ detail: { people, first_order_id: first, last_order_id: last } }) =>
    people === undefined
      ? {
          title: 'Part of an export downloaded',
          lines: [`Orders ${orderNumber(Number(first))} to ${orderNumber(Number(last))}`],
        }
      : { title: 'Evidence downloaded', lines: [`People: ${people}`] },
  'account.order_approval_asked': () => 'Approval of orders asked for',
  'account.order_approval_decided': ({ detail }) =>
    `Orders ${{ approved: 'approved', sent_back: 'sent back', refused: 'refused' }[String(detail.decision)]}`,
  'account.order_approval_taken_back': () => 'Orders that waited for approval taken back',
  'account.order_approval_handed_over': handedOver('Orders that wait for approval'),
  'account.order_link_created': () => 'Link for candidates made',
  'account.order_link_stopped': () => 'Link for candidates stopped',
  'account.order_link_handed_over': handedOver('Link for candidates'),
  ...accessReviewEvents,
  'account.staff_brought_in': ({ detail }) => ({ title: 'Staff brought in', lines: [`People: ${detail.people}`] }),
  'account.earlier_cases_brought_in': ({ detail }) => ({
    title: 'Earlier cases brought in',
    lines: [`Cases: ${detail.cases}`],
  }),
  'account.clock_moved': ({ detail }) => ({ title: 'Test clock moved', lines: [`By ${detail.seconds} seconds`] }),
  'account.providers_chosen': ({ detail }) => ({
    title: `Providers chosen for ${typeLabel(detail.report_type_id)}`,
    lines: [texts(detail.providers).join(', ')],
  }),
  'account.provider_connected': (told) => `Provider ${providerOf(told)} connected`,
  'account.provider_secret_rotated': (told) => `Secret of the provider ${providerOf(told)} changed`,
  'account.provider_ended': (told) => `Provider ${providerOf(told)} disconnected`,
  'account.report_types_switched_on': ({ detail }) => ({
    title: 'Report types agreed',
    lines: [...template(detail), ...listedRows(detail.report_types).map(termsText)],
  }),
  'account.report_types_switched_off': ({ detail }) => ({
    title: 'Report types switched off',
    lines: (Array.isArray(detail.report_type_ids) ? detail.report_type_ids : []).map(typeLabel),
  }),
  'account.record_needs_set': ({ detail }) => ({
    title: `Record of staff: what the job role ${detail.job_role} needs`,
    lines: [detail.kinds === null ? 'As everybody' : needsText(detail.kinds, detail.level)],
  }),
  'account.renewals_set': ({ detail }) => ({
    title: detail.of === undefined ? 'Renewals set' : `Renewals set: ${detail.of}`,
    lines: listedRows(detail.report_types).map(({ report_type_id, renew_after_months }) =>
      renew_after_months === null && detail.of !== undefined
        ? `${typeLabel(report_type_id)}: as for the account`
        : renew_after_months === null || renew_after_months === 0
          ? `${typeLabel(report_type_id)}: never`
          : `${typeLabel(report_type_id)}: after ${renew_after_months} months`,
    ),
  }),
  'account.result_rules_published': ({ detail }) => ({
    title: `Result rules published, version ${detail.version}`,
    lines: [`${detail.rules} rules, from ${britishDate(String(detail.from))}`],
  }),
  'account.charges_priced': ({ detail }) => ({
    title: `Reports of ${monthText(String(detail.month))} priced that were ordered without a price`,
    lines: listedRows(detail.report_types).map(
      ({ report_type_id, reports }) => `${typeLabel(report_type_id)}: ${reports}`,
    ),
  }),
  ...moneyEvents,
  'subsidiary.created': ({ name, unit }) => `${unit} ${name} created`,
  'subsidiary.changed': ({ name, unit, detail }) => ({
    title: `${unit} ${name} changed`,
    lines: [
      ...(detail.renamed === true
        ? [typeof detail.was === 'string' ? `Renamed: it was ${detail.was}` : 'Renamed']
        : []),
      ...(detail.external_id === true ? ['External id'] : []),
      ...(detail.ended === true
        ? ['Ended: it takes no new order']
        : detail.ended === false
          ? ['It takes orders again']
          : []),
    ],
  }),
  'job_role.created': ({ name }) => `Job role ${name} created`,
  'job_role.retired': ({ name }) => `Job role ${name} retired`,
  'report_type_group.created': ({ name }) => `Group ${name} created`,
  'report_type_group.changed': ({ name }) => `Group ${name} changed`,
  'report_type_group.ended': ({ name }) => `Group ${name} removed`,
  'package.created': (told) => ({ title: `Package ${told.name} created`, lines: packageLines(told) }),
  'package.changed': (told) => ({ title: `Package ${told.name} changed`, lines: packageLines(told) }),
  'package.ended': ({ name }) => `Package ${name} removed`,
  'user.created': ({ name, detail, nameOf }) => ({
    title: `User ${name} created`,
    lines: [
      `Role: ${roleText(detail.role)}`,
      ...seesText(detail.subsidiary_ids, nameOf),
      ...(typeof detail.access_until === 'string' ? accessEnd(detail.access_until) : []),
    ],
  }),
  'user.changed': userChanged,
  'user.sign_in_created': ({ name }) => `User ${name} may sign in`,
  'user.sign_in_reset': ({ name }) => `Sign-in of the user ${name} reset`,
  'desk_user.created': ({ name, detail }) => ({
    title: `Person of the desk ${name} created`,
    lines: [`Role: ${roleText(detail.role)}`],
  }),
  'desk_user.changed': deskUserChanged,
  'desk_user.disabled': ({ name }) => `Person of the desk ${name} disabled`,
  'api_key.created': keyCreated,
  'api_key.handed_over': ({ name, detail, nameOf }) => `API key ${name} given to ${nameOf('user', detail.user_id)}`,
  'api_key.revoked': ({ name }) => `API key ${name} revoked`,
  'api_key.exposed': ({ name }) => `API key ${name} was sent without encryption`,
  'webhook.created': ({ name }) => `Webhook ${name} created`,
  'webhook.changed': ({ name, detail }) =>
    detail.secret_rotated === true
      ? `Secret of the webhook ${name} replaced`
      : { title: `Webhook ${name} changed`, lines: yesNo('Switched on', detail.enabled) },
  'webhook.deleted': ({ name }) => `Webhook ${name} removed`,
  'webhook.resent': 'Its own history shows it.',
  'user.factors_changed': ofOneself,
  'user.sessions_ended': ofOneself,
  'desk_user.sign_in_created': ofOneself,
  'desk_user.sign_in_reset': ofOneself,
  'desk_user.factors_changed': ofOneself,
  'desk_user.sessions_ended': ofOneself,
  'account.applicants_listed': inRegister,
  'account.checks_listed': inRegister,
  'account.emails_listed': inRegister,
};

/** What was credited by hand stands in the history of its order, too, in the same words. */
const credits = ['report.credited', 'report.part_credited'] as const satisfies readonly EventName[];

const wordsOf: Readonly<Partial<Record<EventName, Words>>> = {
  ...Object.fromEntries(
    Object.entries(setUpEvents).filter((entry): entry is [EventName, Words] => typeof entry[1] === 'function'),
  ),
  ...Object.fromEntries(
    credits.map((type) => [
      type,
      ({ detail, orderId, creditedPence }: Told) => ({
        title: `A report of ${orderId === null ? 'an order' : orderNumber(orderId)} ${lower(historyWords[type]!(detail))}`,
        lines: creditedPence === null ? [] : [`${inPounds(-creditedPence)} without VAT`],
      }),
    ]),
  ),
};

/** Those that the history of an account shows at the desk. */
const shownAtDesk = Object.keys(wordsOf) as readonly EventName[];

/** What the client's administrators do not read: who works at the desk, with which sources, and what it has not decided yet. */
const ofDeskAlone = /^(desk_user\.|account\.(provider|money_approval_|invoice_held$))/;
const shownToClient = shownAtDesk.filter((type) => !ofDeskAlone.test(type));

export const shownChanges = (isForClient: boolean) => (isForClient ? shownToClient : shownAtDesk);

export function changeText(type: EventName, told: Told): ChangeText {
  const text = wordsOf[type]!(told);
  return typeof text === 'string' ? { title: text, lines: [] } : text;
}
