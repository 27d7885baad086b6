// The register of certified people for the copy that a person gets of their data, in the names of interface v2; pure.
import { toTimestamp } from '../../lib/dates.ts';
import type { Certificate } from './certificate-actions.ts';
import { certifiedFunctions } from './certified-functions.ts';

export const certificateJson = ({ ofFunction, issuedOn, endsOn, withdrawal, ...one }: Certificate) => ({
  ...{ function: certifiedFunctions[ofFunction], issued_on: issuedOn, ends_on: endsOn, assessed_by: one.assessedBy },
  ...{ line_manager: one.lineManager, note: one.note, recorded_at: toTimestamp(one.recordedAt) },
  withdrawn: withdrawal && { on: withdrawal.on, reason: withdrawal.reason },
});
