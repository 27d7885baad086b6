// What the pages of an order show: what the account may order with its prices, and the answers; pure.

import { todayFor } from '../../../context.ts';
import { type WorkKind, workKindNames, workKinds } from '../../../features/applicants/work-kind-rules.ts';
import { URGENT, type UrgentTerms } from '../../../features/checks/urgent-actions.ts';
import type { Orderable } from '../../../features/orders/order-body-actions.ts';
import { agreedOrder, isValidOn } from '../../../features/purchase-orders/purchase-order-rules.ts';
import { containedReports } from '../../../features/report-types/contained-report-rules.ts';
import { monitorPlans } from '../../../features/report-types/monitoring.ts';
import { areas, type ReportType } from '../../../features/report-types/report-type.ts';
import { feeOf, withoutLists } from '../../../features/report-types/report-type-rules.ts';
import { calledWords } from '../../../features/report-types/report-type-search-rules.ts';
import { lawOf } from '../../../features/report-types/type-law-rules.ts';
import { inPounds } from '../../../lib/money.ts';
import { fullName } from '../../../lib/person-names.ts';
import { agreedPrice } from '../page-filters.ts';
import { confirmedPrices, urgentItem } from './confirmed-prices.ts';
import { asks, optionsOf } from './order-details-view.ts';
import { type Choice, choicesOf, doubledIn, positionOf, type TypedOrder, typedText } from './order-form.ts';
import { groundRows } from './order-grounds.ts';
import { jobCountryIn, jobCountryItems, lawWords } from './order-law.ts';
import {
  asksStarted,
  demandsPurchaseOrder,
  type OpenedOrder,
  subsidiaryChoices,
  workKindOf,
} from './order-submission.ts';
import { stoppedModel } from './orders-stopped.ts';
import { purchaseOrderText } from './purchase-order-words.ts';
import { daysText } from './usual-time.ts';

type Agreed = Pick<Orderable, 'availableTypes'>;

const penceOf = ({ type, quantity, sharePence }: Choice, { availableTypes }: Agreed): number | undefined => {
  if (sharePence !== undefined) return sharePence;
  const pence = availableTypes.get(type.id)?.pricePence ?? null;
  return pence === null ? undefined : pence * quantity;
};

function feePenceOf({ type, quantity, options = [], sharePence }: Choice, { availableTypes }: Agreed): number {
  const agreed = availableTypes.get(type.id);
  const priced = agreed && { ...agreed, pricePence: sharePence ?? agreed.pricePence };
  return feeOf(priced, options) * quantity;
}

const feesOf = (chosen: readonly Choice[], orderable: Agreed): number =>
  chosen.reduce((all, one) => all + feePenceOf(one, orderable), 0);

/** In words if a report has no agreed price. */
export function priceOf(chosen: readonly Choice[], orderable: Orderable): string {
  const prices = chosen.map((one) => penceOf(one, orderable));
  const sum = prices.includes(undefined) ? null : prices.reduce<number>((all, one) => all + one!, 0);
  return agreedPrice(sum, feesOf(chosen, orderable));
}

/** Of those that have an agreed price, with how many have none. @param urgentPence of urgent orders */
export function totalOf(chosen: readonly Choice[], orderable: Agreed, urgentPence = 0): string {
  const prices = chosen.map((one) => penceOf(one, orderable));
  const sum = agreedPrice(
    prices.reduce<number>((all, one) => all + (one ?? 0), urgentPence),
    feesOf(chosen, orderable),
  );
  const without = prices.filter((one) => one === undefined).length;
  if (without === 0) return sum;
  return `${sum}, and ${without === 1 ? 'one report' : `${without} reports`} without an agreed price`;
}

/** @param urgentPence of urgent orders; undefined if none is */
export const pricesOf = (chosen: readonly Choice[], orderable: Orderable, urgentPence?: number): string =>
  confirmedPrices([
    ...chosen.map((one) => ({
      typeId: one.type.id,
      quantity: one.quantity,
      pence: penceOf(one, orderable),
      feePence: feePenceOf(one, orderable),
    })),
    ...(urgentPence === undefined ? [] : [urgentItem(urgentPence)]),
  ]);

const timesLabel = ({ type, quantity }: Pick<Choice, 'type' | 'quantity'>): string =>
  quantity === 1 ? type.label : `${quantity} × ${type.label}`;

/** What it is ordered with. */
const optionWords = ({ type, options = [] }: Choice): string[] => [
  ...optionsOf(type).flatMap(({ value, text }) => (options.includes(value) ? [text] : [])),
  ...withoutLists(type, options),
];

/** What an order of the package costs. */
export const packagePrice = (pack: Orderable['packages'][number], agreed: Agreed): string =>
  totalOf(choicesOf(pack, agreed), agreed);

/** A package with a price of its own is one line. */
const packageRow = ({ name }: Orderable['packages'][number], chosen: readonly Choice[], orderable: Orderable) => ({
  label: name,
  price: priceOf(chosen, orderable),
  options: chosen.map((one) => [timesLabel(one), ...optionWords(one)].join(', with ')),
});

/** Every package, and the choice of single reports. */
function packageItems(typed: TypedOrder, orderable: Orderable) {
  return orderable.packages.map((pack) => {
    const { id, name, description } = pack;
    const chosen = choicesOf(pack, orderable);
    const labels = chosen.map(timesLabel);
    return {
      value: String(id),
      text: name,
      description: description || labels.join(', '),
      price: priceOf(chosen, orderable),
      days: daysText(chosen, orderable),
      checked: typedText(typed, 'what') === String(id),
    };
  });
}

const byText = (one: string, other: string) => one.localeCompare(other, 'en');

/**
 * By name, the United Kingdom's first; the variants of one name in the order of the catalogue, which is that of their
 * levels and lengths, but those of countries and of professional bodies by their own names.
 */
function inOrder(types: readonly ReportType[]): ReportType[] {
  const firstLabels = new Map(types.toReversed().map(({ name, label }) => [name, label]));
  const isForeign = ({ country }: ReportType) => (country ?? 'GBR') !== 'GBR';
  const isByOwnName = (type: ReportType) => isForeign(type) || type.area === 'professional_bodies';
  const nameOf = (type: ReportType) => (isByOwnName(type) ? type.label : firstLabels.get(type.name)!);
  return types.toSorted(
    (one, other) => Number(isForeign(one)) - Number(isForeign(other)) || byText(nameOf(one), nameOf(other)),
  );
}

/** The types that the account may order: those that are chosen first, the others by area. */
export function typeGroups(typed: TypedOrder, orderable: Orderable) {
  const ticked = new Set(typed.types);
  const offered = [...orderable.availableTypes.values()].filter(({ type }) => !orderable.refusedUnpriced.has(type.id));
  const choices = inOrder(offered.map(({ type }) => type)).map((type) => ({
    id: type.id,
    area: type.area,
    label: type.label,
    called: calledWords(type).join(' '),
    price: priceOf([{ type, quantity: 1 }], orderable),
    days: daysText([{ type }], orderable),
    isPriced: penceOf({ type, quantity: 1 }, orderable) !== undefined,
    checked: ticked.has(String(type.id)),
  }));
  const others = choices.filter(({ checked }) => !checked);
  const chosen = { label: 'Chosen', open: true, types: choices.filter(({ checked }) => checked) };
  const byArea = Object.entries(areas).map(([area, label]) => ({
    label,
    open: false,
    types: others.filter((one) => one.area === area),
  }));
  return [chosen, ...byArea].filter(({ types }) => types.length > 0);
}

const namedItems = (named: readonly { readonly id: string; readonly name: string }[], chosen: string) =>
  named.map(({ id, name }) => ({ value: id, text: name, selected: id === chosen }));

/** For a select. @param chosen undefined if nobody said it */
export const workKindItems = (chosen: WorkKind | undefined) => [
  { value: '', text: 'Not said', selected: chosen === undefined },
  ...workKindNames.map((kind) => ({ value: kind, text: workKinds[kind].label, selected: kind === chosen })),
];

/** Nothing is chosen before somebody chooses: an order of none is seen by nobody of a subsidiary. */
const subsidiaryItems = ({ subsidiaries, orderer }: OpenedOrder, chosen: string) =>
  subsidiaries.length === 0
    ? []
    : [
        { value: '', text: 'Choose one', selected: chosen === '' },
        ...namedItems(subsidiaryChoices(subsidiaries, orderer.caller), chosen),
      ];

/** Nothing if urgent reports have as long as others. */
export const dueText = (percent: number): string =>
  percent === 100 ? '' : `, and are due in ${percent === 50 ? 'half' : `${percent}% of`} the usual working days`;

/** What the box says to who may tick it. */
const urgentWords = ({ pence, percent }: Pick<UrgentTerms, 'pence' | 'percent'>): string =>
  `Its reports come before others${dueText(percent)}. ${pence === 0 ? 'No surcharge.' : `${inPounds(pence)} more for the order, without VAT.`}`;

/** Those that may be chosen, each with how much of its limit is used; none where any number is taken. */
export function purchaseOrderInputs(one: OpenedOrder) {
  const { ctx, orderer, typed, purchaseOrders } = one;
  const value = typedText(typed, 'purchase_order');
  const valid = purchaseOrders.agreed.filter((each) => isValidOn(each, todayFor(ctx, orderer.caller)));
  const listed = valid.map((each) => ({
    value: each.number,
    text: purchaseOrderText(each),
    selected: agreedOrder({ isRequired: false, agreed: [each] }, value) !== undefined,
  }));
  const isListed = value === '' || listed.some(({ selected }) => selected);
  const others = [{ value: '', text: 'None' }, ...(isListed ? [] : [{ value, text: value, selected: true }])];
  return {
    needsPurchaseOrder: demandsPurchaseOrder(one),
    purchaseOrderItems: purchaseOrders.agreed.length === 0 ? [] : [...others, ...listed],
  };
}

export function firstPageOf(one: OpenedOrder) {
  const { typed, orderable, orderer, environment } = one;
  const what = typedText(typed, 'what') || (orderable.packages.length === 0 ? 'reports' : '');
  return {
    ...stoppedModel(orderable, environment),
    packages: packageItems(typed, orderable),
    packagesOnly: orderable.packagesOnly,
    groups: typeGroups(typed, orderable),
    choosesReports: what === 'reports',
    subsidiaries: subsidiaryItems(one, typedText(typed, 'subsidiary')),
    people: namedItems(orderer.people, typedText(typed, 'asked_by')),
    urgent: orderable.urgent && urgentWords(orderable.urgent),
    workKinds: workKindItems(workKindOf(typed)),
    jobCountries: jobCountryItems(one),
    asksStarted: asksStarted(one),
    ...purchaseOrderInputs(one),
  };
}

const monitoredAs = (typed: TypedOrder, type: ReportType): string | undefined =>
  type.monitoring
    .filter((plan) => plan === typedText(typed, `monitor_${type.id}`))
    .map((plan) => monitorPlans[plan].label)[0];

const urgentRow = (pence: number) => ({
  label: URGENT,
  price: pence === 0 ? 'No surcharge' : inPounds(pence),
  options: [],
});

/** Everything that is ordered, to be checked before it is placed. @param urgentPence as `pricesOf` */
export function answersOf(typed: TypedOrder, chosen: readonly Choice[], orderable: Orderable, urgentPence?: number) {
  const text = (name: string) => typedText(typed, name);
  const role = orderable.jobRoles.find(({ id }) => String(id) === text('job_role'));
  const pack = orderable.packages.find(({ id }) => String(id) === text('what'));
  const [packed, singles] = [chosen.filter(({ isPacked }) => isPacked), chosen.filter(({ isPacked }) => !isPacked)];
  const isOneLine = pack !== undefined && pack.price_pence !== null;
  return {
    name: fullName(text('first_name'), text('last_name')),
    email: text('email'),
    position: positionOf(typed, chosen, orderable),
    // Whoever approves it reads what is ordered besides, too.
    packageName: pack && [pack.name, ...singles.map(timesLabel)].join('; '),
    reports: [
      ...(isOneLine ? [packageRow(pack, packed, orderable)] : []),
      ...(isOneLine ? singles : [...packed, ...singles]).map((one) => ({
        label: timesLabel(one),
        price: priceOf([one], orderable),
        options: optionWords(one),
        monitor: one.isPacked ? undefined : monitoredAs(typed, one.type),
      })),
      ...(urgentPence === undefined ? [] : [urgentRow(urgentPence)]),
    ],
    doubled: doubledIn(typed, chosen).map(({ label }) => label),
    contained: containedReports(chosen.map(({ type }) => type)),
    laws: lawOf(
      chosen.map(({ type }) => type),
      jobCountryIn({ typed, orderable }),
    ),
    ...lawWords({ typed, chosen, orderable }),
    total: totalOf(chosen, orderable, urgentPence),
    confirmed: pricesOf(chosen, orderable, urgentPence),
    role: asks(chosen, 'job_role') ? role?.role_title : undefined,
    grounds: groundRows({ typed, chosen, orderable }),
    asksJob: asks(chosen, 'criminal_details'),
  };
}
