// Decides whether a right to work check gives a statutory excuse, of which kind, and when it must be repeated; pure.
import { addDays, addMonths, type IsoDate } from '../../lib/dates.ts';
import { type Verdict, verdictOf } from '../knowledge/rule.ts';
import {
  digitalDocuments,
  type ExcuseStep,
  type Leave,
  type ListEntry,
  listEntries,
  noticeMonths,
  type RightToWorkDocument,
  type RightToWorkWay,
  shareCodeDays,
  shareCodeKinds,
} from './right-to-work-lists.ts';

export interface HeldDocument {
  readonly kind: RightToWorkDocument;
  readonly expiresOn?: IsoDate | null;
  /** The issue date of a positive verification notice. */
  readonly issuedOn?: IsoDate | null;
}

export interface RightToWorkCheck {
  readonly way: RightToWorkWay;
  readonly documents: readonly HeldDocument[];
  /** The permission in the documents or in the Home Office's answer; null for people who need none. */
  readonly leave: Leave | null;
  /** The employer has not recorded who compared the person with the photograph. */
  readonly lacksComparison?: boolean;
  /** A student whose term and vacation dates are not kept. */
  readonly lacksTermDates?: boolean;
  /** When the limited permission ends. */
  readonly leaveEndsOn: IsoDate | null;
  /** Of a check that is made again: the first day on which it may be dated. */
  readonly notBefore?: IsoDate;
  /** When each step was done; null if it was not. */
  readonly steps: Readonly<Record<ExcuseStep, IsoDate | null>>;
  readonly startsOn: IsoDate;
  readonly today: IsoDate;
}

export interface ExcuseVerdict extends Verdict {
  readonly list: ListEntry['list'] | null;
  readonly excuse: 'continuous' | 'time_limited' | 'none';
  /** When the check must be repeated at the latest; null if never. */
  readonly followUpOn: IsoDate | null;
  readonly needs: readonly ExcuseNeed[];
}

export type ExcuseNeed =
  | 'listed_documents'
  | 'british_or_irish_passport'
  | 'no_share_code'
  | 'notice_of_the_service'
  | 'leave'
  | 'end_of_leave'
  | 'date_of_notice'
  | 'term_dates'
  | 'comparison'
  | 'not_checked_again'
  | `${ExcuseStep}_before_start`
  | `${ExcuseStep}_in_future`
  | ExcuseStep;

const steps: readonly ExcuseStep[] = ['obtain', 'check', 'copy'];

/** Each step must be done before work starts, and on a day that has come. */
const stepNeeds = ({ steps: done, startsOn, today }: RightToWorkCheck): ExcuseNeed[] =>
  steps.flatMap((step): ExcuseNeed[] => {
    const on = done[step];
    if (on === null) return [step];
    if (on > today) return [`${step}_in_future`];
    return on > startsOn ? [`${step}_before_start`] : [];
  });

const isCurrent = ({ expiresOn = null }: HeldDocument, { steps: { check }, today }: RightToWorkCheck) =>
  expiresOn === null || expiresOn >= (check ?? today);

function entryOf(check: RightToWorkCheck): ListEntry | undefined {
  return listEntries.find(({ documents, leave = null, mayHaveExpired }) =>
    documents.every(
      (kind) =>
        (leave === null || leave === check.leave) &&
        check.documents.some((held) => held.kind === kind && (mayHaveExpired === true || isCurrent(held, check))),
    ),
  );
}

interface Found {
  readonly list: ListEntry['list'] | null;
  readonly followUpOn: IsoDate | null;
  readonly needs: readonly ExcuseNeed[];
}

function followUpOf(list: ListEntry['list'], { documents, leaveEndsOn, startsOn }: RightToWorkCheck): Found {
  if (list === 'A') return { list, followUpOn: null, needs: [] };
  if (list === 'B1') {
    const isOver = leaveEndsOn !== null && leaveEndsOn < startsOn;
    return { list, followUpOn: leaveEndsOn, needs: leaveEndsOn === null ? ['end_of_leave'] : isOver ? ['leave'] : [] };
  }
  const issuedOn = documents.find(({ kind }) => kind === 'positive_verification_notice')?.issuedOn ?? null;
  const followUpOn = issuedOn === null ? null : addMonths(issuedOn, noticeMonths);
  return { list, followUpOn, needs: issuedOn === null ? ['date_of_notice'] : [] };
}

/** The Home Office's answer replaces documents, and states the permission. */
function ofOnlineAnswer(check: RightToWorkCheck): Found {
  if (check.documents.length > 0) return { list: null, followUpOn: null, needs: ['no_share_code'] };
  if (check.leave === null) return { list: null, followUpOn: null, needs: ['leave'] };
  return followUpOf(check.leave === 'unlimited' ? 'A' : 'B1', check);
}

function ofDigitalVerification(check: RightToWorkCheck): Found {
  const isSeen = check.documents.some((held) => digitalDocuments.includes(held.kind) && isCurrent(held, check));
  return isSeen ? followUpOf('A', check) : { list: null, followUpOn: null, needs: ['british_or_irish_passport'] };
}

function ofDocuments(check: RightToWorkCheck): Found {
  const entry = entryOf(check);
  return entry === undefined
    ? { list: null, followUpOn: null, needs: ['listed_documents'] }
    : followUpOf(entry.list, check);
}

/** The service answers with a notice, whatever the candidate holds. */
function ofService(check: RightToWorkCheck): Found {
  const hasNotice = check.documents.some(({ kind }) => kind === 'positive_verification_notice');
  return hasNotice ? ofDocuments(check) : { list: null, followUpOn: null, needs: ['notice_of_the_service'] };
}

const ways: Readonly<Record<RightToWorkWay, (check: RightToWorkCheck) => Found>> = {
  manual: ofDocuments,
  employer_checking_service: ofService,
  online_share_code: ofOnlineAnswer,
  digital_verification: ofDigitalVerification,
};

/** There is no excuse while a step is missing; a time-limited one ends on the day of the follow-up. */
export function statutoryExcuse(check: RightToWorkCheck): ExcuseVerdict {
  const { list, followUpOn, needs } = ways[check.way](check);
  const ofStudy: readonly ExcuseNeed[] = list === 'B1' && check.lacksTermDates === true ? ['term_dates'] : [];
  const ofPerson: readonly ExcuseNeed[] = check.lacksComparison === true ? ['comparison'] : [];
  const { obtain } = check.steps;
  const isOfBefore = check.notBefore !== undefined && obtain !== null && obtain < check.notBefore;
  const ofAgain: readonly ExcuseNeed[] = isOfBefore ? ['not_checked_again'] : [];
  const all = [...needs, ...ofStudy, ...ofPerson, ...ofAgain, ...stepNeeds(check)];
  const isOver = followUpOn !== null && followUpOn < check.today;
  const limited = list === 'A' ? 'continuous' : 'time_limited';
  return {
    ...verdictOf(
      list === 'A' ? 'right_to_work_list_a' : list === null ? 'right_to_work_steps' : 'right_to_work_list_b',
    ),
    list,
    excuse: list === null || all.length > 0 || isOver ? 'none' : limited,
    followUpOn,
    needs: all,
  };
}

/** What the code was made for; undefined of an unknown letter. */
export const shareCodeKind = (text: string): 'work' | 'rent' | 'status' | undefined =>
  shareCodeKinds[text.trim().slice(0, 1).toUpperCase() as keyof typeof shareCodeKinds];

/** Nine characters, of which the first says that the code is for work; valid for a number of days. */
export function isShareCode(text: string, madeOn: IsoDate | null, today: IsoDate): boolean {
  const isOfForm = text.length <= 20 && /^W[A-Z0-9]{8}$/.test(text.replaceAll(' ', '').toUpperCase());
  return isOfForm && (madeOn === null || today <= addDays(madeOn, shareCodeDays));
}
