// The requirements of documents that the candidate uploads and a screener examines, without facts of their own; pure.
import type { DocumentSet } from '../../messages/en-documents.ts';
import type { Requirement } from './requirement.ts';

export interface EvidenceParams {
  /** The documents that the candidate is asked to upload. */
  readonly set: DocumentSet;
}

export const evidence: Requirement<EvidenceParams> = { facts: () => [], findings: () => [] };

export interface OwnCertificateParams {
  /** Three letters: whose certificate the candidate applies for. */
  readonly country: string;
}

/** A certificate that only the candidate can get: their form says how, and the report waits for it. */
export const ownCertificate: Requirement<OwnCertificateParams> = { facts: () => [], findings: () => [] };
