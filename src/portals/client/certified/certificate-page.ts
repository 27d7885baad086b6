// The forms by which a certificate is recorded and withdrawn, and the certificate as PDF.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Ctx, todayFor } from '../../../context.ts';
import {
  issueCertificate,
  showCertificate,
  withdrawCertificate,
} from '../../../features/certification/certificate-actions.ts';
import { renderCertificate } from '../../../features/certification/certificate-document.ts';
import {
  LONGEST_NAME,
  LONGEST_NOTE,
  lastDayOf,
  type TypedCertificate,
} from '../../../features/certification/certificate-rules.ts';
import { certifiedFunctions, functionGroups } from '../../../features/certification/certified-functions.ts';
import { fullName } from '../../../lib/person-names.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { asAttachment } from '../../shared/files/download-name.ts';
import { typedAll, typedLines } from '../../shared/form-fields.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { refusedFieldsOf } from '../../shared/restrictions/restriction-form.ts';
import type { Pages } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';
import { type ClientUser, inEitherEnvironment } from '../client-caller.ts';
import { certificateFilePath, certifiedPersonPath, newCertificatePath, withdrawPath } from './certified-path.ts';
import { type CertifiedRequest, certifiedIn } from './certified-person-page.ts';
import { ordersOf } from './orders-of-person.ts';

type CertificateRequest = FastifyRequest<{
  Params: { readonly certificate_id: string };
  Body: Record<string, unknown> | null;
}>;

const options = { permission: 'keep_certificates', ofWholeAccount: true } as const;

function typedIn(request: CertifiedRequest): TypedCertificate {
  const text = (name: string) => typedLines(request, name);
  return {
    ...{ ofFunction: text('function'), issuedOn: text('issued_on'), endsOn: text('ends_on'), note: text('note') },
    ...{ assessedBy: text('assessed_by'), lineManager: text('line_manager') },
    checkIds: typedAll(request as FormRequest, 'checks').filter(isUuid),
  };
}

function formPages(pages: Pages<'client'>, ctx: Ctx): void {
  const path = newCertificatePath(':applicant_id');

  async function show(
    request: CertifiedRequest,
    reply: FastifyReply,
    user: ClientUser,
    refused?: { readonly sent: TypedCertificate; readonly errors: FieldMessages },
  ) {
    const { id, caller, certificates, name } = await certifiedIn(ctx, user, request);
    const today = todayFor(ctx, caller);
    const orders = await ordersOf(ctx, user, caller, id);
    const [before] = certificates;
    const begun: TypedCertificate = {
      ...{ ofFunction: before?.ofFunction ?? '', issuedOn: today, endsOn: lastDayOf(today), note: '' },
      ...{ assessedBy: user.name, lineManager: before?.lineManager ?? '' },
      checkIds: orders.slice(0, 1).map((order) => order.id),
    };
    const sent = refused?.sent ?? begun;
    return renderPage(request, reply, 'client/certified/certificate.njk', {
      title: 'Record a certificate',
      environment: caller.environment,
      back: { text: name, href: certifiedPersonPath(id) },
      action: newCertificatePath(id),
      ...{ name, sent, errors: refused?.errors, longestNote: LONGEST_NOTE, longestName: LONGEST_NAME },
      groups: functionGroups.map(({ label, names }) => ({
        label,
        items: names.map((value) => ({
          ...{ value, text: certifiedFunctions[value], selected: value === sent.ofFunction },
        })),
      })),
      orders: orders.map((order) => ({ ...order, checked: sent.checkIds.includes(order.id) })),
    });
  }

  pages.get(path, options, (request: CertifiedRequest, reply, user) => show(request, reply, user));
  pages.post(path, options, async (request: CertifiedRequest, reply, user) => {
    const sent = typedIn(request);
    const { id, caller } = await certifiedIn(ctx, user, request);
    const ofPerson = (await ordersOf(ctx, user, caller, id)).map((order) => order.id);
    const errors = await refusedFieldsOf(async () => {
      await issueCertificate(ctx, caller, id, sent, ofPerson);
    });
    if (errors !== undefined) return show(request, reply.status(422), user, { sent, errors });
    return reply.redirect(`${certifiedPersonPath(id)}?done=certified`, 303);
  });
}

export function certificatePages(pages: Pages<'client'>, ctx: Ctx): void {
  formPages(pages, ctx);

  const opened = (user: ClientUser, { params }: CertificateRequest) => {
    const { certificate_id: id } = params;
    if (!isUuid(id)) throw new Refusal('not_found');
    return inEitherEnvironment(user, async (caller) => ({ caller, one: await showCertificate(ctx, caller, id) }));
  };

  pages.get(certificateFilePath(':certificate_id'), options, async (request: CertificateRequest, reply, user) => {
    const { certificate_id: id } = request.params;
    if (!isUuid(id)) throw new Refusal('not_found');
    const { content, issuedOn } = await inEitherEnvironment(user, (caller) => renderCertificate(ctx, caller, id));
    return reply
      .type('application/pdf')
      .header('content-disposition', asAttachment(`certificate-${issuedOn}.pdf`))
      .header('cache-control', 'no-store')
      .send(content);
  });

  async function showWithdrawal(
    request: CertificateRequest,
    reply: FastifyReply,
    user: ClientUser,
    refused?: { readonly on: string; readonly reason: string; readonly errors: FieldMessages },
  ) {
    const { caller, one } = await opened(user, request);
    return renderPage(request, reply, 'client/certified/withdraw.njk', {
      title: 'Withdraw a certificate',
      environment: caller.environment,
      back: { text: 'The person', href: certifiedPersonPath(one.applicantId) },
      action: withdrawPath(one.id),
      ...{ name: fullName(one.facts.first_name, one.facts.last_name), longest: LONGEST_NOTE },
      ...{ function: certifiedFunctions[one.ofFunction], issuedOn: one.issuedOn },
      on: refused?.on ?? todayFor(ctx, caller),
      ...{ reason: refused?.reason, errors: refused?.errors },
    });
  }

  const path = withdrawPath(':certificate_id');
  pages.get(path, options, (request: CertificateRequest, reply, user) => showWithdrawal(request, reply, user));
  pages.post(path, options, async (request: CertificateRequest, reply, user) => {
    const { caller, one } = await opened(user, request);
    const sent = { on: typedLines(request, 'on'), reason: typedLines(request, 'reason') };
    const errors = await refusedFieldsOf(() => withdrawCertificate(ctx, caller, one.id, sent));
    if (errors !== undefined) return showWithdrawal(request, reply.status(422), user, { ...sent, errors });
    return reply.redirect(`${certifiedPersonPath(one.applicantId)}?done=withdrawn`, 303);
  });
}
