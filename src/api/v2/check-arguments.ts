// The arguments of create check in interface v2: their wire schema, and their translation for the features.
import { type CriminalDetails, noCriminalDetails } from '../../features/checks/check-rules.ts';
import type { NamedReport } from '../../features/checks/ordered-report-rules.ts';
import { monitorPlanNames } from '../../features/report-types/monitoring.ts';
import type { OrderedOption } from '../../features/report-types/report-type-rules.ts';
import { employmentSectors } from '../../features/requirements/employment-sectors.ts';
import { basicPlacesOfWork, purposes } from '../../features/requirements/job-requirements.ts';
import {
  listOf,
  nullableInteger,
  nullableNumberOf,
  nullableText,
  numberOf,
  oneOf,
  optional,
  type Static,
  Type,
  text,
} from '../shared/schemas.ts';

const InnerOptionArguments = Type.Object(
  {
    name: text({ description: 'Name of the option to enable.', examples: ['speedy'] }),
    options: optional(
      listOf(Type.Unsafe<unknown>({}), { description: 'Must be empty: options nest one level.', examples: [[]] }),
    ),
  },
  { title: 'InnerOptionArguments', description: 'An option of a report option.' },
);
const OptionArguments = Type.Object(
  {
    name: text({ description: 'Name of the option to enable.', examples: ['children_barred_list'] }),
    options: optional(listOf(InnerOptionArguments, { description: 'Options that apply to this option.' })),
  },
  { title: 'OptionArguments', description: 'An option of a report.' },
);
const ReportArguments = Type.Object(
  {
    name: text({ description: 'Report type name.', examples: ['criminal_history'] }),
    variant: optional(nullableText({ description: 'Variant, where the type has any.', examples: ['enhanced'] })),
    options: optional(listOf(OptionArguments, { description: 'Report options.' })),
    monitor: optional(
      nullableText(
        { description: 'How often it is asked again after it is complete (ours).', examples: ['yearly'] },
        { anyOf: [{ enum: [...monitorPlanNames, null] }, { type: 'string' }] },
      ),
    ),
  },
  { title: 'ReportArguments', description: 'A report to order.' },
);

/** The schema only shows the allowed words: the reports' requirements decide which are valid. */
const about = (description: string, example: string, words?: readonly string[]) =>
  optional(
    nullableText(
      { description, examples: [example] },
      words === undefined ? {} : { anyOf: [{ enum: [...words, null] }, { type: 'string' }] },
    ),
  );
const CriminalArguments = Type.Object(
  {
    job_role: about("Applicant's job role; needed for basic.", 'Driver'),
    purpose: about('Purpose of the check, in any case; needed for basic.', 'employment', purposes),
    place_of_work: about('Where the role is carried out; needed for basic.', 'England', basicPlacesOfWork),
    employer_name: about('Name of the employer; needed for basic.', 'Example Ltd'),
    employment_sector: about('Sector of the employer, in any case; needed for basic.', 'Drivers', employmentSectors),
    JobRoleId: optional(
      nullableNumberOf({ description: 'One of GET /jobroles; needed for standard and enhanced.', examples: [1] }),
    ),
  },
  {
    title: 'CriminalHistoryReportDetails',
    description: 'Required only for checks with UK criminal history reports.',
  },
);

const ignored = (description: string, example: boolean) =>
  optional(Type.Unsafe<unknown>({ description: `Ignored: ${description}`, examples: [example] }));

const createCheckArguments = {
  type: oneOf(['standard'], { description: 'Must be standard.', examples: ['standard'] }),
  reports: optional(listOf(ReportArguments, { description: 'Reports to order.' })),
  report_type_groups: optional(
    listOf(numberOf({ description: 'Identifier of a group.', examples: [1] }), {
      description: 'Report type groups to order.',
    }),
  ),
  criminal_history_report_details: optional(CriminalArguments),
  tags: optional(
    listOf(text({ description: 'A tag.', examples: ['PO-1234'] }), {
      description: 'Tags; the first is stored as the purchase order number.',
    }),
  ),
  activity_years: optional(
    nullableInteger(
      { description: 'Years of activity that the candidate must give at least.', examples: [5] },
      { minimum: 1, maximum: 2_147_483_647 },
    ),
  ),
  redirect_uri: optional(
    nullableText({
      description: 'Address to which the candidate is redirected after submitting; https.',
      examples: ['https://example.com/done'],
    }),
  ),
  consider: optional(
    listOf(text({ description: 'A report name.', examples: ['identity'] }), {
      description: 'Sandbox: reports with the forced outcome consider.',
    }),
  ),
  suppress_form_emails: ignored('the candidate always receives a mail.', false),
  async: ignored('checks are always asynchronous.', true),
  charge_applicant_for_check: ignored('assumed false.', false),
};
export const CreateCheck = Type.Object(createCheckArguments, {
  title: 'CreateCheck',
  description: 'The order; `reports` or `report_type_groups` must name at least one.',
  examples: [
    {
      type: 'standard',
      reports: [{ name: 'identity' }, { name: 'criminal_history', variant: 'basic' }],
      criminal_history_report_details: {
        job_role: 'Driver',
        purpose: 'employment',
        place_of_work: 'England',
        employer_name: 'Example Ltd',
        employment_sector: 'Drivers',
      },
      tags: ['PO-1234'],
      activity_years: 5,
      redirect_uri: 'https://example.com/done',
    },
  ],
});

function optionsOf(given: readonly Static<typeof OptionArguments>[] | undefined): OrderedOption[] {
  return (given ?? []).map((option) => ({
    name: option.name,
    options:
      option.options?.map((inner) => ({
        name: inner.name,
        // Of deeper levels only their presence counts: a rule refuses them.
        options: (inner.options ?? []).map(() => ({ name: '', options: null })),
      })) ?? null,
  }));
}

export const criminalDetailsOf = (given: Static<typeof CriminalArguments> | undefined): CriminalDetails | null =>
  given === undefined ? null : { ...noCriminalDetails, ...given };

export const namedReportsOf = (given: readonly Static<typeof ReportArguments>[] | undefined): NamedReport[] =>
  (given ?? []).map(({ name, variant, options, monitor }) => ({
    name,
    variant: variant ?? null,
    options: optionsOf(options),
    monitor: monitor ?? null,
  }));
