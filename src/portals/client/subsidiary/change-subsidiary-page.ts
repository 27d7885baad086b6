// The page on which an administrator of the whole account, or of several subsidiaries, says for which subsidiary an order is.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { listOpenSubsidiaries } from '../../../features/accounts/subsidiary-actions.ts';
import type { Check } from '../../../features/checks/check.ts';
import { changeSubsidiaryOf, mayChangeSubsidiary } from '../../../features/orders/order-subsidiary-actions.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { refusedFields } from '../../shared/field-words.ts';
import { OF_NO_SUBSIDIARY, subsidiaryChoices } from '../../shared/orders/order-submission.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { checkPath, requestedCheck } from '../check/requested-check.ts';
import { type ClientUser, callerFor } from '../client-caller.ts';
import { ownerHref } from '../owner/owner-path.ts';

const path = `${checkPath}/subsidiary`;
const permission = 'manage_users' as const;

export const subsidiaryHref = (user: ClientUser, { id }: Pick<Check, 'id'>): string | undefined =>
  mayChangeSubsidiary(user) ? `/portal/checks/${id}/subsidiary` : undefined;

export const subsidiaryWords = {
  subsidiary: {
    input: 'subsidiary',
    begins: 'The subsidiary',
    instead: { 'is not included in the list': 'Choose what it is for' },
  },
};

/** null for the whole account. */
export const chosenSubsidiary = (value: unknown): string | null =>
  value === OF_NO_SUBSIDIARY ? null : String(value ?? '');

type ChangeRequest = FastifyRequest<{ Params: { check_id: string }; Body: Record<string, unknown> | null }>;

export function changeSubsidiaryPage(pages: Pages<'client'>, ctx: Ctx): void {
  async function show(request: ChangeRequest, reply: FastifyReply, user: ClientUser, errors?: FieldMessages) {
    const check = await requestedCheck(ctx, user, request);
    const all = await listOpenSubsidiaries(ctx, callerFor(user, 'live'));
    if (!mayChangeSubsidiary(user)) throw new Refusal('not_permitted');
    return renderPage(request, reply, 'client/subsidiary/change-subsidiary.njk', {
      title: `Which ${user.units.one} is the order for?`,
      environment: check.tenant.environment,
      back: { text: `Order VF${check.orderId}`, href: `/portal/checks/${check.id}` },
      action: `/portal/checks/${check.id}/subsidiary`,
      orderId: check.orderId,
      choices: subsidiaryChoices(all, user).map(({ id, name }) => ({
        value: id,
        text: name,
        selected: id === (check.subsidiaryId ?? OF_NO_SUBSIDIARY),
      })),
      errors,
    });
  }

  pages.get(path, { permission }, (request: ChangeRequest, reply, user) => show(request, reply, user));

  pages.post(path, { permission }, async (request: ChangeRequest, reply, user) => {
    const { id, tenant } = await requestedCheck(ctx, user, request);
    let ownerSees = true;
    const errors = await refusedFields(async () => {
      const to = chosenSubsidiary(request.body?.subsidiary);
      ownerSees = await changeSubsidiaryOf(ctx, callerFor(user, tenant.environment), id, to);
    }, subsidiaryWords);
    if (errors !== undefined) return show(request, reply.status(422), user, errors);
    // Whoever had it does not see it any more: somebody else gets its mails.
    return reply.redirect(ownerSees ? `/portal/checks/${id}?done=subsidiary` : ownerHref(tenant.environment, id), 303);
  });
}
