// The house standard: what it is and holds, and how somebody begins it. Its other pages are those of an account.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf, mayDo } from '../../../features/access/permissions.ts';
import { beginStandard, keepsStandard, readStandard } from '../../../features/accounts/house-standard-actions.ts';
import {
  listAgreedGroups,
  listAgreedJobRoles,
  listPackages,
} from '../../../features/report-types/agreement-actions.ts';
import { listAvailableTypes } from '../../../features/report-types/availability-actions.ts';
import { authorityFeesSince } from '../../../features/report-types/role-levels.ts';
import { templateIds, templates } from '../../../features/report-types/templates.ts';
import { readRules } from '../../../features/result-rules/rule-set-actions.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import {
  type DeskUser,
  type FormRequest,
  noticeIn,
  openedStandard,
  renderAccountPage,
  type SectionName,
  sectionPath,
  standardPath,
  typed,
} from './account-request.ts';
import { counted } from './overview-page.ts';

const notices = {
  begun: `The house standard is begun, with what is suggested for new accounts and the fees of the DBS since ${authorityFeesSince}: check that these still hold.`,
};

async function factsOf(ctx: Ctx, { account: { id }, by, path }: Awaited<ReturnType<typeof openedStandard>>) {
  const types = await listAvailableTypes(ctx, id);
  const [packages, groups] = [await listPackages(ctx, id), await listAgreedGroups(ctx, id)];
  const { current } = await readRules(ctx, by, id);
  const priced = types.filter(({ pricePence }) => pricePence !== null).length;
  const facts: readonly (readonly [SectionName, string])[] = [
    ['Report types', `${types.length} switched on, ${priced} with a price`],
    ['Packages and groups', `${counted(packages.length, 'package')}, ${counted(groups.length, 'group')}`],
    ['Job roles', counted((await listAgreedJobRoles(ctx, id)).length, 'job role')],
    [
      'Result rules',
      current === undefined ? 'None: the screener alone decides' : counted(current.rules.length, 'rule'),
    ],
    ['Settings', 'Approval, the form, reminders, retention, VAT'],
  ];
  return facts.map(([section, text]) => ({ section, text, href: `${path}${sectionPath(section)}` }));
}

export function standardPage(pages: Pages<'desk'>, ctx: Ctx): void {
  async function show(request: FormRequest, reply: FastifyReply, user: DeskUser, errors?: FieldMessages) {
    const by = authorityOf(user);
    if ((await readStandard(ctx, by)) === undefined)
      return renderPage(request, reply, 'desk/accounts/begin-standard.njk', {
        title: 'House standard',
        errors,
        mayBegin: mayDo(user, 'manage_accounts') && (await keepsStandard(ctx, by)),
        since: authorityFeesSince,
        templateItems: templateIds.map((id) => ({
          ...{ value: id, text: templates[id].label, checked: id === 'uk_standard' },
        })),
      });
    const opened = await openedStandard(ctx, user);
    return renderAccountPage(request, reply, 'standard.njk', opened, {
      title: 'House standard',
      section: 'Overview',
      done: noticeIn(request, notices),
      facts: await factsOf(ctx, opened),
      mayKeep: mayDo(opened.user, 'manage_accounts'),
    });
  }

  const options = { permission: 'read_accounts', menu: 'House standard', menuGroup: 'clients' } as const;
  pages.get(standardPath, options, (request: FormRequest, reply, user) => show(request, reply, user));

  pages.post(
    standardPath,
    { permission: 'manage_accounts', stepUp: 'roles' },
    async (request: FormRequest, reply, user) => {
      const template = templateIds.find((id) => id === typed(request, 'template'));
      if (template === undefined)
        return show(request, reply.status(422), user, { template: ['Choose the report types that it starts with'] });
      await beginStandard(ctx, authorityOf(user), template);
      return reply.redirect(`${standardPath}?done=begun`, 303);
    },
  );
}
