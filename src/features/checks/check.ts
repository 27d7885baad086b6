// The type of a check in the program: the row, its decrypted order and its reports.

import type { Tenant } from '../../context.ts';
import type { Jurisdiction } from '../../lib/bank-holidays.ts';
import type { IsoDate } from '../../lib/dates.ts';
import type { SpokenLanguage } from '../../messages/spoken-language.ts';
import type { ApplicantFacts } from '../facts/facts.ts';
import type { LegalGround } from '../report-types/legal-limit-rules.ts';
import type { ListGrounds } from '../report-types/list-ground-rules.ts';
import type { Report } from '../reports/report.ts';
import type { SeenPapers } from '../requirements/seen-papers.ts';
import type { CriminalDetails } from './check-rules.ts';
import type { CheckState } from './check-states.ts';
import type { IdentityEvidence } from './identity-rules.ts';
import type { OrderedPerson } from './ordered-person-rules.ts';
import type { PersonComparison } from './person-comparison-rules.ts';
import type { SeenConsent } from './seen-consent-rules.ts';

/** What was ordered and on whom; personal data, encrypted with the applicant's key. */
export interface Order {
  /** The check's own copy of the facts: as they were when it was placed, later as the candidate submitted them. */
  readonly facts: ApplicantFacts;
  /** Whom the client ordered it of, once the candidate has replaced that by what they submitted. */
  readonly ordered?: OrderedPerson;
  /** The first is stored as the purchase order number (interface, Create check arguments). */
  readonly tags: readonly string[];
  readonly redirect_uri: string | null;
  readonly criminal_details: CriminalDetails | null;
  /** Names of reports whose sandbox outcome is forced to consider. */
  readonly consider: readonly string[];
  /** null for a check of interface v2. */
  readonly details: OrderDetails | null;
  /** What was seen when the identity was confirmed in a portal. */
  readonly identity_evidence?: IdentityEvidence;
  /** What was seen of somebody who is invited to give fingerprints, until their identity is confirmed. */
  readonly awaits_fingerprints?: SeenPapers;
  /** Who compared the person with the photograph of their right to work; the newest last. */
  readonly person_comparisons?: readonly PersonComparison[];
  /** Who saw the consent that the candidate signed, where the client entered the order. */
  readonly consent_seen?: SeenConsent;
  /** Why the barred lists are asked, where the agreed job role does not say it. */
  readonly list_grounds?: ListGrounds;
  /** Three letters, the country of the job; left out for the United Kingdom. */
  readonly job_country?: string;
  /** On which ground the law lets the client order what it limits; left out where nobody has said it. */
  readonly legal_ground?: LegalGround;
  /** Notes for the operator, such as that the email domain could not be looked up. */
  readonly notes: readonly string[];
  /** Only of an order that began in another system. */
  readonly brought_in?: BroughtIn;
}

export interface BroughtIn {
  /** The number that the order has there. */
  readonly earlier_number: string;
  /** The day that was promised there; null for the usual working days. */
  readonly due_on: IsoDate | null;
  /** The other system charges its reports. */
  readonly billed_elsewhere: boolean;
}

/** The parts of an order that only interface v1 has, under its names. */
export interface OrderDetails {
  readonly PackageId: number | null;
  /** The check type that each report was ordered by, in the order of the reports. */
  readonly CheckTypes: readonly string[];
  readonly OrderLayout: string | null;
  readonly FinalReportFormat: string | null;
  /** Statements about the candidate that are not facts. */
  readonly PersonalInfo: Readonly<Record<string, string | null>>;
  /** Statements about the job and its papers, apart from criminal_details. */
  readonly CheckSpecificData: Readonly<Record<string, string | null>>;
  /** Documents that the client has seen. */
  readonly IdentityDocuments: readonly { readonly DocumentType: string; readonly DocumentNumber: string }[];
}

export interface Check {
  readonly tenant: Tenant;
  readonly id: string;
  readonly orderId: number;
  readonly applicantId: string;
  /** The one that the order is for; null for none. */
  readonly subsidiaryId: string | null;
  readonly type: 'standard' | 'express';
  readonly status: CheckState;
  readonly result: 'clear' | 'consider' | null;
  readonly activityYears: number | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly completedAt: Date | null;
  /** When one of its reports was last opened again after the check was complete. */
  readonly reopenedAt: Date | null;
  readonly formOpenedAt: Date | null;
  readonly formCompletedAt: Date | null;
  /** The client's own key of an order of interface v1. */
  readonly uniqueKey: string | null;
  readonly identityConfirmedAt: Date | null;
  /** When the client last decided about the candidate. */
  readonly decidedAt: Date | null;
  /** The client signs it off, although all may be clear. */
  readonly asksDecision: boolean;
  /** Which link to the form works. */
  readonly formLinkGeneration: number;
  /** It comes before other orders, and is due earlier. */
  readonly isUrgent: boolean;
  /** In which the candidate reads the form and their mails. */
  readonly language: SpokenLanguage;
  /** By whose bank holidays its due dates are counted. */
  readonly jurisdiction: Jurisdiction;
  /** The data of its candidate are only stored (UK GDPR Art. 18). */
  readonly isRestricted: boolean;
  readonly order: Order;
  readonly reports: readonly Report[];
}
