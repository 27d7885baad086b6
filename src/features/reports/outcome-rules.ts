// The versions of a report's outcome: what a version says, on what ground it was given, and who may not approve it; pure.
import type { Actor, Tenant } from '../../context.ts';
import type { ReportResult } from '../report-types/breakdown.ts';
import type { SubResult, TrafficLight } from './report-rules.ts';
import type { ReportState } from './report-states.ts';

/** On what ground an outcome was given: a provider answered, a person examined the report, or a person decided while it awaited approval. */
export const outcomeGrounds = ['provider_answer', 'examination', 'review'] as const;
export type OutcomeGround = (typeof outcomeGrounds)[number];

export function groundOf(actor: Actor, status: ReportState | null): OutcomeGround {
  if (actor.startsWith('provider:')) return 'provider_answer';
  return status === 'awaiting_approval' ? 'review' : 'examination';
}

/** A stored version; no version is ever changed. */
export interface OutcomeVersion extends Tenant {
  readonly reportId: string;
  /** 1, 2, 3, … */
  readonly version: number;
  readonly result: ReportResult;
  readonly subResult: SubResult | null;
  readonly trafficLight: TrafficLight;
  /** Breakdown, properties and notes, encrypted with the applicant's key. */
  readonly sealedFindings: Buffer;
  readonly author: Actor;
  readonly ground: OutcomeGround;
  readonly decidedAt: Date;
}

/** What kind of row the MAC of a version covers. */
export const outcomeMac = 'report outcome';

/** Everything that a version says, as the text that its MAC covers. */
export const contentOfVersion = (version: OutcomeVersion): string =>
  JSON.stringify([
    version.accountId,
    version.environment,
    version.reportId,
    version.version,
    version.result,
    version.subResult,
    version.trafficLight,
    version.sealedFindings.toString('base64'),
    version.author,
    version.ground,
    version.decidedAt.toISOString(),
  ]);

/** The part of an event's detail that names the version of the outcome which the event proposes or completes. */
export interface OutcomeSeal {
  readonly version: number;
  /** In hexadecimal. */
  readonly mac: string;
}

/**
 * Whoever gave the version that stands never approves it; who gave an earlier one may. Programs of ours and providers
 * decide by their own rules.
 * @param author of the newest version; undefined if there is none
 */
export const isOwnProposal = (actor: Actor, author: Actor | null | undefined): boolean =>
  actor.startsWith('user:') && author === actor;
