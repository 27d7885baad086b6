// The types of an opened form: the part for anybody with the link, and the rest for a device with a session.
import type { Caller, OrderScope } from '../../context.ts';
import type { SpokenLanguage } from '../../messages/spoken-language.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import type { Order } from '../checks/check.ts';
import type { CheckLink } from '../checks/check-links.ts';
import type { CheckState } from '../checks/check-states.ts';
import type { Typist } from '../mailed-links/code-rules.ts';
import type { MonitorPlanName } from '../report-types/monitoring.ts';
import type { ReportType } from '../report-types/report-type.ts';
import type { FormScope, PageId } from './form-page.ts';
import type { SavedAnswers } from './form-page-rules.ts';

/** The part of the form about reports that were added after it was submitted. */
export interface FormAddition extends Pick<FormFront, 'types' | 'monitored' | 'scope'> {
  /** The query that asks the candidate about them. */
  readonly queryId: string;
}

/** What anybody with the link may see: no personal data. */
export interface FormFront {
  readonly link: CheckLink;
  readonly caller: Caller & OrderScope;
  readonly accountName: string;
  /** Days after the last check until everything is erased; 0 if the account has set no end. */
  readonly eraseAfterDays: number;
  /** Of who was never hired; 0 for the same. */
  readonly neverHiredDays: number;
  /** The account keeps its staff until they have left. */
  readonly keepsStaff: boolean;
  /** What the client itself says before a candidate agrees, in lines, and the address of its privacy notice; empty if none. */
  readonly clientWords: { readonly consent: string; readonly privacyNotice: string };
  /** The client's account demands that who is asked for documents adds one before the form is sent. */
  readonly wantsDocumentsFirst: boolean;
  /** What the candidate chose; null where the client offers the form in English alone. */
  readonly language: SpokenLanguage | null;
  readonly status: CheckState;
  readonly isSubmitted: boolean;
  /** Whether the code leads to something: the form, what became of it, or the rights over what is kept. Not once the applicant is erased. */
  readonly isOpen: boolean;
  /** When the data were erased, and whether the candidate asked for it; undefined unless they were. */
  readonly erased: { readonly at: Date; readonly isAsked: boolean } | undefined;
  /** How many queries wait for the candidate. */
  readonly openQueries: number;
  /** The candidate has answered for an earlier order: what they said then is filled in. */
  readonly isRepeated: boolean;
  /** The candidate has opened a fresh link since. */
  readonly isReplaced: boolean;
  readonly types: readonly ReportType[];
  /** Those that are asked again after the check. */
  readonly monitored: readonly { readonly type: ReportType; readonly plan: MonitorPlanName }[];
  readonly scope: FormScope;
  /** What it asked when it was submitted; until then, all that it asks. */
  readonly sentScope: FormScope;
  readonly sentTypes: readonly ReportType[];
  /** What was added after the form was submitted, and waits for the candidate; undefined if nothing does. */
  readonly addition: FormAddition | undefined;
}

/** What a device with a session may see. */
export interface OpenForm extends FormFront {
  readonly orderId: number;
  readonly applicantId: string;
  readonly key: DataKey;
  readonly order: Order;
  readonly saved: SavedAnswers;
  /** Under which name the consent is kept. */
  readonly consentPage: PageId;
  /** The session was extended: set the cookie again. */
  readonly isProlonged: boolean;
  /** Who of the desk types for the candidate, on the telephone or from paper; undefined on the candidate's own device. */
  readonly typist: NamedTypist | undefined;
}

export interface NamedTypist extends Typist {
  readonly name: string;
}

/** Somebody of the desk in place of the candidate: what they do is recorded as theirs. */
export const typistCaller = (caller: FormFront['caller'], { userId }: Typist): FormFront['caller'] => ({
  ...caller,
  actor: `user:${userId}`,
  permissions: ['attach_files'],
});
