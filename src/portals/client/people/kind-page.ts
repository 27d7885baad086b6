// The page on which a client says how somebody works for it.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { showPerson } from '../../../features/applicants/applicant-actions.ts';
import { readWorkKinds, sayWorkKind } from '../../../features/applicants/work-kind-actions.ts';
import { workKindNames, workKinds } from '../../../features/applicants/work-kind-rules.ts';
import { fullName } from '../../../lib/person-names.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { refusedFieldsOf } from '../../shared/restrictions/restriction-form.ts';
import type { Pages } from '../../shared/shell.ts';
import { type ClientUser, inEitherEnvironment } from '../client-caller.ts';
import { peoplePath } from './people-paths.ts';
import { personHref } from './renewal-view.ts';

const path = `${peoplePath}/:applicant_id/kind`;
export const kindHref = (applicantId: string): string => `${personHref(applicantId)}/kind`;

type KindRequest = FastifyRequest<{
  Params: { readonly applicant_id: string };
  Body: Record<string, unknown> | null;
}>;

function personIn({ params }: KindRequest): string {
  if (!isUuid(params.applicant_id)) throw new Refusal('not_found');
  return params.applicant_id;
}

export function kindPage(pages: Pages<'client'>, ctx: Ctx): void {
  const options = { permission: 'order_checks' } as const;

  async function show(request: KindRequest, reply: FastifyReply, user: ClientUser, errors?: FieldMessages) {
    const id = personIn(request);
    const { facts, kind, environment } = await inEitherEnvironment(user, async (caller) => ({
      ...(await showPerson(ctx, caller, id)),
      kind: (await readWorkKinds(ctx, caller, [id])).get(id),
      environment: caller.environment,
    }));
    const chosen = errors === undefined ? (kind ?? '') : String(request.body?.work_kind ?? '');
    return renderPage(request, reply.status(errors === undefined ? 200 : 422), 'client/people/kind.njk', {
      title: `How does ${fullName(facts.first_name, facts.last_name)} work for you?`,
      environment,
      back: { text: 'The person', href: personHref(id) },
      action: kindHref(id),
      items: [
        ...workKindNames.map((value) => ({ value, text: workKinds[value].label, checked: value === chosen })),
        { divider: 'or' },
        { value: '', text: 'Not said', checked: chosen === '' },
      ],
      errors,
    });
  }

  pages.get(path, options, (request: KindRequest, reply, user) => show(request, reply, user));
  pages.post(path, options, async (request: KindRequest, reply, user) => {
    const id = personIn(request);
    const errors = await refusedFieldsOf(() =>
      inEitherEnvironment(user, (caller) => sayWorkKind(ctx, caller, id, String(request.body?.work_kind ?? ''))),
    );
    if (errors !== undefined) return show(request, reply, user, errors);
    return reply.redirect(`${personHref(id)}?done=saved`, 303);
  });
}
