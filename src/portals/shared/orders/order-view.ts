// What the pages of an order show: what the account may order with its prices, the questions about it, and the answers; pure.
import { areOrdersStopped } from '../../../features/checks/stopped-order-rules.ts';
import { URGENT, type UrgentTerms } from '../../../features/checks/urgent-actions.ts';
import type { Orderable } from '../../../features/orders/order-body-actions.ts';
import { askedOfJob } from '../../../features/orders/ordered-check-rules.ts';
import { containedReports } from '../../../features/report-types/contained-report-rules.ts';
import { monitorPlans } from '../../../features/report-types/monitoring.ts';
import { areas, type ReportType } from '../../../features/report-types/report-type.ts';
import { feeOf } from '../../../features/report-types/report-type-rules.ts';
import { calledWords } from '../../../features/report-types/report-type-search-rules.ts';
import { workforceOfRole } from '../../../features/report-types/role-level-rules.ts';
import { employmentSectors } from '../../../features/requirements/employment-sectors.ts';
import { basicPlacesOfWork, type JobRoleParams } from '../../../features/requirements/job-requirements.ts';
import { askedBy } from '../../../features/requirements/requirement-rules.ts';
import { dbsPurposes } from '../../../features/value-sets/criminal-record-values.ts';
import { barredLists, type Refinement } from '../../../features/value-sets/refinement-values.ts';
import { inPounds } from '../../../lib/money.ts';
import { agreedPrice } from '../page-filters.ts';
import { confirmedPrices, urgentItem } from './confirmed-prices.ts';
import {
  type AgreedRole,
  type Choice,
  choicesOf,
  chosenOptions,
  isDecided,
  isPackage,
  listsOf,
  type TypedOrder,
  typedText,
} from './order-form.ts';
import { OF_NO_SUBSIDIARY, type OpenedOrder, WHOLE_ACCOUNT } from './order-submission.ts';

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

/** What an order of the package costs. */
export const packagePrice = (pack: Orderable['packages'][number], agreed: Agreed): string =>
  totalOf(choicesOf(pack, agreed), agreed);

/** A package with a price of its own is one line. */
const packageRow = ({ name }: Orderable['packages'][number], chosen: readonly Choice[], orderable: Orderable) => ({
  label: name,
  price: priceOf(chosen, orderable),
  options: chosen.map(timesLabel),
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

/** Nothing is chosen before somebody chooses: an order of none is seen by nobody of a subsidiary. */
const subsidiaryItems = (subsidiaries: OpenedOrder['subsidiaries'], chosen: string) =>
  subsidiaries.length === 0
    ? []
    : [
        { value: '', text: 'Choose one', selected: chosen === '' },
        ...namedItems([...subsidiaries, { id: OF_NO_SUBSIDIARY, name: WHOLE_ACCOUNT }], chosen),
      ];

/** Nothing if urgent reports have as long as others. */
export const dueText = (percent: number): string =>
  percent === 100 ? '' : `, and are due in ${percent === 50 ? 'half' : `${percent}% of`} the usual working days`;

/** What the box says to who may tick it. */
const urgentWords = ({ pence, percent }: Pick<UrgentTerms, 'pence' | 'percent'>): string =>
  `Its reports come before others${dueText(percent)}. ${pence === 0 ? 'No surcharge.' : `${inPounds(pence)} more for the order, without VAT.`}`;

export function firstPageOf({ typed, orderable, orderer, subsidiaries, environment }: OpenedOrder) {
  const what = typedText(typed, 'what') || (orderable.packages.length === 0 ? 'reports' : '');
  return {
    isStopped: areOrdersStopped(orderable, environment),
    packages: packageItems(typed, orderable),
    groups: typeGroups(typed, orderable),
    choosesReports: what === 'reports',
    subsidiaries: subsidiaryItems(subsidiaries, typedText(typed, 'subsidiary')),
    people: namedItems(orderer.people, typedText(typed, 'asked_by')),
    urgent: orderable.urgent && urgentWords(orderable.urgent),
  };
}

/** The options of one within it, each by its name in a request. */
const innerOf = ({ name, options }: Refinement) =>
  options.map((one) => ({ value: `${name}:${one.name}`, text: one.label }));

/** Every option with those within it, each with the option that it is, or is within. */
const optionsOf = ({ options }: Pick<ReportType, 'options'>) =>
  options.flatMap((option) => [
    { value: option.name, text: option.label, of: option.name },
    ...innerOf(option).map(({ value, text }) => ({ value, text: `${option.label}: ${text}`, of: option.name })),
  ]);

/** The roles for which the option can be ticked; undefined where it does not depend on the role. */
function rolesAllowing(option: { readonly value: string; readonly of: string }, roles: readonly AgreedRole[]) {
  if (option.of === 'volunteer') return roles.filter((role) => role.is_volunteer);
  if (!barredLists.some(({ name }) => name === option.of)) return undefined;
  // A decided list is ordered with its role.
  const isList = option.value === option.of;
  return roles.filter((role) => listsOf(role).some(({ name }) => name === option.of) && !(isList && isDecided(role)));
}

/** The options that one of the roles allows, each with the roles for which it is, if not for all. */
function tickedOptions(type: ReportType, roles: readonly AgreedRole[]) {
  const options = optionsOf({ options: type.options.filter(({ isOneOf }) => !isOneOf) });
  if (!askedOfJob(type).includes('job_role')) return options;
  return options.flatMap((option) => {
    const allowing = rolesAllowing(option, roles);
    if (allowing === undefined || allowing.length === roles.length) return [option];
    const titles = allowing.map(({ role_title }) => role_title).join(' or ');
    return allowing.length === 0 ? [] : [{ ...option, hint: { text: `Only for the job role ${titles}` } }];
  });
}

const levels = { standard: 'Standard', enhanced: 'Enhanced' } as const;

/** The levels of job roles that the reports ask for. */
const levelsOf = (types: readonly ReportType[]): ReadonlySet<string> =>
  new Set(
    askedBy(types.flatMap(({ requires }) => requires))
      .filter(({ id }) => id === 'job_role')
      .map(({ params }) => (params as JobRoleParams).level),
  );

/** The roles for which the reports can be ordered. */
function rolesFor(types: readonly ReportType[], roles: readonly AgreedRole[]): AgreedRole[] {
  const asked = levelsOf(types);
  return roles.filter(({ role_check_type }) => asked.has(role_check_type));
}

/** The check that was agreed for the role, in words. */
function termsOf(role: AgreedRole): string {
  const lists = listsOf(role).map(({ label }) => `the ${label}`);
  const level = levels[role.role_check_type];
  const withLists = isDecided(role) ? [level, ...lists].join(', with ') : level;
  const allowed = isDecided(role) || lists.length === 0 ? '' : `; ${lists.join(' and ')} only if you tick it`;
  const workforce = workforceOfRole(role);
  const ofWork = [
    ...(workforce === undefined ? [] : [`${workforce} workforce`]),
    ...(role.is_volunteer ? ['voluntary work'] : []),
  ];
  return [`${withLists}${allowed}`, ...ofWork].join('; ');
}

const itemsOf = (choices: readonly { readonly value: string; readonly text: string }[], chosen: string) =>
  choices.map(({ value, text }) => ({ value, text, checked: value === chosen, selected: value === chosen }));

const same = (texts: readonly string[]) => texts.map((text) => ({ value: text, text }));

const asks = (chosen: readonly Choice[], what: 'criminal_details' | 'job_role') =>
  chosen.some(({ type }) => askedOfJob(type).includes(what));

/** The questions of the second page. @param employer the name of the account, which is usually the employer */
export function detailsPageOf(typed: TypedOrder, chosen: readonly Choice[], { jobRoles }: Orderable, employer: string) {
  const text = (name: string) => typedText(typed, name);
  const types = chosen.map(({ type }) => type);
  const roles = rolesFor(types, jobRoles);
  return {
    level: [...levelsOf(types)].join(' or '),
    asksRole: asks(chosen, 'job_role'),
    roles: roles.map((role) => ({
      value: String(role.id),
      text: role.role_title,
      hint: { text: termsOf(role) },
      checked: text('job_role') === String(role.id),
    })),
    job: asks(chosen, 'criminal_details')
      ? {
          title: text('job') || text('position'),
          employer: text('employer') || employer,
          purposes: itemsOf(
            dbsPurposes.map(({ value, name }) => ({ value, text: name })),
            text('purpose') || 'Employment',
          ),
          places: itemsOf(same(basicPlacesOfWork), text('place')),
          sectors: itemsOf([{ value: '', text: 'Choose the sector' }, ...same(employmentSectors)], text('sector')),
        }
      : undefined,
    reports: isPackage(typed) ? [] : chosen.flatMap(({ type }) => detailsOf(typed, type, rolesFor([type], roles))),
  };
}

function detailsOf(typed: TypedOrder, type: ReportType, roles: readonly AgreedRole[]) {
  const chosen = chosenOptions(typed, type);
  const options = tickedOptions(type, roles).map((one) => ({ ...one, checked: chosen.includes(one.value) }));
  const choices = type.options
    .filter(({ isOneOf }) => isOneOf)
    .map((option) => ({
      name: `options_${type.id}_${option.name}`,
      label: option.label,
      items: [{ value: '', text: 'Not stated' }, ...innerOf(option)].map((one) => ({
        ...one,
        selected: chosen.includes(one.value),
      })),
    }));
  const plans = type.monitoring.map((plan) => ({ value: plan, text: monitorPlans[plan].label }));
  const none = { value: '', text: 'Do not monitor' };
  if (options.length + choices.length + plans.length === 0) return [];
  return [
    {
      id: type.id,
      label: type.label,
      options,
      choices,
      plans: plans.length === 0 ? [] : itemsOf([none, ...plans], typedText(typed, `monitor_${type.id}`)),
    },
  ];
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
  return {
    name: `${text('first_name')} ${text('last_name')}`,
    email: text('email'),
    packageName: pack?.name,
    reports: [
      ...(pack !== undefined && pack.price_pence !== null
        ? [packageRow(pack, chosen, orderable)]
        : chosen.map(({ type, quantity, ...priced }) => ({
            label: timesLabel({ type, quantity }),
            price: priceOf([{ type, quantity, ...priced }], orderable),
            options: optionsOf(type)
              .filter(({ value }) => chosenOptions(typed, type).includes(value))
              .map((option) => option.text),
            monitor: monitoredAs(typed, type),
          }))),
      ...(urgentPence === undefined ? [] : [urgentRow(urgentPence)]),
    ],
    contained: containedReports(chosen.map(({ type }) => type)),
    total: totalOf(chosen, orderable, urgentPence),
    confirmed: pricesOf(chosen, orderable, urgentPence),
    role: asks(chosen, 'job_role') ? role?.role_title : undefined,
    asksJob: asks(chosen, 'criminal_details'),
  };
}
