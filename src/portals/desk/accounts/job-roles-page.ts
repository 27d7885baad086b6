// The job roles of an account: lists and retires them, and adds one by the questions that decide its level.

import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import type { Draft } from '../../../features/drafts/draft-actions.ts';
import { citationOf } from '../../../features/knowledge/rule.ts';
import {
  createJobRole,
  type JobRoleArguments,
  listAgreedJobRoles,
  retireJobRole,
} from '../../../features/report-types/agreement-actions.ts';
import { findReportType } from '../../../features/report-types/report-type-rules.ts';
import { type RoleLevel, roleLevel } from '../../../features/report-types/role-level-rules.ts';
import {
  type groups,
  type nations,
  type RoleAnswers,
  roleQuestions,
  supervisionCountsUntil,
} from '../../../features/report-types/role-levels.ts';
import type { IsoDate } from '../../../lib/dates.ts';
import { inPounds } from '../../../lib/money.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { bodyFromDraft } from '../../shared/drafts/drafts.ts';
import { type FieldWords, refusedFields } from '../../shared/field-words.ts';
import {
  type AccountPages,
  type FormRequest,
  noticeIn,
  type OpenedAccount,
  renderAccountPage,
  typed,
  typedAll,
} from './account-request.ts';

const changing = { permission: 'manage_agreements' } as const;

const notices = {
  added: 'The job role is added: orders can name it from now on.',
  retired: 'The job role is retired: no new order can name it.',
};

const words: Readonly<Record<string, FieldWords>> = {
  roleTitle: { input: 'role_title', begins: 'The title', empty: 'Enter the title of the role' },
  roleCheckType: { input: 'role_check_type', begins: 'The check' },
};

const nationTexts: Readonly<Record<(typeof nations)[number], string>> = {
  england_and_wales: 'England or Wales',
  scotland: 'Scotland',
  northern_ireland: 'Northern Ireland',
};
const groupTexts: Readonly<Record<(typeof groups)[number], string>> = {
  none: 'No',
  children: 'Yes, with children',
  adults: 'Yes, with adults',
  both: 'Yes, with both',
};
const yesNo = { yes: 'Yes', no: 'No' } as const;

type Question = keyof RoleAnswers;
const everyQuestion = Object.keys(roleQuestions) as Question[];

/** Without the question on supervision since it changes no level. */
const questionsOn = (today: IsoDate): readonly Question[] =>
  everyQuestion.filter((question) => question !== 'is_supervised' || today < supervisionCountsUntil);

/** The answers of a question, by value. */
const choicesOf = (question: Question): Readonly<Record<string, string>> => {
  if (question === 'nation') return nationTexts;
  return question === 'personal_care' || question === 'contact_with' ? groupTexts : yesNo;
};

/** Unanswered questions are left out. */
function answersIn(request: FormRequest): RoleAnswers {
  const given = everyQuestion.flatMap((question): [string, unknown][] => {
    const text = typed(request, question);
    const choices = choicesOf(question);
    if (!Object.hasOwn(choices, text)) return [];
    return [[question, choices === yesNo ? text === 'yes' : text]];
  });
  return Object.fromEntries(given) as RoleAnswers;
}

const traits = {
  workingWithVulnerableAdults: 'It works with vulnerable adults',
  workingWithChildren: 'It works with children',
  workingFromHome: 'It works from home',
  vulnerableAdultsInWorkEnvironment: 'There are vulnerable adults where it works',
  childrenInWorkEnvironment: 'There are children where it works',
  isVolunteer: 'It is voluntary',
} as const satisfies Partial<Record<keyof JobRoleArguments, string>>;
type Trait = keyof typeof traits;
const traitNames = Object.keys(traits) as Trait[];

/** What the answers say already. */
const traitsOf = (answers: RoleAnswers, { workforce }: RoleLevel): readonly Trait[] => [
  ...(workforce.includes('adult') ? ['workingWithVulnerableAdults' as const] : []),
  ...(workforce.includes('child') ? ['workingWithChildren' as const] : []),
  ...(answers.is_paid === false ? ['isVolunteer' as const] : []),
];

const listTexts = { children: 'Children’s barred list', adults: 'Adults’ barred list' } as const;

const labelOf = ({ name, variant }: RoleLevel['reportTypes'][number]) => {
  const found = findReportType(name, variant);
  return 'type' in found ? found.type.label : `${name}:${variant}`;
};

const verdictOf = (found: RoleLevel) => ({
  ...found,
  reports: found.reportTypes.map(labelOf).join(' and '),
  lists: found.barredLists.map((list) => listTexts[list]),
  fee: inPounds(found.feePence),
  law: found.law.map((one) => ({ text: one.value, citation: citationOf(one) })),
});

function newJobRolePages(pages: AccountPages, ctx: Ctx): void {
  const show = (
    request: FormRequest,
    reply: FastifyReply,
    opened: OpenedAccount,
    { errors, draft }: { readonly errors?: FieldMessages; readonly draft?: Draft | undefined } = {},
  ) => {
    const answers = answersIn(request);
    const today = ukDateOf(ctx.now());
    const isAnswered = Object.keys(answers).length > 0;
    const found = isAnswered ? roleLevel(answers, today) : undefined;
    const ticked = typed(request, 'do') === 'save' ? typedAll(request, 'traits') : found && traitsOf(answers, found);
    return renderAccountPage(request, reply, 'new-job-role.njk', opened, {
      title: 'New job role',
      section: 'Job roles',
      errors,
      draft,
      roleTitle: typed(request, 'role_title'),
      questions: questionsOn(today).map((question) => ({
        name: question,
        text: roleQuestions[question],
        items: Object.entries(choicesOf(question)).map(([value, text]) => ({
          value,
          text,
          checked: typed(request, question) === value,
        })),
      })),
      verdict: found === undefined ? undefined : verdictOf(found),
      checkTypeItems: (found?.level === 'standard' ? ['standard'] : ['enhanced', 'standard']).map((value, index) => ({
        value,
        text: value === 'standard' ? 'Standard' : 'Enhanced',
        checked:
          typed(request, 'role_check_type') === value || (typed(request, 'role_check_type') === '' && index === 0),
      })),
      traitItems: traitNames.map((name) => ({
        value: name,
        text: traits[name],
        checked: ticked?.includes(name) ?? false,
      })),
    });
  };

  pages.get('/job-roles/new', changing, async (request, reply, opened) =>
    show(request, reply, opened, { draft: await bodyFromDraft(ctx, request) }),
  );
  pages.post('/job-roles/new', changing, async (request, reply, opened) => {
    const answers = answersIn(request);
    if (Object.keys(answers).length === 0) {
      return show(request, reply.status(422), opened, {
        errors: { nation: ['Answer the questions that apply to the role'] },
      });
    }
    if (typed(request, 'do') !== 'save') return show(request, reply, opened);
    const ticked = typedAll(request, 'traits');
    const role: JobRoleArguments = {
      roleTitle: typed(request, 'role_title'),
      roleCheckType: typed(request, 'role_check_type') as JobRoleArguments['roleCheckType'],
      ...Object.fromEntries(traitNames.map((name) => [name, ticked.includes(name)])),
      answers,
    };
    const errors = await refusedFields(() => createJobRole(ctx, opened.by, opened.account.id, role), words);
    if (errors !== undefined) return show(request, reply.status(422), opened, { errors });
    return reply.redirect(`${opened.path}/job-roles?done=added`, 303);
  });
}

export function jobRolesPage(pages: AccountPages, ctx: Ctx): void {
  pages.get('/job-roles', { permission: 'read_accounts' }, async (request, reply, opened) => {
    const roles = await listAgreedJobRoles(ctx, opened.account.id);
    return renderAccountPage(request, reply, 'job-roles.njk', opened, {
      title: 'Job roles',
      section: 'Job roles',
      done: noticeIn(request, notices),
      rows: roles.map(({ eligibility, ...role }) => ({
        ...role,
        level: role.role_check_type === 'standard' ? 'Standard' : 'Enhanced',
        lists: eligibility?.barredLists.map((list) => listTexts[list as keyof typeof listTexts]).join(', '),
        isDecided: eligibility !== null,
      })),
    });
  });
  pages.post('/job-roles/:job_role_id/retire', changing, async (request, reply, opened) => {
    const id = Number(request.params.job_role_id);
    await retireJobRole(ctx, opened.by, opened.account.id, Number.isSafeInteger(id) && id < 2 ** 31 ? id : 0);
    return reply.redirect(`${opened.path}/job-roles?done=retired`, 303);
  });
  newJobRolePages(pages, ctx);
}
