// Report types, groups, job roles and employment sectors in interface v2.

import { todayFor } from '../../context.ts';
import { listAvailableTypes } from '../../features/report-types/availability-actions.ts';
import type { ReportType } from '../../features/report-types/report-type.ts';
import {
  type JobRoleRow,
  listGroups,
  listJobRoles,
  type ReportTypeGroup,
  readGroup,
} from '../../features/report-types/report-type-actions.ts';
import type { OrderedOption } from '../../features/report-types/report-type-rules.ts';
import { filterTypes } from '../../features/report-types/report-type-search-rules.ts';
import { type RoleLevel, roleLevel } from '../../features/report-types/role-level-rules.ts';
import {
  groups,
  levels,
  nations,
  type RoleAnswers,
  roleQuestions,
  workforces,
} from '../../features/report-types/role-levels.ts';
import { employmentSectors } from '../../features/requirements/employment-sectors.ts';
import { argumentsOf, ok, queryOf } from '../shared/route.ts';
import { flag, integer, listOf, nullableText, oneOf, optional, type Static, Type, text } from '../shared/schemas.ts';
import { listedWhole, type V2Route } from './route.ts';

const inner = Type.Object(
  {
    name: text({ description: 'Name of the option.', examples: ['speedy'] }),
    options: Type.Unsafe<readonly never[]>({
      type: 'array',
      description: 'Always empty: options nest one level.',
      examples: [[]],
      items: {},
    }),
  },
  { title: 'InnerReportTypeOption', description: 'An option of a report type option.' },
);
const options = listOf(
  Type.Object(
    {
      name: text({ description: 'Name of the option.', examples: ['children_barred_list'] }),
      options: listOf(inner, { description: 'Options of the option.', examples: [[]] }),
    },
    { title: 'ReportTypeOption', description: 'An option of a report type.' },
  ),
  { description: 'Options of the report.', examples: [[]] },
);

const ReportTypeReply = Type.Object(
  {
    id: text({ description: 'Identifier of the report type.', examples: ['4'] }),
    name: text({ description: 'Name to order it by.', examples: ['criminal_history'] }),
    variant: nullableText({ description: 'Variant to order it by, null when none.', examples: ['basic'] }),
    label: text({ description: 'The name for people.', examples: ['Criminal record, basic'] }),
    description: text({ description: 'What the report establishes.', examples: ['Unspent convictions.'] }),
    options,
  },
  { title: 'ReportType', description: 'A report type that the account may order.' },
);

const GroupReply = Type.Object(
  {
    id: text({ description: 'Identifier of the group.', examples: ['1'] }),
    name: text({ description: 'Group name as set under the account.', examples: ['New employee'] }),
    group_only: flag({ description: 'Always true: ordering a group orders all reports in it.', examples: [true] }),
    report_types: listOf(
      Type.Object(
        {
          id: text({ description: 'Identifier of the report type.', examples: ['4'] }),
          name: text({ description: 'Name of the report type.', examples: ['criminal_history'] }),
          variant: nullableText({ description: 'Variant, null when none.', examples: ['basic'] }),
          options,
        },
        { title: 'GroupedReportType', description: 'A report type of a group, with the options it is ordered with.' },
      ),
      { description: 'The reports of the group.' },
    ),
  },
  { title: 'ReportTypeGroup', description: 'Report types that are ordered together.' },
);

const jobRoleProperties = {
  id: integer({ description: 'Identifier to order with.', examples: [1] }),
  roleTitle: text({ description: 'Title of the role.', examples: ['Care assistant'] }),
  roleCheckType: text({ description: 'Variant that the role is agreed for.', examples: ['enhanced'] }),
  workingWithVulnerableAdults: flag({ description: 'Works with vulnerable adults.', examples: [true] }),
  workingWithChildren: flag({ description: 'Works with children.', examples: [false] }),
  workingFromHome: flag({ description: 'Works from home.', examples: [false] }),
  vulnerableAdultsInWorkEnvironment: flag({ description: 'Vulnerable adults where it works.', examples: [true] }),
  childrenInWorkEnvironment: flag({ description: 'Children where it works.', examples: [false] }),
  isVolunteer: flag({ description: 'A voluntary role.', examples: [false] }),
};
const JobRoleReply = Type.Object(jobRoleProperties, {
  title: 'JobRole',
  description: 'A job role agreed for the account.',
});

const ReportTypeList = Type.Object(
  { report_types: listOf(ReportTypeReply, { description: 'Report types.' }) },
  { title: 'ReportTypeList', description: 'The report types available to the account.' },
);
const GroupList = Type.Object(
  { report_type_groups: listOf(GroupReply, { description: 'Groups of the account.' }) },
  { title: 'ReportTypeGroupList', description: 'The report type groups of the account.' },
);
const JobRoleList = Type.Object(
  { job_roles: listOf(JobRoleReply, { description: 'Live job roles.' }) },
  { title: 'JobRoleList', description: 'The job roles that can be ordered for.' },
);
const SectorList = Type.Object(
  {
    employment_sectors: listOf(oneOf(employmentSectors, { description: 'A sector.', examples: ['Education'] }), {
      description: 'Sectors of the basic application (ours).',
    }),
  },
  { title: 'EmploymentSectorList', description: 'The allowed values of employment_sector.' },
);

const offered = (type: ReportType) =>
  type.options.map((option) => ({
    name: option.name,
    options: option.options.map((one) => ({ name: one.name, options: [] })),
  }));

const presentType = (type: ReportType): Static<typeof ReportTypeReply> => ({
  id: String(type.id),
  name: type.name,
  variant: type.variant,
  label: type.label,
  description: type.description,
  options: offered(type),
});

const TypeQuery = Type.Object({
  family: optional(
    text({ description: 'The name that all variants of a type share.', examples: ['criminal_history'] }),
  ),
  country: optional(
    text({
      description:
        'Three letters: types that search the records of this country; GBR also answers those of no particular country.',
      examples: ['POL'],
    }),
  ),
  q: optional(
    text({
      description:
        'Words, or their beginnings, of the name, label or description, or what the report is commonly called. The best matches come first.',
      examples: ['police certificate'],
    }),
  ),
});

const groupQuestions = ['personal_care', 'contact_with'] as const;
const flagQuestions = Object.keys(roleQuestions).filter(
  (name) => name !== 'nation' && !(groupQuestions as readonly string[]).includes(name),
) as Exclude<keyof RoleAnswers, 'nation' | (typeof groupQuestions)[number]>[];

const RoleAnswersBody = Type.Object(
  {
    nation: optional(oneOf(nations, { description: roleQuestions.nation, examples: ['england_and_wales'] })),
    ...Object.fromEntries(
      groupQuestions.map((name) => [
        name,
        optional(oneOf(groups, { description: roleQuestions[name], examples: ['children'] })),
      ]),
    ),
    ...Object.fromEntries(
      flagQuestions.map((name) => [name, optional(flag({ description: roleQuestions[name], examples: [true] }))]),
    ),
  },
  { title: 'RoleAnswers', description: 'What is known of a job role; a question that is left out counts as no.' },
);

const EligibleReport = Type.Object(
  {
    name: text({ description: 'Name to order.', examples: ['criminal_history'] }),
    variant: text({ description: 'Variant to order.', examples: ['enhanced'] }),
  },
  { title: 'EligibleReport', description: 'What to order.' },
);

const EligibilityReply = Type.Object(
  {
    rule: text({ description: 'The row of the table that decided.', examples: ['regulated_children'] }),
    level: oneOf(levels, { description: 'The highest level that the role may have.', examples: ['enhanced'] }),
    barred_lists: listOf(text({ description: 'A barred list.', examples: ['children'] }), {
      description: 'The barred lists that may be searched.',
    }),
    workforce: oneOf(workforces, { description: 'Workforce on the application.', examples: ['child'] }),
    report: EligibleReport,
    reports: listOf(EligibleReport, {
      description: 'All to order: two where no report of the nation searches both barred lists. The first is `report`.',
    }),
    fee_pence: integer({ description: 'What the authority charges, in pence.', examples: [4950] }),
    by_umbrella_body: flag({ description: 'Whether an umbrella body must apply.', examples: [false] }),
    reason: text({
      description: 'Why.',
      examples: ['Teaching or caring for children this often is regulated activity.'],
    }),
    law: listOf(text({ description: 'A law.', examples: ['Police Act 1997, section 112'] }), {
      description: 'The law that says so.',
    }),
    confirmed: flag({
      description: 'Whether a source confirms all of it; else check before relying on it.',
      examples: [false],
    }),
  },
  { title: 'RoleEligibility', description: 'The criminal record check that a role may have.' },
);

const presentLevel = (found: RoleLevel): Static<typeof EligibilityReply> => ({
  rule: found.rule,
  level: found.level,
  barred_lists: [...found.barredLists],
  workforce: found.workforce,
  report: found.reportTypes[0]!,
  reports: [...found.reportTypes],
  fee_pence: found.feePence,
  by_umbrella_body: found.byUmbrellaBody,
  reason: found.reason,
  law: found.law.map(({ value }) => value),
  confirmed: found.law.every(({ confidence }) => confidence === 'confirmed'),
});

const ordered = (list: readonly OrderedOption[] | null) =>
  (list ?? []).map((option) => ({
    name: option.name,
    options: (option.options ?? []).map((one) => ({ name: one.name, options: [] })),
  }));

const presentGroup = (group: ReportTypeGroup): Static<typeof GroupReply> => ({
  id: String(group.id),
  name: group.name,
  group_only: true,
  report_types: group.types.map((member) => ({
    id: String(member.type.id),
    name: member.type.name,
    variant: member.type.variant,
    options: ordered(member.options),
  })),
});

const presentJobRole = (role: JobRoleRow): Static<typeof JobRoleReply> => ({
  id: role.id,
  roleTitle: role.role_title,
  roleCheckType: role.role_check_type,
  workingWithVulnerableAdults: role.working_with_vulnerable_adults,
  workingWithChildren: role.working_with_children,
  workingFromHome: role.working_from_home,
  vulnerableAdultsInWorkEnvironment: role.vulnerable_adults_in_work_environment,
  childrenInWorkEnvironment: role.children_in_work_environment,
  isVolunteer: role.is_volunteer,
});

const about = { permission: 'use_api', tag: 'Report types', method: 'GET' } as const;

export const reportTypeRoutes: readonly V2Route[] = [
  {
    ...about,
    url: '/reporttypes',
    operationId: 'listReportTypes',
    summary: 'List the report types available to the account',
    description: 'The filters `family`, `country` and `q` are ours.',
    answer: ReportTypeList,
    pages: 'whenAsked',
    query: TypeQuery,
    handle: async (call) => {
      const filter = queryOf(call, TypeQuery);
      const available = await listAvailableTypes(call.ctx, call.caller.accountId);
      const types = filterTypes(
        available.map(({ type }) => type),
        filter,
      );
      return listedWhole(call, 'report_types', types.map(presentType));
    },
  },
  {
    ...about,
    url: '/report_type_groups',
    operationId: 'listReportTypeGroups',
    summary: 'List the report type groups of the account',
    answer: GroupList,
    pages: 'whenAsked',
    handle: async (call) =>
      listedWhole(call, 'report_type_groups', (await listGroups(call.ctx, call.caller.accountId)).map(presentGroup)),
  },
  {
    ...about,
    url: '/report_type_groups/:group_number',
    operationId: 'readReportTypeGroup',
    summary: 'Read a report type group',
    answer: GroupReply,
    handle: async (call) =>
      ok(presentGroup(await readGroup(call.ctx, call.caller.accountId, Number(call.params.group_number)))),
  },
  {
    ...about,
    url: '/jobroles',
    operationId: 'listJobRoles',
    summary: 'List the job roles agreed for the account',
    answer: JobRoleList,
    pages: 'whenAsked',
    handle: async (call) =>
      listedWhole(call, 'job_roles', (await listJobRoles(call.ctx, call.caller.accountId)).map(presentJobRole)),
  },
  {
    ...about,
    method: 'POST',
    url: '/job_roles/eligibility',
    operationId: 'decideRoleEligibility',
    summary: 'Decide which criminal record check a job role may have',
    description: 'Ours: answer what is known of the role. Nothing is stored.',
    body: RoleAnswersBody,
    answer: EligibilityReply,
    handle: async (call) => {
      const answers = argumentsOf<typeof RoleAnswersBody>(call) as RoleAnswers;
      return ok(presentLevel(roleLevel(answers, todayFor(call.ctx, call.caller))));
    },
  },
  {
    ...about,
    url: '/employment_sectors',
    operationId: 'listEmploymentSectors',
    summary: 'List the allowed values of employment_sector',
    answer: SectorList,
    pages: 'whenAsked',
    handle: async (call) => listedWhole(call, 'employment_sectors', employmentSectors),
  },
];
