// Who gets what: the rules by which reports are assigned, in their order, with what they would do now.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf, mayDo } from '../../../features/access/permissions.ts';
import {
  assignNow,
  keepRule,
  listRules,
  mayChangeRule,
  moveRuleUp,
  type Plan,
  previewRules,
  removeRule,
  tryRule,
} from '../../../features/assignments/assignment-actions.ts';
import {
  type AssignmentRule,
  formLanguages,
  type GivenRule,
  isForEarlier,
  noRule,
} from '../../../features/assignments/assignment-rules.ts';
import { findDeskAccounts } from '../../../features/lists/desk-account-queries.ts';
import { findColleagues } from '../../../features/lists/team-queries.ts';
import { catalogue } from '../../../features/report-types/catalogue.ts';
import { scopeChoices } from '../../../features/report-types/report-scope-rules.ts';
import { listTeamPeople, listTeams } from '../../../features/teams/team-actions.ts';
import { countryByAlpha3 } from '../../../lib/countries.ts';
import { languageName, listLanguages } from '../../../lib/languages.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { type FormWords, refusedFields } from '../../shared/field-words.ts';
import { noticeIn, typed, typedAll } from '../../shared/form-fields.ts';
import { inThousands } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';
import { aboutText, type Named, planModel, targetText } from './rule-words.ts';

const path = '/desk/rules';
const permission = 'arrange_work' as const;

const notices = {
  kept: 'The rule is saved. It assigns what becomes ready from now on.',
  kept_all: 'The rule is saved. Within a minute it assigns what is ready, as far as its people have room.',
  removed: 'The rule is removed. Everybody keeps the reports that they have.',
};

const words: FormWords = {
  name: { input: 'name', begins: 'The name', empty: 'Enter a name, by which the history says who assigned a report' },
  reports: { input: 'reports', begins: 'The kind of report' },
  country: { input: 'country', begins: 'The country' },
  account: {
    input: 'account',
    begins: 'The account',
    instead: { 'must be one of yours': 'Choose one of your accounts: only who sees all makes rules about all' },
  },
  team: { input: 'team', begins: 'The team' },
  people: {
    input: 'people',
    begins: 'It',
    instead: { 'choose a team or a person': 'Choose a team, or who gets them' },
  },
  form_language: { input: 'form_language', begins: 'The language of the form' },
  speaks: { input: 'speaks', begins: 'The language' },
  most_open: { input: 'most_open', begins: 'The number of reports' },
};

type User = UserOf<'desk'>;

const named = (rows: readonly { readonly id: string; readonly name: string }[]): Named =>
  new Map(rows.map(({ id, name }) => [id, name]));

const doneText = ({ query }: FormRequest): string | undefined => {
  const count = String(query.assigned ?? '');
  if (!/^\d{1,5}$/.test(count)) return undefined;
  return count === '1' ? '1 report is assigned.' : `${inThousands(Number(count))} reports are assigned.`;
};

function listPage(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(
    path,
    { permission: 'read_team', menu: 'Who gets what', menuGroup: 'desk' },
    async (request: FormRequest, reply, user) => {
      const [rules, plan, accounts, teams, people, colleagues] = await Promise.all([
        listRules(ctx, user),
        previewRules(ctx, user),
        findDeskAccounts(ctx.db, user.accounts),
        listTeams(ctx, authorityOf(user)),
        listTeamPeople(ctx, user),
        findColleagues(ctx.db, user),
      ]);
      const known = { teams: named(teams), names: named(people), working: new Set(colleagues.map(({ id }) => id)) };
      return renderPage(request, reply, 'desk/rules/rules.njk', {
        title: 'Who gets what',
        done: noticeIn(request, notices) ?? doneText(request),
        mayChange: mayDo(user, permission),
        rows: rules.map((rule, at) => {
          const isOwn = mayDo(user, permission) && mayChangeRule(user, rule.accountId);
          return {
            number: at + 1,
            name: rule.name,
            about: aboutText(rule, named(accounts)),
            to: targetText(rule, known),
            most: rule.mostOpen,
            changedBy: rule.changedByName,
            changedAt: rule.changedAt,
            given: plan.given.filter((one) => one.rule.id === rule.id).length,
            href: isOwn ? `${path}/${rule.id}` : undefined,
            upAction: isOwn && at > 0 ? `${path}/${rule.id}/up` : undefined,
          };
        }),
        plan: planModel(plan),
        assignAction: mayDo(user, permission) && plan.given.length > 0 ? `${path}/assign` : undefined,
      });
    },
  );
  pages.post(`${path}/assign`, { permission }, async (_request: FormRequest, reply, user) =>
    reply.redirect(`${path}?assigned=${await assignNow(ctx, user)}`, 303),
  );
  pages.post(`${path}/:rule_id/up`, { permission }, async (request: FormRequest, reply, user) => {
    await moveRuleUp(ctx, user, ruleIdIn(request)!);
    return reply.redirect(path, 303);
  });
}

const ruleIdIn = ({ params }: FormRequest) => (params as { readonly rule_id?: string }).rule_id?.toLowerCase();

const givenIn = (request: FormRequest): GivenRule => ({
  ...{ name: typed(request, 'name'), reports: typed(request, 'reports'), country: typed(request, 'country') },
  ...{ accountId: typed(request, 'account'), onlyUrgent: typed(request, 'urgent') === '1' },
  ...{ formLanguage: typed(request, 'form_language'), speaks: typed(request, 'speaks') },
  ...{ keepsOrder: typed(request, 'keeps_order') === '1', isForEarlier: typed(request, 'earlier') === '1' },
  ...{ teamId: typed(request, 'team'), people: typedAll(request, 'people'), mostOpen: typed(request, 'most_open') },
});

const givenOf = (rule: AssignmentRule): GivenRule => ({
  ...{ name: rule.name, reports: rule.reports ?? '', country: rule.country ?? '', accountId: rule.accountId ?? '' },
  ...{ onlyUrgent: rule.onlyUrgent, teamId: rule.teamId ?? '', people: rule.people },
  ...{ formLanguage: rule.formLanguage ?? '', speaks: rule.speaks ?? '', keepsOrder: rule.keepsOrder },
  isForEarlier: isForEarlier(rule),
  mostOpen: rule.mostOpen?.toString() ?? '',
});

const byText = (one: { readonly text: string }, other: { readonly text: string }) =>
  one.text.localeCompare(other.text, 'en');

const countryItems = [...new Set(catalogue.map(({ country }) => country ?? 'GBR'))]
  .map((code) => ({ value: code, text: countryByAlpha3(code)?.name ?? code }))
  .sort(byText);

const chosenOf = <Item extends { readonly value: string }>(value: string, items: readonly Item[]) =>
  items.map((item) => ({ ...item, selected: item.value === value }));

const itemOf = ({ id, name }: { readonly id: string; readonly name: string }) => ({ value: id, text: name });

interface Shown {
  readonly given: GivenRule;
  readonly errors?: FieldMessages | undefined;
  readonly plan?: Plan | undefined;
}

function formPages(pages: Pages<'desk'>, ctx: Ctx): void {
  const ruleOf = async (request: FormRequest, user: User) => {
    const id = ruleIdIn(request);
    const rule = (await listRules(ctx, user)).find((one) => one.id === id);
    if (id !== undefined && (rule === undefined || !mayChangeRule(user, rule.accountId)))
      throw new Refusal('not_found');
    return rule;
  };

  const show = async (request: FormRequest, reply: FastifyReply, user: User, { given, errors, plan }: Shown) => {
    const id = ruleIdIn(request);
    const [accounts, teams, people] = await Promise.all([
      findDeskAccounts(ctx.db, user.accounts),
      listTeams(ctx, authorityOf(user)),
      listTeamPeople(ctx, user),
    ]);
    const all =
      user.accounts === 'all'
        ? [{ value: '', text: 'Every account, also later ones' }]
        : [{ value: '', text: 'Choose' }];
    return renderPage(request, reply, 'desk/rules/rule-form.njk', {
      title: id === undefined ? 'Make a rule' : 'Change a rule',
      back: { text: 'Who gets what', href: path },
      errors,
      given,
      scopes: scopeChoices(catalogue),
      countries: chosenOf(given.country, [{ value: '', text: 'Any country' }, ...countryItems]),
      accounts: chosenOf(given.accountId, [...all, ...accounts.map(itemOf)]),
      teams: chosenOf(given.teamId, [{ value: '', text: 'No team' }, ...teams.map(itemOf)]),
      formLanguages: chosenOf(given.formLanguage, [
        { value: '', text: 'Any language' },
        ...formLanguages.map((one) => ({ value: one, text: languageName(one) })),
      ]),
      workingLanguages: chosenOf(given.speaks, [
        { value: '', text: 'Any language' },
        ...listLanguages().map(({ code, name }) => ({ value: code, text: name })),
      ]),
      people: people.map((one) => ({ ...itemOf(one), checked: given.people.includes(one.id) })).sort(byText),
      plan: plan && planModel(plan),
      action: id === undefined ? `${path}/new` : `${path}/${id}`,
      removeAction: id === undefined ? undefined : `${path}/${id}/remove`,
    });
  };

  for (const route of [`${path}/new`, `${path}/:rule_id`]) {
    pages.get(route, { permission }, async (request: FormRequest, reply, user) => {
      const rule = await ruleOf(request, user);
      return show(request, reply, user, { given: rule === undefined ? noRule : givenOf(rule) });
    });
    pages.post(route, { permission }, async (request: FormRequest, reply, user) => {
      const rule = await ruleOf(request, user);
      const given = givenIn(request);
      let plan: Plan | undefined;
      const work = async () => {
        if (typed(request, 'do') === 'try') plan = await tryRule(ctx, user, rule?.id, given);
        else await keepRule(ctx, user, rule?.id, given);
      };
      const errors = await refusedFields(work, words);
      if (errors !== undefined) return show(request, reply.status(422), user, { given, errors });
      if (plan !== undefined) return show(request, reply, user, { given, plan });
      return reply.redirect(`${path}?done=${given.isForEarlier ? 'kept_all' : 'kept'}`, 303);
    });
  }
  pages.post(`${path}/:rule_id/remove`, { permission }, async (request: FormRequest, reply, user) => {
    await removeRule(ctx, user, ruleIdIn(request)!);
    return reply.redirect(`${path}?done=removed`, 303);
  });
}

export function rulesPages(pages: Pages<'desk'>, ctx: Ctx): void {
  listPage(pages, ctx);
  formPages(pages, ctx);
}
