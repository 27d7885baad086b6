// What the page of a request shows and asks besides where it is a complaint, or by somebody who is no candidate.
import type { Ctx } from '../../../context.ts';
import {
  askers,
  authorities,
  complaintSubjects,
  type Referral,
  referrals,
  rootCauses,
} from '../../../features/data-requests/complaint.ts';
import { listOwners } from '../../../features/data-requests/complaint-actions.ts';
import {
  type DataRequest,
  doneSays,
  isByOwnUser,
  isRefusal,
  type OtherOutcome,
  refusalReasons,
} from '../../../features/data-requests/data-request.ts';
import type { OpenedRequest } from '../../../features/data-requests/data-request-actions.ts';
import { answerBy, isAcknowledged } from '../../../features/data-requests/data-request-rules.ts';
import { mailedTo, mailValuesOf } from '../../../features/data-requests/data-request-step-actions.ts';
import { type DataRequestNews, dataRequestWords } from '../../../features/emails/data-request-words.ts';
import { radioItems } from '../../shared/form-fields.ts';

/** Whether the program itself can write to who asks. */
export const canMail = ({ request, check, key }: Pick<OpenedRequest, 'request' | 'check' | 'key'>): boolean =>
  isByOwnUser(request) ||
  (key !== undefined && check !== undefined && mailedTo(check.order.facts, request.askedBy) !== undefined);

/** The text of a letter or mail that somebody at the desk sends, because the program has no address of theirs. */
function letterOf(request: DataRequest, accountName: string, news: DataRequestNews) {
  const { kind, receivedOn: received_on, subject, asker, askedBy } = request;
  const name = askedBy?.name || 'Sir or Madam';
  const words = dataRequestWords(mailValuesOf(name, { kind, received_on, subject, asker }, news), accountName);
  return { subject: words.subject, text: [...words.paragraphs, ...(words.closing ?? [])].join('\n\n') };
}

function lettersOf(opened: OpenedRequest) {
  const { request, accountName } = opened;
  if (canMail(opened) || (request.applicantId !== null && request.askedBy === undefined)) return [];
  const closing = request.steps.findLast(({ step }) => step === 'closed');
  if (closing === undefined) {
    const received = { kind: 'received', dueOn: answerBy(request.receivedOn) } as const;
    return [{ title: 'To acknowledge it', ...letterOf(request, accountName, received) }];
  }
  const code = closing.code!;
  const isRefused = isRefusal(code);
  const says = isRefused ? refusalReasons[code].says : doneSays[code as OtherOutcome];
  const news = { kind: 'closed', says, words: closing.words, isRefused } as const;
  return [{ title: 'To answer it', ...letterOf(request, accountName, news) }];
}

/** What somebody reads before they are erased. */
export const announcedText = ({ request, accountName }: OpenedRequest): string =>
  letterOf(request, accountName, { kind: 'announced' }).text;

export const referralText = (code: string): string => referrals[code as Referral];

/** What was recorded, for the rows of the summary. */
export function recordedOf(opened: OpenedRequest, ownerName: string | undefined) {
  const { subject, asker, askedBy, rootCause, change } = opened.request;
  return {
    subject: subject && complaintSubjects[subject],
    asker: asker && askers[asker],
    authority: askedBy?.authority && authorities[askedBy.authority],
    askedBy,
    ownerName,
    rootCause: rootCause && rootCauses[rootCause],
    change,
    letters: lettersOf(opened),
  };
}

type Typed = (form: 'acknowledge' | 'assign' | 'refer' | 'close', name: string) => string;

const option = (value: string, text: string, chosen: string) => ({ value, text, selected: value === chosen });

/** The forms of an open request; that it was referred is recorded of an answered one too. */
export async function complaintForms(ctx: Ctx, { request, caller }: OpenedRequest, typed: Typed) {
  const { kind, steps, isOpen, ownerId, subject } = request;
  const isComplaint = kind === 'complaint';
  const owners = isOpen ? await listOwners(ctx, caller, request) : [];
  const isReferred = (code: string) => steps.some((one) => one.step === 'referred' && one.code === code);
  const open = Object.fromEntries(Object.entries(referrals).filter(([code]) => !isReferred(code)));
  return {
    acknowledge: isOpen && isComplaint && !isAcknowledged(steps),
    assign: isOpen
      ? {
          owners: [
            option('', 'Nobody yet', typed('assign', 'owner') || ownerId || ''),
            ...owners.map(({ id, name }) => option(id, name, typed('assign', 'owner') || ownerId || '')),
          ],
          subjects: isComplaint
            ? Object.entries(complaintSubjects).map(([value, text]) => option(value, text, subject ?? ''))
            : undefined,
        }
      : undefined,
    refer: isComplaint && Object.keys(open).length > 0 ? radioItems(open, typed('refer', 'referral')) : undefined,
    causes: isComplaint ? radioItems(rootCauses, typed('close', 'root_cause')) : undefined,
    change: typed('close', 'change'),
  };
}
