// The type of a reference: whom a screener asked about what, and what was answered.
import type { Tenant } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import type { MailFailure } from '../../lib/mail-failures.ts';
import type { AnswerScope, Answers } from './answer-rules.ts';
import type { Claim, Referee } from './claim-rules.ts';
import type { Authentication } from './mailbox-rules.ts';
import type { QuestionnaireId } from './questionnaires.ts';
import type { ReferenceState } from './reference-states.ts';
import type { Told } from './told-rules.ts';

/** Personal data, encrypted with the applicant's key. */
export interface ReferenceRequest {
  /** The entry of the history that it confirms, by its number now; empty where it is not stated any more. */
  readonly entryKey: string;
  readonly claim: Claim;
  /** `the earlier of two employments`, where the candidate worked for the employer more than once. */
  readonly which?: string;
  /** The day on which the candidate stated it. */
  readonly statedOn: IsoDate;
  readonly referee: Referee;
  /** As the candidate named it; empty if they did not. */
  readonly namedEmail: string;
  /** The client had offered the job, so that days of absence may be asked. */
  readonly isAfterOffer?: true;
  /** What the referee reads of the candidate besides the name, behind the code. */
  readonly told?: readonly Told[];
}

/** Who was called, and at which number. */
export interface Call {
  readonly person: string;
  readonly number: string;
}

export const letterWays = { paper: 'On paper', mail: 'As a reply to our email' } as const;

/** A letter that a screener recorded, and the file that it is. */
export interface Letter {
  readonly signedBy: string;
  /** The day that it bears. */
  readonly on: IsoDate;
  readonly way: keyof typeof letterWays;
  readonly fileToken: string;
}

export interface GivenAnswers {
  readonly scope: AnswerScope;
  readonly answers: Answers;
}

/** Answers that their referee corrected later: they are kept as they were sent. */
export interface EarlierAnswers extends GivenAnswers {
  /** In ISO 8601. */
  readonly sentAt: string;
}

/** Personal data, encrypted with the applicant's key. */
export interface ReferenceReply {
  /** Undefined until the referee has said what they can do. */
  readonly scope?: AnswerScope;
  readonly answers: Answers;
  /** Set when it was sent by a form in Welsh. */
  readonly isInWelsh?: true;
  /** The versions before this one, the oldest first. */
  readonly earlier?: readonly EarlierAnswers[];
  /** What the referee changes of what they sent, until they send it. */
  readonly correction?: GivenAnswers & {
    /** The tokens of letters that go with it. */
    readonly withoutLetters?: readonly string[];
  };
  /** Why they declined. */
  readonly declined?: string;
  /** Set for answers that a screener took down. */
  readonly call?: Call;
  /** Set for answers that a screener took from a letter. */
  readonly letter?: Letter;
  /** How the referee was authenticated: the number, the register. */
  readonly authenticatedBy?: string;
}

export interface Reference {
  readonly tenant: Tenant;
  readonly id: string;
  readonly checkId: string;
  /** The report that asked. */
  readonly reportId: string;
  readonly askingTypeId: number;
  /** The report that reads it, which is the one that asked or another of the order: into its outcome it is taken over. */
  readonly readerId: string;
  readonly questionnaire: QuestionnaireId;
  readonly status: ReferenceState;
  readonly request: ReferenceRequest;
  readonly reply: ReferenceReply;
  readonly authentication: Authentication | null;
  readonly linkGeneration: number;
  /** Reminders since the referee was last asked. */
  readonly chases: number;
  /** In all: requests by hand, also to an address that was corrected since, and reminders. */
  readonly mails: number;
  readonly requestedAt: Date;
  /** null if nobody was written to. */
  readonly mailedAt: Date | null;
  /** Of the newest mail that did not reach the referee. */
  readonly mailFailure: MailFailure | undefined;
  readonly openedAt: Date | null;
  readonly repliedAt: Date | null;
  readonly takenOverAt: Date | null;
  /** Whether it was ever taken over while nobody had authenticated the referee. */
  readonly takenOverUnauthenticated: boolean;
  /** Taken over since the report's outcome was last given, which then includes it. */
  readonly awaitsOutcome: boolean;
}
