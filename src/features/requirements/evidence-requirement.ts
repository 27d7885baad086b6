// The requirement of papers that the candidate uploads and a screener examines; no fact holds what they say; pure.
import type { DocumentSet } from '../../messages/en-documents.ts';
import type { Requirement } from './requirement.ts';

export interface EvidenceParams {
  /** What the candidate is asked to upload. */
  readonly set: DocumentSet;
}

export const evidence: Requirement<EvidenceParams> = { facts: () => [], findings: () => [] };
