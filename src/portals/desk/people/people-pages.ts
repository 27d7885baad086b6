// The people of the desk: invites screeners and others, changes their role and accounts, disables them, helps them sign in.
import type { FastifyReply } from 'fastify';
import { type Ctx, inTransaction } from '../../../context.ts';
import { authorityOf, type DeskRole, mayDo, roles } from '../../../features/access/permissions.ts';
import { decideByChange } from '../../../features/access-reviews/access-review-actions.ts';
import { readReviewDue } from '../../../features/access-reviews/due-review-actions.ts';
import { changeDeskLanguages, readDeskLanguages } from '../../../features/accounts/desk-language-actions.ts';
import { inviteDeskUser } from '../../../features/accounts/new-account-actions.ts';
import { isWithin, sharesAccount } from '../../../features/accounts/people-rules.ts';
import { resetSecondFactors } from '../../../features/accounts/second-factor-actions.ts';
import { chosenOf, openSessionsOf, signUsersOut } from '../../../features/accounts/session-end-actions.ts';
import {
  changeDeskUser,
  disableDeskUser,
  enableDeskUser,
  listDeskUsers,
  setDeskAccessEnd,
  usualNewUntil,
} from '../../../features/accounts/sign-in-actions.ts';
import { inviteToSignIn } from '../../../features/accounts/sign-in-link-actions.ts';
import { correctEmail } from '../../../features/accounts/user-email-actions.ts';
import { personProblems } from '../../../features/accounts/user-rules.ts';
import { readHeldWork } from '../../../features/cases/hand-over-actions.ts';
import { findDeskAccounts } from '../../../features/lists/desk-account-queries.ts';
import { undeliveredToUsers } from '../../../features/lists/undelivered-mail-actions.ts';
import { typedCount } from '../../../features/report-types/agreement-text-rules.ts';
import { parseDate } from '../../../lib/dates.ts';
import { languageName, listLanguages } from '../../../lib/languages.ts';
import { type FieldMessages, Problems, Refusal } from '../../../lib/refusal.ts';
import { messagesOf, refusedFields } from '../../shared/field-words.ts';
import { notDeliveredTag, undeliveredNotice } from '../../shared/mails/mail-words.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { roleTexts } from '../../shared/role-texts.ts';
import type { Pages } from '../../shared/shell.ts';
import { personStatus } from '../../shared/status-tags.ts';
import { accessEndOf, accessUntilIn, isAccessOver } from '../../shared/users/access-end.ts';
import { showInvitation } from '../../shared/users/invitation.ts';
import { personNotices, personWords, roleItems } from '../../shared/users/person-words.ts';
import { deskReviewPath } from '../access/desk-review-path.ts';
import { type DeskUser, type FormRequest, noticeIn, typed, typedAll } from '../accounts/account-request.ts';
import { trailHref } from '../trail/trail-page.ts';
import { handOverHref, handOverPage } from './hand-over-page.ts';

const path = '/desk/people';
const reading = { permission: 'manage_desk_users' } as const;
/** Who may do what changes: the user proves again who they are. */
const changing = { ...reading, stepUp: 'roles' } as const;

const roleHints: Readonly<Record<DeskRole, string>> = {
  screener: 'Works on reports.',
  reviewer: 'Works on reports, and approves those of others.',
  team_leader:
    'A reviewer who also sees the figures of their clients, without money, records trainings, answers complaints about delays and says when candidates start work.',
  data_protection:
    'Answers people who ask about their data: register, copies, restrictions, erasures; decides no outcome.',
  account_manager:
    'Sets up accounts, agreements, users and API keys, and sees the accounts that they create; works on no report.',
  administrator: 'Everything, with the people of the desk.',
  finance: 'Prices, charges, credits, invoices, suppliers and figures; sees no candidate and no result.',
  auditor:
    'Reads orders, results, accounts, requests about data, sub-processors, figures, security events and the audit trail; decides and changes nothing. Not the directory, the texts, and the people of the desk: who has access stands under Access.',
};

const oversees: readonly DeskRole[] = ['data_protection', 'auditor'];

const deskRoles = Object.keys(roles.desk) as DeskRole[];

type Person = Awaited<ReturnType<typeof listDeskUsers>>[number];

const peopleOf = async (ctx: Ctx, user: DeskUser) =>
  (await listDeskUsers(ctx, authorityOf(user))).filter((person) => isWithin(user.accounts, person));

async function personOf(ctx: Ctx, user: DeskUser, request: FormRequest): Promise<Person> {
  const id = request.params.user_id?.toLowerCase();
  const person = (await peopleOf(ctx, user)).find((one) => one.id === id);
  if (person === undefined) throw new Refusal('not_found');
  return person;
}

/** What the form says of somebody, with what it lacks by input. */
async function readForm(ctx: Ctx, user: DeskUser, request: FormRequest) {
  const ticked = typedAll(request, 'accounts');
  const seen = (await findDeskAccounts(ctx.db, user.accounts)).map(({ id }) => id).filter((id) => ticked.includes(id));
  const accounts = user.accounts === 'all' && ticked.includes('all') ? ('all' as const) : seen;
  const role = deskRoles.find((one) => one === typed(request, 'role'));
  const newUntil = typed(request, 'new_until');
  const problems = new Problems();
  if (role === undefined) problems.add('role', 'Choose what they may do');
  // Whoever sets up accounts sees those that they create.
  const createsAccounts = role !== undefined && mayDo({ permissions: roles.desk[role] }, 'manage_accounts');
  if (accounts.length === 0 && !createsAccounts) problems.add('accounts', 'Choose the accounts that they work for');
  if (newUntil !== '' && parseDate(newUntil) === undefined)
    problems.add('new_until', 'Enter a day, such as 2030-01-31');
  const given = {
    accounts,
    role: role ?? 'screener',
    newUntil: newUntil || null,
    samplePercent: typedCount(typed(request, 'sample_percent')) ?? null,
  };
  return { given, missing: problems.any ? problems.fields : undefined };
}

interface Chosen {
  readonly role: string;
  readonly accounts: readonly string[];
  readonly newUntil: string;
  readonly samplePercent: string;
}

const typedChoices = (request: FormRequest): Chosen => ({
  role: typed(request, 'role'),
  accounts: typedAll(request, 'accounts'),
  newUntil: typed(request, 'new_until'),
  samplePercent: typed(request, 'sample_percent'),
});

const choicesOf = (person: Person): Chosen => ({
  role: person.role,
  accounts: person.all_accounts ? ['all'] : person.accounts,
  newUntil: person.new_until ?? '',
  samplePercent: person.sample_percent?.toString() ?? '',
});

/** The model of `choices.njk`. */
async function choices(ctx: Ctx, user: DeskUser, chosen: Chosen) {
  const accounts = await findDeskAccounts(ctx.db, user.accounts);
  const all = { value: 'all', text: 'All accounts, also later ones' };
  return {
    chosen,
    roleItems: roleItems(roleHints, chosen.role),
    accountItems: [
      ...(user.accounts === 'all' ? [all] : []),
      ...accounts.map(({ id, name }) => ({ value: id, text: name })),
    ].map((item) => ({ ...item, checked: chosen.accounts.includes(item.value) })),
  };
}

function newPersonPage(pages: Pages<'desk'>, ctx: Ctx): void {
  const unused = (): Chosen => ({ role: '', accounts: [], newUntil: usualNewUntil(ctx.now()), samplePercent: '' });
  const show = async (request: FormRequest, reply: FastifyReply, user: DeskUser, errors?: FieldMessages) =>
    renderPage(request, reply, 'desk/people/new-person.njk', {
      title: 'Invite somebody to the desk',
      back: { text: 'People', href: path },
      errors,
      form: { name: typed(request, 'name'), email: typed(request, 'email') },
      ...(await choices(ctx, user, request.method === 'GET' ? unused() : typedChoices(request))),
    });

  pages.get(`${path}/new`, reading, (request: FormRequest, reply, user) => show(request, reply, user));
  pages.post(`${path}/new`, changing, async (request: FormRequest, reply, user) => {
    const { given: chosen, missing } = await readForm(ctx, user, request);
    const given = { name: typed(request, 'name'), email: typed(request, 'email'), ...chosen };
    const wrong = messagesOf(personProblems(given).fields, personWords);
    if (missing !== undefined) return show(request, reply.status(422), user, { ...wrong, ...missing });
    let invited: Awaited<ReturnType<typeof inviteDeskUser>> | undefined;
    const errors = await refusedFields(async () => {
      invited = await inviteDeskUser(ctx, authorityOf(user), given);
    }, personWords);
    if (invited === undefined) return show(request, reply.status(422), user, errors);
    return showInvitation(request, reply, invited, { title: 'Person created', email: given.email, href: path });
  });
}

const isOfSameAccounts = (accounts: 'all' | readonly string[], { all_accounts: seesAll, accounts: seen }: Person) =>
  accounts === 'all' ? seesAll : !seesAll && [...accounts].toSorted().join() === [...seen].toSorted().join();

function personPage(pages: Pages<'desk'>, ctx: Ctx): void {
  const decide = (tx: Ctx, user: DeskUser, { id }: Person) =>
    decideByChange(tx, authorityOf(user), null, { kind: 'user', id });
  const show = async (
    request: FormRequest,
    reply: FastifyReply,
    user: DeskUser,
    person: Person,
    errors?: FieldMessages,
  ) => {
    const undelivered = (await undeliveredToUsers(ctx, authorityOf(user), null, [person.id])).get(person.id);
    const { reports } = await readHeldWork(ctx, authorityOf(user), user.accounts, person.id);
    const spoken = (await readDeskLanguages(ctx, authorityOf(user)))(person.id);
    return renderPage(request, reply, 'desk/people/person.njk', {
      title: person.name,
      back: { text: 'People', href: path },
      done: noticeIn(request, { ...personNotices, languages: 'Their languages are saved.' }),
      errors,
      person,
      status: personStatus(person),
      undelivered: undelivered && undeliveredNotice(person.email, undelivered, person.is_invited),
      typedEmail: errors?.email ? typed(request, 'email') : person.email,
      sessions: (await openSessionsOf(ctx, authorityOf(user), [person.id])).get(person.id) ?? 0,
      isOneself: person.id === user.userId,
      holds: reports.length,
      languageItems: listLanguages().map(({ code, name }) => ({
        value: code,
        text: name,
        checked: spoken.includes(code),
      })),
      workingLanguages: spoken.map(languageName).join(', '),
      handOverHref: handOverHref(person.id),
      trailHref: mayDo(user, 'read_audit') ? trailHref(person.id) : undefined,
      path: `${path}/${person.id}`,
      roleText: roleTexts[person.role],
      accessEnd: accessEndOf(ctx, request, person, `${path}/${person.id}/access`),
      reviewHref: (await readReviewDue(ctx, authorityOf(user), null))?.startedOn && deskReviewPath,
      ...(await choices(
        ctx,
        user,
        errors === undefined || errors.email || errors.access_until ? choicesOf(person) : typedChoices(request),
      )),
    });
  };

  pages.get(`${path}/:user_id`, reading, async (request: FormRequest, reply, user) =>
    show(request, reply, user, await personOf(ctx, user, request)),
  );
  pages.post(`${path}/:user_id`, changing, async (request: FormRequest, reply, user) => {
    const person = await personOf(ctx, user, request);
    const { given, missing } = await readForm(ctx, user, request);
    if (missing !== undefined) return show(request, reply.status(422), user, person, missing);
    const change = { ...given, role: given.role === person.role ? undefined : given.role };
    const errors = await refusedFields(async () => {
      await inTransaction(ctx, async (tx) => {
        await changeDeskUser(tx, authorityOf(user), person.id, change);
        if (change.role !== undefined || !isOfSameAccounts(given.accounts, person)) await decide(tx, user, person);
      });
    }, personWords);
    if (errors !== undefined) return show(request, reply.status(422), user, person, errors);
    return reply.redirect(`${path}/${person.id}?done=changed`, 303);
  });
  pages.post(`${path}/:user_id/languages`, reading, async (request: FormRequest, reply, user) => {
    const person = await personOf(ctx, user, request);
    await changeDeskLanguages(ctx, authorityOf(user), person.id, typedAll(request, 'languages'));
    return reply.redirect(`${path}/${person.id}?done=languages`, 303);
  });
  pages.post(`${path}/:user_id/disable`, changing, async (request: FormRequest, reply, user) => {
    const person = await personOf(ctx, user, request);
    const errors = await refusedFields(async () => {
      await inTransaction(ctx, async (tx) => {
        await disableDeskUser(tx, authorityOf(user), person.id);
        await decide(tx, user, person);
      });
    }, personWords);
    if (errors !== undefined) return show(request, reply.status(422), user, person, errors);
    const { reports } = await readHeldWork(ctx, authorityOf(user), user.accounts, person.id);
    const next = reports.length === 0 ? path : handOverHref(person.id);
    return reply.redirect(`${next}?done=disabled`, 303);
  });
  pages.post(`${path}/:user_id/enable`, changing, async (request: FormRequest, reply, user) => {
    const person = await personOf(ctx, user, request);
    await enableDeskUser(ctx, authorityOf(user), person.id);
    return reply.redirect(`${path}/${person.id}?done=enabled`, 303);
  });
  pages.post(`${path}/:user_id/access`, changing, async (request: FormRequest, reply, user) => {
    const person = await personOf(ctx, user, request);
    const until = accessUntilIn(request);
    const errors = await refusedFields(() => setDeskAccessEnd(ctx, authorityOf(user), person.id, until), personWords);
    if (errors !== undefined) return show(request, reply.status(422), user, person, errors);
    return reply.redirect(`${path}/${person.id}?done=access`, 303);
  });
  pages.post(`${path}/:user_id/invite`, changing, async (request: FormRequest, reply, user) => {
    const person = await personOf(ctx, user, request);
    const link = await inviteToSignIn(ctx, authorityOf(user), person.email);
    const page = { title: 'Invitation', email: person.email, href: `${path}/${person.id}` };
    return showInvitation(request, reply, { link }, page);
  });
  pages.post(`${path}/:user_id/email`, changing, async (request: FormRequest, reply, user) => {
    const person = await personOf(ctx, user, request);
    const email = typed(request, 'email');
    let invited: Awaited<ReturnType<typeof correctEmail>> | undefined;
    const errors = await refusedFields(async () => {
      invited = await correctEmail(ctx, authorityOf(user), person.id, email);
    }, personWords);
    if (invited === undefined) return show(request, reply.status(422), user, person, errors);
    const page = { title: 'Invitation', email, href: `${path}/${person.id}`, done: 'corrected' };
    return showInvitation(request, reply, invited, page);
  });
  pages.post(`${path}/:user_id/reset-second-factors`, changing, async (request: FormRequest, reply, user) => {
    const person = await personOf(ctx, user, request);
    const link = await resetSecondFactors(ctx, authorityOf(user), person.email);
    const page = { title: 'Invitation', email: person.email, href: `${path}/${person.id}`, done: 'reset' };
    return showInvitation(request, reply, { link }, page);
  });
}

export function peoplePages(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(
    path,
    { ...reading, menu: 'People', menuGroup: 'management' },
    async (request: FormRequest, reply, user) => {
      const [everybody, accounts] = await Promise.all([
        listDeskUsers(ctx, authorityOf(user)),
        findDeskAccounts(ctx.db, user.accounts),
      ]);
      const people = everybody.filter((person) => sharesAccount(user.accounts, person));
      const ids = people.map(({ id }) => id);
      const undelivered = await undeliveredToUsers(ctx, authorityOf(user), null, ids);
      const worksFor = (person: Person) => {
        const names = accounts.filter(({ id }) => person.accounts.includes(id)).map(({ name }) => name);
        const works = [...names, ...(names.length < person.accounts.length ? ['others'] : [])].join(', ');
        if (!oversees.includes(person.role)) return works;
        // Whoever oversees the company is asked about every client, and an account that was made later is easily missed.
        const not = accounts.filter(({ id }) => !person.accounts.includes(id)).map(({ name }) => name);
        return not.length === 0 ? works : `${works}; not: ${not.join(', ')}`;
      };
      return renderPage(request, reply, 'desk/people/people.njk', {
        title: 'People of the desk',
        reviewHref: user.accounts === 'all' ? deskReviewPath : undefined,
        reviewWaits: (await readReviewDue(ctx, authorityOf(user), null))?.waits === true,
        done: noticeIn(request, personNotices),
        isOfOthersToo: !people.every((person) => isWithin(user.accounts, person)),
        rows: people.map((person) => ({
          ...person,
          status: personStatus(person),
          isOver: isAccessOver(ctx, person),
          undelivered: person.disabled_at === null && undelivered.has(person.id) ? notDeliveredTag : undefined,
          href: isWithin(user.accounts, person) ? `${path}/${person.id}` : undefined,
          roleText: roleTexts[person.role],
          worksFor: person.all_accounts ? 'All accounts' : worksFor(person),
        })),
      });
    },
  );
  pages.post(`${path}/end-sessions`, changing, async (request: FormRequest, reply, user) => {
    const people = (await peopleOf(ctx, user)).map(({ id }) => id);
    await signUsersOut(ctx, authorityOf(user), chosenOf(people, typed(request, 'user')));
    return reply.redirect(`${path}?done=ended`, 303);
  });
  newPersonPage(pages, ctx);
  personPage(pages, ctx);
  handOverPage(pages, ctx);
}
