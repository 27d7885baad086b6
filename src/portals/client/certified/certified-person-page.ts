// What the register of certified people says of one person: every certificate, with who recorded and withdrew it.
import type { FastifyRequest } from 'fastify';
import { type Ctx, todayFor } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { showApplicant } from '../../../features/applicants/applicant-actions.ts';
import { readCertificatesOf } from '../../../features/certification/certificate-actions.ts';
import { fullName } from '../../../lib/person-names.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { noticeIn } from '../../shared/form-fields.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';
import { type ClientUser, inEitherEnvironment } from '../client-caller.ts';
import { personHref } from '../people/renewal-view.ts';
import { certificateView } from './certificate-view.ts';
import { assessHref, certifiedPersonPath, newCertificatePath, registerPath } from './certified-path.ts';
import { conductOf } from './conduct-view.ts';
import { givenOf } from './given-view.ts';
import { ordersOf } from './orders-of-person.ts';

export type CertifiedRequest = FastifyRequest<{
  Params: { readonly applicant_id: string };
  Querystring: Record<string, unknown>;
  Body: Record<string, unknown> | null;
}>;

const notices = {
  certified: 'The certificate is recorded.',
  withdrawn: 'The withdrawal is recorded.',
  breach: 'What was found is recorded.',
};

/** Somebody whom the address names, with what the register says of them. Refuses with `not_found`. */
export async function certifiedIn(ctx: Ctx, user: ClientUser, { params }: CertifiedRequest) {
  const { applicant_id: id } = params;
  if (!isUuid(id)) throw new Refusal('not_found');
  return inEitherEnvironment(user, async (caller) => {
    const { facts } = await showApplicant(ctx, caller, id);
    const certificates = await readCertificatesOf(ctx, caller, id);
    return { id, caller, certificates, facts, name: fullName(facts.first_name, facts.last_name) };
  });
}

export function certifiedPersonPage(pages: Pages<'client'>, ctx: Ctx): void {
  const options = { permission: 'keep_certificates', ofWholeAccount: true } as const;
  pages.get(certifiedPersonPath(':applicant_id'), options, async (request: CertifiedRequest, reply, user) => {
    const { id, caller, certificates, name } = await certifiedIn(ctx, user, request);
    const { environment } = caller;
    const orders = await ordersOf(ctx, user, caller, id);
    const mayOrder = mayDo(user, 'order_checks');
    return renderPage(request, reply, 'client/certified/certified-person.njk', {
      title: name,
      environment,
      back: {
        text: 'Certified people',
        href: environment === 'test' ? `${registerPath}?environment=test` : registerPath,
      },
      notice: noticeIn(request as FormRequest, notices),
      personHref: personHref(id),
      newHref: newCertificatePath(id),
      assessHref: mayOrder ? assessHref(environment, id) : undefined,
      ...(await conductOf(ctx, user, caller, id)),
      ...(await givenOf(ctx, user, caller, id, todayFor(ctx, caller))),
      certificates: certificates.map((one) => ({
        ...certificateView(one, environment, mayOrder),
        orders: one.checkIds.map((checkId) => orders.find((order) => order.id === checkId)).filter(Boolean),
      })),
    });
  });
}
