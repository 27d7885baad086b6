// A case of the earlier system at the desk: what it says, its PDF, and for whoever may, a copy and the erasure of its person.

import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { readAccount } from '../../../features/accounts/account-actions.ts';
import { openEarlier, openEarlierFile, searchEarlier } from '../../../features/earlier-cases/earlier-case-actions.ts';
import { findDeskAccounts } from '../../../features/lists/desk-account-queries.ts';
import { erasePerson, previewErasure } from '../../../features/retention/erasure-actions.ts';
import { type ChosenReason, chosenReasons } from '../../../features/retention/erasure-reasons.ts';
import { openMatters } from '../../../features/retention/erasure-rules.ts';
import { copyPerson } from '../../../features/retention/person-copy-actions.ts';
import { fullName } from '../../../lib/person-names.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { explainData } from '../../shared/about/about-pages.ts';
import { earlierFileName, earlierView } from '../../shared/earlier-cases/earlier-view.ts';
import { asAttachment } from '../../shared/files/download-name.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { erasuresPath } from '../erasure/erasures-page.ts';
import { samePersonModel } from '../erasure/same-person.ts';
import { earlierCaseHref, earlierCasePath } from './earlier-case-path.ts';

const path = `${earlierCasePath}/:applicant_id`;
const SHOWN_AT_MOST = 20;

type CaseRequest = FastifyRequest<{ Params: { applicant_id: string }; Body: Record<string, unknown> | null }>;

/** What a search of orders finds besides. @param text undefined without a search */
export async function earlierAtDesk(ctx: Ctx, user: UserOf<'desk'>, text: string | undefined) {
  if (text === undefined || text === '') return [];
  const accounts = await findDeskAccounts(ctx.db, user.accounts);
  const wanted = { accountIds: accounts.map(({ id }) => id), text, most: SHOWN_AT_MOST };
  return (await searchEarlier(ctx, user, wanted)).map((one) => ({
    ...earlierView(one, earlierCaseHref(one.applicantId)),
    accountName: accounts.find(({ id }) => id === one.accountId)?.name,
  }));
}

const isReason = (text: unknown): text is ChosenReason =>
  typeof text === 'string' && Object.hasOwn(chosenReasons, text);

async function show(ctx: Ctx, request: CaseRequest, reply: FastifyReply, user: UserOf<'desk'>, errors?: FieldMessages) {
  const { caller, earlier } = await openEarlier(ctx, user, request.params.applicant_id);
  const { applicantId } = earlier;
  const href = earlierCaseHref(applicantId);
  const mayErase = mayDo(user, 'erase_applicants');
  const erasure = mayErase ? await previewErasure(ctx, caller, applicantId) : undefined;
  return renderPage(request, reply, 'desk/earlier/earlier-case.njk', {
    title: fullName(earlier.firstName, earlier.lastName),
    environment: 'live',
    accountName: (await readAccount(ctx, caller.accountId)).name,
    earlier: earlierView(earlier, href),
    earlierFile: mayDo(user, 'read_results') ? `${href}/file` : undefined,
    copyHref: mayErase ? `${href}/copy/file` : undefined,
    same: mayErase ? await samePersonModel(ctx, caller, applicantId, '') : undefined,
    eraseAction: erasure && erasure.refusedFor === undefined ? `${href}/erase` : undefined,
    isKept: erasure !== undefined && erasure.refusedFor !== undefined,
    openMatters: erasure?.openMatters.map((matter) => openMatters[matter]),
    reasons: Object.entries(chosenReasons).map(([value, text]) => ({ value, text })),
    errors,
  });
}

export function earlierCasePages(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(path, { permission: 'read_reports' }, (request: CaseRequest, reply, user) =>
    show(ctx, request, reply, user),
  );

  pages.get(`${path}/file`, { permission: 'read_results' }, async (request: CaseRequest, reply, user) => {
    const { caller, earlier } = await openEarlier(ctx, user, request.params.applicant_id);
    return reply
      .type('application/pdf')
      .header('content-disposition', asAttachment(earlierFileName()))
      .header('cache-control', 'no-store')
      .send(await openEarlierFile(ctx, caller, earlier.applicantId));
  });

  const erasing = 'erase_applicants' as const;
  pages.get(
    `${path}/copy/file`,
    { permission: erasing, stepUp: 'exports' },
    async (request: CaseRequest, reply, user) => {
      const { caller, earlier } = await openEarlier(ctx, user, request.params.applicant_id);
      const { content } = await copyPerson(ctx, caller, earlier.applicantId, explainData(ctx));
      return reply
        .type('application/zip')
        .header('content-disposition', 'attachment; filename="person-earlier-system.zip"')
        .header('cache-control', 'no-store')
        .send(Readable.from(content));
    },
  );

  pages.post(`${path}/erase`, { permission: erasing, stepUp: 'erasure' }, async (request: CaseRequest, reply, user) => {
    const reason = request.body?.reason;
    if (!isReason(reason))
      return show(ctx, request, reply.status(422), user, { reason: ['Select why the data are erased'] });
    const { caller, earlier } = await openEarlier(ctx, user, request.params.applicant_id);
    const { refusedFor } = await previewErasure(ctx, caller, earlier.applicantId);
    if (refusedFor !== undefined) return show(ctx, request, reply.status(422), user);
    await erasePerson(ctx, caller, earlier.applicantId, reason);
    return reply.redirect(`${erasuresPath}?environment=live&done=erased`, 303);
  });
}
