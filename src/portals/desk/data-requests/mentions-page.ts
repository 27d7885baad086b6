// What is held on somebody who is no candidate and asks about their data, at the desk; and the copy for them.
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { isOfCopy } from '../../../features/data-requests/data-request.ts';
import { noteCopyForOther } from '../../../features/data-requests/data-request-act-actions.ts';
import { openDataRequest } from '../../../features/data-requests/data-request-actions.ts';
import { findMentions, type Mention } from '../../../features/lists/mention-actions.ts';
import { isSearchable, soughtOf } from '../../../features/lists/mention-rules.ts';
import { toTimestamp } from '../../../lib/dates.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { orderHref } from '../orders/order-address.ts';
import { dataRequestsPath, registerName } from './data-requests-page.ts';

const path = `${dataRequestsPath}/:id/held`;
const permission = 'decide_restrictions' as const;

export const mentionsHref = (id: string): string => `${dataRequestsPath}/${id}/held`;

const listTexts: Readonly<Record<string, string>> = {
  activities: 'as a contact of an employer',
  references: 'as a referee',
  addresses: 'as a landlord or agent',
  qualifications: 'as a contact of a school',
};

type HeldRequest = FastifyRequest<{ Params: { id: string } }>;

/** @param isCopy what somebody else of the name may have is not given away, where an address tells them apart */
async function read(ctx: Ctx, user: UserOf<'desk'>, { params }: HeldRequest, isCopy = false) {
  const { request, caller } = await openDataRequest(ctx, user, params.id);
  // Who asks for a candidate is named too, and it is the candidate's data that they ask for.
  if (request.askedBy === undefined || request.applicantId !== null) throw new Refusal('not_found');
  const all = soughtOf(request.askedBy);
  const sought = isCopy && all.emails.length > 0 ? { ...all, name: '' } : all;
  const found = await findMentions(ctx, user, caller.environment, sought);
  return { request, caller, sought, found };
}

const statedText = ({ list, value }: Mention['stated'][number]) => `${value}, ${listTexts[list] ?? 'in their details'}`;

/** For the person: what was answered about the candidate is the candidate's, and not theirs to have (Art. 15(4)). */
const copyOf = ({ accountName, orderId, orderedAt, references, stated }: Mention) => ({
  ...{ account: accountName, order: orderNumber(orderId), ordered_at: toTimestamp(orderedAt) },
  asked_as_referee: references.map(({ referee, requestedAt, mailedAt, repliedAt }) => ({
    ...{ name: referee.name, job_title: referee.jobTitle, organisation: referee.organisation },
    ...{ email: referee.email, telephone: referee.telephone, asked_at: toTimestamp(requestedAt) },
    mailed_at: mailedAt && toTimestamp(mailedAt),
    answered_at: repliedAt && toTimestamp(repliedAt),
  })),
  stated_by_the_candidate: stated.map(statedText),
});

export function mentionsPage(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(path, { permission }, async (request: HeldRequest, reply, user) => {
    const { request: asked, caller, sought, found } = await read(ctx, user, request);
    return renderPage(request, reply, 'desk/data-requests/mentions.njk', {
      title: 'What is held on them',
      environment: caller.environment,
      back: { text: registerName, href: `${dataRequestsPath}/${asked.id}` },
      askedBy: asked.askedBy,
      isSearchable: isSearchable(sought),
      hasAddress: sought.emails.length > 0,
      rows: found.map(({ orderId, checkId, references, stated, ...one }) => ({
        ...one,
        order: orderNumber(orderId),
        href: orderHref(checkId),
        references,
        stated: stated.map(statedText),
      })),
      fileHref: `${mentionsHref(asked.id)}/file`,
    });
  });

  pages.get(`${path}/file`, { permission, stepUp: 'exports' }, async (request: HeldRequest, reply, user) => {
    const { request: asked, caller, found } = await read(ctx, user, request, true);
    if (isOfCopy(asked)) await noteCopyForOther(ctx, caller, asked.id);
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="held-${asked.id}.json"`)
      .send(`${JSON.stringify({ name: asked.askedBy!.name, held: found.map(copyOf) }, undefined, 2)}\n`);
  });
}
