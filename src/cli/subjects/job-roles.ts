// `probity job-roles`: roles agreed for standard and enhanced criminal record checks.

import {
  createJobRole,
  type JobRoleArguments,
  listAgreedJobRoles,
  retireJobRole,
} from '../../features/report-types/agreement-actions.ts';
import { codeOf } from '../../features/report-types/catalogue-rules.ts';
import { roleLevel } from '../../features/report-types/role-level-rules.ts';
import { groups, nations, type RoleAnswers, roleQuestions } from '../../features/report-types/role-levels.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import type { Entry, Field } from '../fields.ts';
import { describing } from '../subject-command.ts';
import { note } from './set-up.ts';
import { known, listing, type Subject } from './subject.ts';

const flag = (name: string, meaning: string): Field => ({ name, kind: 'flag', meaning });

const inCamelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const questions = Object.keys(roleQuestions) as (keyof RoleAnswers)[];
const listed: Readonly<Record<string, readonly string[]>> = {
  nation: nations,
  personal_care: groups,
  contact_with: groups,
};

/** The questions about a role, each an option. */
const questionFields: readonly Field[] = questions.map((question) => {
  const [name, meaning] = [inCamelCase(question), roleQuestions[question]];
  return listed[question] === undefined
    ? flag(name, meaning)
    : { name, kind: 'text', oneOf: listed[question], meaning };
});

/** Undefined where no question was answered. */
function answersIn(entry: Entry): RoleAnswers | undefined {
  const given = questions.map((question) => [question, entry[inCamelCase(question)]] as const);
  const answered = given.filter(([, value]) => value !== undefined);
  return answered.length === 0 ? undefined : (Object.fromEntries(answered) as RoleAnswers);
}

export const jobRoles: Subject = {
  createsInAccount: true,
  creation: {
    section: 'jobRoles',
    fields: [
      { name: 'roleTitle', kind: 'text', required: true, meaning: 'as agreed with the client' },
      {
        name: 'roleCheckType',
        kind: 'text',
        required: true,
        oneOf: ['standard', 'enhanced'],
        meaning: 'the criminal record check that the role may have',
      },
      flag('workingWithVulnerableAdults', 'it works with vulnerable adults'),
      flag('workingWithChildren', 'it works with children'),
      flag('workingFromHome', 'it works from home'),
      flag('vulnerableAdultsInWorkEnvironment', 'there are vulnerable adults where it works'),
      flag('childrenInWorkEnvironment', 'there are children where it works'),
      flag('isVolunteer', 'it is voluntary'),
      ...questionFields,
    ],
    async create(setUp, accountId, entry) {
      const role = entry as unknown as JobRoleArguments;
      const id = await createJobRole(setUp.ctx, 'system', accountId!, { ...role, answers: answersIn(entry) });
      note(setUp, 'jobRoles', { id, roleTitle: role.roleTitle, roleCheckType: role.roleCheckType });
    },
  },
  verbs: {
    list: listing('list the live ones of the account', async (ctx, accountId) =>
      (await listAgreedJobRoles(ctx, accountId)).map((row) => ({
        id: row.id,
        roleTitle: row.role_title,
        roleCheckType: row.role_check_type,
        workingWithVulnerableAdults: row.working_with_vulnerable_adults,
        workingWithChildren: row.working_with_children,
        workingFromHome: row.working_from_home,
        vulnerableAdultsInWorkEnvironment: row.vulnerable_adults_in_work_environment,
        childrenInWorkEnvironment: row.children_in_work_environment,
        isVolunteer: row.is_volunteer,
      })),
    ),
    eligibility: {
      summary: 'decide which criminal record check a role may have, and why',
      ofAccount: false,
      onlyReads: true,
      fields: questionFields,
      async run(ctx, _, entry) {
        const found = roleLevel(answersIn(entry) ?? {}, ukDateOf(ctx.now()));
        return [
          {
            level: found.level,
            barredLists: found.barredLists,
            workforce: found.workforce,
            report: found.reportTypes.map(codeOf).join(', '),
            feePence: found.feePence,
            byUmbrellaBody: found.byUmbrellaBody,
            reason: found.reason,
            law: found.law.map(({ value }) => value),
          },
        ];
      },
    },
    retire: {
      summary: 'accept no more orders for one',
      ofAccount: true,
      fields: [{ name: 'id', kind: 'number', required: true, meaning: 'as listed' }],
      async run(ctx, accountId, given) {
        const live = await listAgreedJobRoles(ctx, accountId);
        const role = known(
          live.find(({ id }) => id === given.id),
          'id',
        );
        await retireJobRole(ctx, 'system', accountId, role.id);
        return [{ id: role.id, roleTitle: role.role_title, retired: true }];
      },
    },
  },
};

export const describe = describing(jobRoles);
