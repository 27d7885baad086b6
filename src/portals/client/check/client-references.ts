// How far the references of a check are, for its client: whom we ask, when, and what the client can do meanwhile.
import type { Ctx } from '../../../context.ts';
import type { Check } from '../../../features/checks/check.ts';
import type { Claim } from '../../../features/references/claim-rules.ts';
import {
  type ReferenceProgress,
  readOrderReferences,
} from '../../../features/references/reference-progress-actions.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { formatDate, formatLongDate } from '../../../lib/dates.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { referenceTag, type Tag } from '../../shared/status-tags.ts';
import { type ClientUser, callerFor } from '../client-caller.ts';

const day = (at: Date) => formatLongDate(ukDateOf(at));

/** `Acme Ltd: Driver, from March 2019`; of a person whom the candidate named, how they know the candidate. */
function titleOf(organisation: string, { list, subject, role, course, from }: Claim): string {
  const about = [organisation === subject ? '' : subject, role ?? '', course ?? ''].filter((part) => part !== '');
  const since = from === null ? [] : [`from ${formatDate(from)}`];
  const who = organisation || (list === 'references' ? 'A person whom the candidate named' : '');
  return [who, [...about, ...since].join(', ')].filter((part) => part !== '').join(': ');
}

/**
 * By the first call or the only mail: a reference that is to be taken by telephone is requested before anybody asks.
 * Undefined while nobody did, and where the referee answered the first call.
 */
function askedText({ requestedAt, mailedAt, mails, firstCalledAt }: ReferenceProgress): string | undefined {
  const known = [mails === 1 ? mailedAt : null, firstCalledAt].filter((at) => at !== null);
  const first = mails > 1 ? requestedAt : known.toSorted((one, other) => one.getTime() - other.getTime()).at(0);
  return first && `Asked on ${day(first)}`;
}

const remindedText = ({ reminders, mailedAt }: ReferenceProgress): string | undefined =>
  reminders === 0
    ? undefined
    : `Reminded ${reminders === 1 ? 'once' : `${reminders} times, last`} on ${day(mailedAt!)}`;

const calledText = ({ calls, lastCalledAt }: ReferenceProgress): string | undefined =>
  calls === 0 ? undefined : `Called ${calls === 1 ? 'once' : `${calls} times, last`} on ${day(lastCalledAt!)}`;

function nextText({ status, mailedAt, nextReminderAt }: ReferenceProgress): string | undefined {
  if (status !== 'requested') return undefined;
  if (mailedAt === null) return 'Our screeners take it by telephone';
  return nextReminderAt === null ? 'That was the last reminder' : `Next reminder on ${day(nextReminderAt)}`;
}

function repliedText({ status, repliedAt }: ReferenceProgress): string | undefined {
  if (repliedAt === null) return undefined;
  return `${status === 'declined' ? 'Declined' : 'Answered'} on ${day(repliedAt)}`;
}

/** What happened with a request, in the order in which it did: `Asked on 1 March 2026. Not opened. Next reminder on 4 March 2026.` */
export function progressText(one: ReferenceProgress): string {
  const isWaiting = one.status === 'requested' || one.status === 'unanswered';
  const notOpened = isWaiting && one.mailedAt !== null ? 'Not opened' : undefined;
  const parts = [
    askedText(one),
    remindedText(one),
    calledText(one),
    one.openedAt === null ? notOpened : `Opened on ${day(one.openedAt)}`,
    repliedText(one),
    nextText(one),
  ];
  return parts.flatMap((part) => (part === undefined ? [] : [`${part}.`])).join(' ');
}

const notAsked: Tag = { text: 'Not asked yet', classes: 'govuk-tag--grey' };

/** Undefined where no report waits for references. @param reportId of one report */
export async function referencesIn(ctx: Ctx, user: ClientUser, check: Check, reportId?: string) {
  const { asked, unasked } = await readOrderReferences(ctx, callerFor(user, check.tenant.environment), check, reportId);
  if (asked.length + unasked.length === 0) return undefined;
  const labelOf = (one: ReferenceProgress) => {
    const { reportTypeId } = check.reports.find(({ id }) => id === one.reportId)!;
    return reportTypeById(reportTypeId)!.label;
  };
  const nameless = (one: ReferenceProgress, at: number) => `${labelOf(one)}: reference ${at + 1} of ${asked.length}`;
  return {
    rows: [
      ...asked.map((one, at) => ({
        title: one.about === undefined ? nameless(one, at) : titleOf(one.about.organisation, one.about.claim),
        text: progressText(one),
        tag: referenceTag(one),
      })),
      ...unasked.map(({ claim, contactOnly }) => ({
        title: titleOf(claim.agency ?? claim.subject, claim),
        text: contactOnly && `The candidate says when the employer may be contacted: ${contactOnly}.`,
        tag: notAsked,
      })),
    ],
    /** They are of what the candidate answered. */
    isNamed: asked.some(({ about }) => about !== undefined) || unasked.length > 0,
    commentsHref: `/portal/checks/${check.id}#comments`,
  };
}
