// The form for a new account: its name, the report types that it starts with, and its first administrator.

import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf } from '../../../features/access/permissions.ts';
import { settingText } from '../../../features/accounts/account-setting.ts';
import { openAccount, opensForDemo } from '../../../features/accounts/new-account-actions.ts';
import { countApprovers } from '../../../features/accounts/sign-in-actions.ts';
import { catalogue } from '../../../features/report-types/catalogue.ts';
import { type Area, areas } from '../../../features/report-types/report-type.ts';
import { type TemplateId, templateIds, templates, typesOfTemplate } from '../../../features/report-types/templates.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { type FieldWords, refusedFields } from '../../shared/field-words.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { settingInputs, settingWords, typedSettings } from '../../shared/settings/setting-inputs.ts';
import type { Pages } from '../../shared/shell.ts';
import { showInvitation } from '../../shared/users/invitation.ts';
import { accountsPath, type DeskUser, type FormRequest, sectionPath, typed } from './account-request.ts';

const path = `${accountsPath}/new`;

/** What the operator decides for each account; the other settings wait on its own page. */
const asked = [
  'approveAdverse',
  'approveCriminalRecords',
  'approveClearAnyway',
  'refuseUnpriced',
  'vatPercent',
  'eraseAfterDays',
] as const;

const words: Readonly<Record<string, FieldWords>> = {
  name: { input: 'name', begins: 'The name', empty: 'Enter the name of the account' },
  'administrator.name': { input: 'administrator_name', begins: 'The name', empty: 'Enter the administrator’s name' },
  'administrator.email': {
    input: 'administrator_email',
    begins: 'The email address',
    empty: 'Enter the administrator’s email address',
  },
  ...settingWords(asked),
};

/** A second person approves where there is one; the rate is the standard one of the United Kingdom since 2011; half a
 * year is what the DBS takes as the longest for certificates. */
const suggestedFor = (approvers: number): Readonly<Record<(typeof asked)[number], string>> => ({
  approveAdverse: settingText(approvers >= 2),
  approveCriminalRecords: settingText(approvers >= 2),
  approveClearAnyway: settingText(approvers >= 2),
  refuseUnpriced: settingText(true),
  vatPercent: '20',
  eraseAfterDays: '180',
});

const isInEvery = (area: Area) => templateIds.every((id) => (templates[id].areas as readonly Area[]).includes(area));
const areasText = (named: readonly Area[]) => named.map((area) => areas[area]).join('; ');

/** What a template switches on besides what every template does. */
const hintOf = (id: TemplateId): string => {
  const { areas: all } = templates[id];
  return `${typesOfTemplate(id, catalogue).length} report types. Also: ${areasText(all.filter((area) => !isInEvery(area)))}`;
};

async function show(
  ctx: Ctx,
  request: FormRequest,
  reply: FastifyReply,
  user: DeskUser,
  errors?: FieldMessages,
): Promise<FastifyReply> {
  const template = typed(request, 'template') || 'uk_standard';
  const approvers = await countApprovers(ctx, authorityOf(user));
  const suggested = suggestedFor(approvers);
  return renderPage(request, reply, 'desk/accounts/new-account.njk', {
    title: 'New account',
    back: { text: 'All accounts', href: accountsPath },
    errors,
    isForDemo: await opensForDemo(ctx, authorityOf(user)),
    form: {
      name: typed(request, 'name'),
      administratorName: typed(request, 'administrator_name'),
      administratorEmail: typed(request, 'administrator_email'),
    },
    approvers,
    settings: settingInputs(asked, (name) =>
      request.method === 'POST' ? typed(request, name) : suggested[name as (typeof asked)[number]],
    ).map((one) => ({ ...one, defaultText: undefined })),
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
    const template = templateIds.find((id) => id === typed(request, 'template'));
    if (template === undefined) {
      return show(ctx, request, reply.status(422), user, { template: ['Choose the report types that it starts with'] });
    }
    const administrator = { name: typed(request, 'administrator_name'), email: typed(request, 'administrator_email') };
    let made: Awaited<ReturnType<typeof openAccount>> | undefined;
    const errors = await refusedFields(async () => {
      made = await openAccount(ctx, authorityOf(user), {
        ...{ name: typed(request, 'name'), template, administrator },
        settings: typedSettings(request, asked),
      });
    }, words);
    if (made === undefined) return show(ctx, request, reply.status(422), user, errors);
    const href = `${accountsPath}/${made.id}`;
    const pricesHref = `${href}${sectionPath('Report types')}?status=unpriced`;
    const page = { title: 'Account created', email: administrator.email, href, pricesHref };
    return showInvitation(request, reply, made, page);
  });
}
