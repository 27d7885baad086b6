// What the second page of an order asks: the job, the options and the monitoring of the reports; pure.
import type { JobOfOrder } from '../../../features/orders/last-order-actions.ts';
import type { Orderable } from '../../../features/orders/order-body-actions.ts';
import { askedOfJob } from '../../../features/orders/ordered-check-rules.ts';
import { monitorPlans } from '../../../features/report-types/monitoring.ts';
import type { ReportType } from '../../../features/report-types/report-type.ts';
import { workforceOfRole } from '../../../features/report-types/role-level-rules.ts';
import { employmentSectors } from '../../../features/requirements/employment-sectors.ts';
import { basicPlacesOfWork, type JobRoleParams } from '../../../features/requirements/job-requirements.ts';
import { askedBy } from '../../../features/requirements/requirement-rules.ts';
import { dbsPurposes } from '../../../features/value-sets/criminal-record-values.ts';
import { barredLists, type Refinement } from '../../../features/value-sets/refinement-values.ts';
import {
  type AgreedRole,
  type Choice,
  chosenOptions,
  isDecided,
  listsOf,
  type TypedOrder,
  typedText,
} from './order-form.ts';
import { groundQuestions } from './order-grounds.ts';
import { legalQuestion } from './order-law.ts';

/** The options of one within it, each by its name in a request. */
const innerOf = ({ name, options }: Refinement) =>
  options.map((one) => ({ value: `${name}:${one.name}`, text: one.label }));

/** Every option with those within it, each with the option that it is, or is within. */
export const optionsOf = ({ options }: Pick<ReportType, 'options'>) =>
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
  const options = optionsOf({ options: type.options.filter(({ isOneOf, isUnoffered }) => !isOneOf && !isUnoffered) });
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
export const levelsOf = (types: readonly ReportType[]): ReadonlySet<string> =>
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

export const asks = (chosen: readonly Choice[], what: 'criminal_details' | 'job_role') =>
  chosen.some(({ type }) => askedOfJob(type).includes(what));

/** The choice that was made before, in any case; empty where it is none any more. */
const earlierChoice = (choices: readonly string[], before: string | null | undefined): string =>
  choices.find((one) => one.toLowerCase() === before?.toLowerCase()) ?? '';

interface KnownJob {
  /** The name of the account, which is usually the employer. */
  readonly employer: string;
  /** Of the last order of the kind. */
  readonly last: JobOfOrder | undefined;
}

/** Whether anything of the last order stands in the questions: of an order of a program, all of it may be empty. */
const isFilled = (last: JobOfOrder | undefined): boolean =>
  [
    last?.employer_name,
    earlierChoice(basicPlacesOfWork, last?.place_of_work),
    earlierChoice(employmentSectors, last?.employment_sector),
  ].some((one) => one);

/** The questions of the second page, filled from the last order until somebody answers them. */
export function detailsPageOf(
  typed: TypedOrder,
  chosen: readonly Choice[],
  { jobRoles }: Orderable,
  { employer, last }: KnownJob,
) {
  const text = (name: string) => typedText(typed, name);
  const isNew = ['sector', 'place', 'purpose', 'employer'].every((name) => text(name) === '');
  const before = isNew ? last : undefined;
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
          employer: text('employer') || before?.employer_name || employer,
          purposes: itemsOf(
            dbsPurposes.map(({ value, name }) => ({ value, text: name })),
            text('purpose') ||
              earlierChoice(
                dbsPurposes.map(({ value }) => value),
                before?.purpose,
              ) ||
              'Employment',
          ),
          places: itemsOf(
            same(basicPlacesOfWork),
            text('place') || earlierChoice(basicPlacesOfWork, before?.place_of_work),
          ),
          sectors: itemsOf(
            [{ value: '', text: 'Choose the sector' }, ...same(employmentSectors)],
            text('sector') || earlierChoice(employmentSectors, before?.employment_sector),
          ),
          filledFrom: isFilled(before) ? before?.orderId : undefined,
        }
      : undefined,
    grounds: asks(chosen, 'job_role') ? groundQuestions(typed, chosen, roles) : [],
    legal: legalQuestion(typed, chosen),
    reports: chosen.flatMap(({ type, isPacked }) =>
      isPacked === true ? [] : detailsOf(typed, type, rolesFor([type], roles)),
    ),
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
