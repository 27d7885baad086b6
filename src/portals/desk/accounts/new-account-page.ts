// The form for a new account: its name, the report types that it starts with, and its first administrator.

import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf } from '../../../features/access/permissions.ts';
import { settingText } from '../../../features/accounts/account-setting.ts';
import { accountSettings } from '../../../features/accounts/account-settings.ts';
import { readStandard } from '../../../features/accounts/house-standard-actions.ts';
import { openAccount, opensForDemo } from '../../../features/accounts/new-account-actions.ts';
import { countApprovers } from '../../../features/accounts/sign-in-actions.ts';
import { catalogue } from '../../../features/report-types/catalogue.ts';
import { type Area, areas } from '../../../features/report-types/report-type.ts';
import {
  keepsDaysOf,
  type TemplateId,
  templateIds,
  templates,
  typesOfTemplate,
} from '../../../features/report-types/templates.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { type FieldWords, refusedFields } from '../../shared/field-words.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { settingInputs, settingWords, typedSettings } from '../../shared/settings/setting-inputs.ts';
import type { Pages } from '../../shared/shell.ts';
import { showInvitation } from '../../shared/users/invitation.ts';
import {
  accountsPath,
  asked as askedOf,
  type DeskUser,
  type FormRequest,
  openAccountsOf,
  sectionPath,
  standardName,
  typed,
} from './account-request.ts';

const path = `${accountsPath}/new`;

/** What the operator decides for each account; the other settings wait on its own page. */
const asked = [
  'approveAdverse',
  'approveCriminalRecords',
  'approveClearAnyway',
  'refuseUnpriced',
  'vatPercent',
  'eraseAfterDays',
  'neverHiredDays',
  'keepsStaff',
  'submissionWorkingDays',
] as const;

export const newAccountWords: Readonly<Record<string, FieldWords>> = {
  name: { input: 'name', begins: 'The name', empty: 'Enter the name of the account' },
  'administrator.name': { input: 'administrator_name', begins: 'The name', empty: 'Enter the administrator’s name' },
  'administrator.email': {
    input: 'administrator_email',
    begins: 'The email address',
    empty: 'Enter the administrator’s email address',
  },
};

/** Left empty, it is as the template proposes. */
const KEEPING = 'eraseAfterDays';

const proposedDays = (id: TemplateId | undefined): number =>
  (id && keepsDaysOf(id)) ?? accountSettings[KEEPING].suggested;

const keepingHint = `Left empty: ${[
  ...templateIds.flatMap((id) =>
    keepsDaysOf(id) === undefined ? [] : `${proposedDays(id)} days for ${templates[id].label}`,
  ),
  `${proposedDays(undefined)} for the others`,
].join(', ')}.`;

const words: Readonly<Record<string, FieldWords>> = { ...newAccountWords, ...settingWords(asked) };

/** Of the settings that ask for the approval of a second person, none is suggested where there is none. */
const suggestedFor = (approvers: number, name: (typeof asked)[number]): string =>
  // The template says it.
  name === KEEPING
    ? ''
    : settingText(
        accountSettings[name].group === 'approval' && approvers < 2 ? false : accountSettings[name].suggested,
      );

const isInEvery = (area: Area) => templateIds.every((id) => (templates[id].areas as readonly Area[]).includes(area));
const areasText = (named: readonly Area[]) => named.map((area) => areas[area]).join('; ');

/** What a template switches on besides what every template does. */
const hintOf = (id: TemplateId): string => {
  const { areas: all } = templates[id];
  return `${typesOfTemplate(id, catalogue).length} report types. Also: ${areasText(all.filter((area) => !isInEvery(area)))}`;
};

/** Chosen in place of an account. */
const FROM_TEMPLATE = 'template';

/** The account that the new one is to be like, of the address or of the form: the house standard unless another is chosen. */
async function likeOf(ctx: Ctx, request: FormRequest, user: DeskUser) {
  const others = await openAccountsOf(ctx, user);
  const standard = await readStandard(ctx, authorityOf(user));
  const all = [...(standard === undefined ? [] : [{ id: standard.id, name: standardName }]), ...others];
  const isSent = request.method === 'POST';
  const wanted = isSent ? typed(request, 'like') : askedOf(request, 'like') || standard?.id;
  return { others, standard, all, like: all.find(({ id }) => id === wanted) };
}

async function show(
  ctx: Ctx,
  request: FormRequest,
  reply: FastifyReply,
  user: DeskUser,
  errors?: FieldMessages,
): Promise<FastifyReply> {
  const template = typed(request, 'template') || 'uk_standard';
  const approvers = await countApprovers(ctx, authorityOf(user));
  const { all, standard, like } = await likeOf(ctx, request, user);
  const isSent = request.method === 'POST';
  return renderPage(request, reply, 'desk/accounts/new-account.njk', {
    title: 'New account',
    back: { text: 'All accounts', href: accountsPath },
    errors,
    like,
    isLikeStandard: like !== undefined && like.id === standard?.id,
    beginnings: [
      ...all.map(({ id, name }) => ({
        ...{ value: id, selected: id === like?.id },
        text: id === standard?.id ? `The house standard (suggested)` : name,
      })),
      { value: FROM_TEMPLATE, text: 'No account: a template', selected: like === undefined },
    ],
    isForDemo: await opensForDemo(ctx, authorityOf(user)),
    form: {
      name: typed(request, 'name'),
      administratorName: typed(request, 'administrator_name'),
      administratorEmail: typed(request, 'administrator_email'),
      secondFactor: !isSent || typed(request, 'second_factor') === 'yes',
    },
    approvers,
    settings: settingInputs(asked, (name) =>
      isSent ? typed(request, name) : suggestedFor(approvers, name as (typeof asked)[number]),
    ).map((one) => ({
      ...one,
      suggestedText: undefined,
      hint: one.name === KEEPING ? `${keepingHint} ${one.hint}` : one.hint,
    })),
    inEvery: areasText((Object.keys(areas) as Area[]).filter(isInEvery)),
    templateItems: templateIds.map((id) => ({
      value: id,
      text: templates[id].label,
      hint: { text: hintOf(id) },
      checked: id === template,
    })),
  });
}

export function newAccountPage(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(path, { permission: 'manage_accounts' }, (request: FormRequest, reply, user) =>
    show(ctx, request, reply, user),
  );
  pages.post(path, { permission: 'manage_accounts', stepUp: 'roles' }, async (request: FormRequest, reply, user) => {
    const { others, like } = await likeOf(ctx, request, user);
    const template = templateIds.find((id) => id === typed(request, 'template'));
    const name = typed(request, 'name');
    const sent = { [KEEPING]: '', neverHiredDays: String(accountSettings.neverHiredDays.suggested), ...request.body };
    const days = String(sent[KEEPING]).trim() || String(proposedDays(template));
    const settings = typedSettings({ ...request, body: { ...sent, [KEEPING]: days } } as FormRequest, asked);
    const start = like ? { like: like.id } : template && { template, settings };
    if (start === undefined) {
      return show(ctx, request, reply.status(422), user, { template: ['Choose the report types that it starts with'] });
    }
    if (others.some((other) => other.name.toLowerCase() === name.toLowerCase())) {
      return show(ctx, request, reply.status(422), user, { name: ['There is an account of this name: enter another'] });
    }
    const administrator = { name: typed(request, 'administrator_name'), email: typed(request, 'administrator_email') };
    const isInvited = administrator.name !== '' || administrator.email !== '';
    let made: Awaited<ReturnType<typeof openAccount>> | undefined;
    const errors = await refusedFields(async () => {
      made = await openAccount(ctx, authorityOf(user), {
        ...{ name, start, secondFactorDemanded: typed(request, 'second_factor') === 'yes' },
        administrator: isInvited ? administrator : undefined,
      });
    }, words);
    if (made === undefined) return show(ctx, request, reply.status(422), user, errors);
    const href = `${accountsPath}/${made.id}`;
    return showInvitation(request, reply, made, {
      ...{ title: 'Account created', email: administrator.email, href, done: isInvited ? 'invited' : 'created' },
      ...(like === undefined && {
        pricesHref: `${href}${sectionPath('Report types')}?status=unpriced`,
      }),
    });
  });
}
