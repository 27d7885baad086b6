// The review of who has access to an account, or to the desk: starts one, decides about each, ends it, and gives it out as a file.
import type { FastifyReply } from 'fastify';
import type { Authority, Ctx } from '../../../context.ts';
import type { Permission } from '../../../features/access/permissions.ts';
import {
  endReview,
  hasEndedOutside,
  keepAccess,
  listReviews,
  type ReviewContents,
  type ReviewedAccess,
  type ReviewOf,
  readReview,
  startReview,
  tickOf,
} from '../../../features/access-reviews/access-review-actions.ts';
import { readReviewDue } from '../../../features/access-reviews/due-review-actions.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { type FormWords, refusedFields } from '../field-words.ts';
import { noticeIn, typedAll } from '../form-fields.ts';
import type { PageModel } from '../page-renderer.ts';
import type { PageOptions } from '../shell.ts';
import { type FormRequest, text } from '../sign-in/sign-in-steps.ts';
import {
  changeLines,
  deciderText,
  decisionTexts,
  factorsOf,
  kindText,
  makerText,
  mayText,
  type ReviewReader,
  seesText,
} from './access-words.ts';
import { sendReviewFile, sendReviewPdf } from './review-files.ts';

/** Whose access is reviewed, and by whom. */
export interface OpenedReview {
  readonly of: ReviewOf;
  /** Of the account, or the desk; as files and titles name it. */
  readonly called: string;
  readonly by: Authority;
  readonly mayDecide: boolean;
  readonly isForClient: boolean;
  readonly unit: string;
  /** The address of the review. */
  readonly path: string;
  readonly back: { readonly text: string; readonly href: string };
  /** Where the access of somebody is changed or ended; undefined where the reader may not. */
  readonly hrefOf: (access: Pick<ReviewedAccess, 'kind' | 'id'>) => string | undefined;
  /** Shows a page in the frame of its portal. @param template below src/portals */
  readonly show: (template: string, page: ReviewPage) => FastifyReply;
}

type ReviewPage = PageModel & { readonly done?: string | undefined } & Readonly<Record<string, unknown>>;
type Handle = (request: FormRequest, reply: FastifyReply, opened: OpenedReview) => Promise<unknown>;

/** Registers pages below the address of the review. */
export interface ReviewPages {
  get(path: string, options: PageOptions, handle: Handle): void;
  post(path: string, options: PageOptions, handle: Handle): void;
}

const notices = {
  started: 'The review is started.',
  kept: 'It is decided that they keep their access.',
  ended: 'The review is complete.',
};

const words: FormWords = {
  access: {
    input: 'access',
    begins: 'One of them',
    empty: 'Tick whose access stays as it is',
    instead: {
      'is their own': 'Somebody else decides about your own access',
      'has changed':
        'The access of somebody that you ticked has changed since the page was opened, so nothing is decided. It is not ticked any more: look at it again',
    },
  },
};

const readerOf = ({ of, isForClient, unit }: OpenedReview, { names }: ReviewContents): ReviewReader => ({
  ...{ isOfDesk: of === null, isForClient, unit, names },
});

const isEarlierDay = (one: string | null, other: string | null) =>
  one !== null && other !== null && ukDateOf(new Date(one)) < ukDateOf(new Date(other));

function rowOf(one: ReviewedAccess, { changes }: ReviewContents, opened: OpenedReview, reader: ReviewReader) {
  const { kind, id, name, email, facts, decision } = one;
  const removed = decision?.decision === 'remove';
  return {
    ...{ key: tickOf(one), kind, name, email, since: one.since },
    madeBy: makerText(one, reader),
    ...{ kindText: kindText(one, reader), may: mayText(one), sees: seesText(one, reader) },
    isInvited: facts.is_invited,
    accessUntil: facts.access_until,
    signedIn: isEarlierDay(facts.last_sign_in_at, facts.last_used_at) ? new Date(facts.last_sign_in_at!) : undefined,
    used: facts.last_used_at && new Date(facts.last_used_at),
    factors: kind === 'user' ? factorsOf(facts) : undefined,
    changes: changeLines(changes.get(id) ?? [], reader),
    ...{ isOwn: one.isOwn, mayDecide: one.mayDecide, endedAt: one.endedAt, isOutside: hasEndedOutside(one) },
    href: removed ? undefined : opened.hrefOf(one),
    decision: decision && {
      text: decisionTexts[decision.decision],
      at: decision.decided_at,
      by: deciderText(decision, reader),
      isOwn: decision.decided_by === `user:${one.ownerId}`,
    },
  };
}

function reviewModel(opened: OpenedReview, contents: ReviewContents) {
  const reader = readerOf(opened, contents);
  const rows = contents.accesses.map((one) => rowOf(one, contents, opened, reader));
  const { review } = contents;
  return {
    review: { startedAt: review.started_at, endedAt: review.ended_at },
    changesSince: contents.changesSince,
    left: rows.filter(({ decision, isOutside }) => decision === undefined && !isOutside),
    endedOutside: review.ended_at === null ? rows.filter(({ isOutside }) => isOutside) : [],
    decided: rows.filter(({ decision }) => decision !== undefined),
    ownIsLast: rows.some(({ isOwn, mayDecide, decision }) => isOwn && mayDecide && decision === undefined),
    fileHref: `${opened.path}/file?review=${review.id}`,
    pdfHref: `${opened.path}/pdf?review=${review.id}`,
  };
}

/** @param reading the permission to see reviews @param deciding that to decide in them */
export function accessReviewPages(pages: ReviewPages, ctx: Ctx, reading: Permission, deciding: Permission): void {
  const show = async (request: FormRequest, opened: OpenedReview, errors?: FieldMessages) => {
    const { of, by, path } = opened;
    const [reviews, due] = await Promise.all([listReviews(ctx, by, of), readReviewDue(ctx, by, of)]);
    const asked = isUuid(request.query.review) ? text(request.query.review) : undefined;
    const shown = reviews.find(({ id, ended_at: end }) => (asked === undefined ? end === null : id === asked));
    const contents = shown && (await readReview(ctx, by, of, shown.id));
    return opened.show('shared/access-review/access-review.njk', {
      title: contents?.review.ended_at ? `Review of access to ${opened.called}` : 'Review of access',
      back: asked === undefined ? opened.back : { text: 'Review of access', href: path },
      done: noticeIn(request, notices),
      errors,
      path,
      called: opened.called,
      mayDecide: opened.mayDecide,
      isOfDesk: of === null,
      due,
      keptDays: ctx.settings.securityEventDays,
      ...(contents && reviewModel(opened, contents)),
      ticked: typedAll(request, 'access'),
      earlier: reviews
        .filter(({ ended_at: end, id }) => end !== null && id !== shown?.id)
        .map(({ id, ended_at: at, ended_by_name: name }) => ({ at, name, href: `${path}?review=${id}` })),
    });
  };
  const done = (reply: FastifyReply, { path }: OpenedReview, code: keyof typeof notices) =>
    reply.redirect(`${path}?done=${code}`, 303);

  pages.get('', { permission: reading }, (request, _, opened) => show(request, opened));
  pages.post('/start', { permission: deciding }, async (_, reply, opened) => {
    await startReview(ctx, opened.by, opened.of);
    return done(reply, opened, 'started');
  });
  pages.post('/keep', { permission: deciding }, async (request, reply, opened) => {
    const errors = await refusedFields(() => keepAccess(ctx, opened.by, opened.of, typedAll(request, 'access')), words);
    if (errors === undefined) return done(reply, opened, 'kept');
    reply.status(422);
    return show(request, opened, errors);
  });
  pages.post('/end', { permission: deciding }, async (_, reply, opened) => {
    await endReview(ctx, opened.by, opened.of);
    return done(reply, opened, 'ended');
  });

  const files = { permission: reading, stepUp: 'exports' } as const;
  const asked = async (request: FormRequest, opened: OpenedReview) => {
    const contents = await readReview(ctx, opened.by, opened.of, text(request.query.review));
    return { contents, reader: readerOf(opened, contents) };
  };
  pages.get('/file', files, async (request, reply, opened) => {
    const { contents, reader } = await asked(request, opened);
    return sendReviewFile(reply, contents, reader);
  });
  pages.get('/pdf', files, async (request, reply, opened) => {
    const { contents, reader } = await asked(request, opened);
    return sendReviewPdf(ctx, reply, contents, { ...reader, called: opened.called });
  });
}
