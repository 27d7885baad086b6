// The register of certified people for the copy that a person gets of their data, in the names of interface v2; pure.
import { toTimestamp } from '../../lib/dates.ts';
import type { Certificate } from './certificate-actions.ts';
import { certifiedFunctions } from './certified-functions.ts';
import type { ConductBreach } from './conduct-breach-actions.ts';
import { breachStates, conductRules, disciplines, reportingWays } from './conduct-rules.ts';
import type { GivenReference } from './given-reference-actions.ts';
import { givenGroups } from './given-reference-rules.ts';

export const certificateJson = ({ ofFunction, issuedOn, endsOn, withdrawal, ...one }: Certificate) => ({
  ...{ function: certifiedFunctions[ofFunction], issued_on: issuedOn, ends_on: endsOn, assessed_by: one.assessedBy },
  ...{ line_manager: one.lineManager, note: one.note, recorded_at: toTimestamp(one.recordedAt) },
  withdrawn: withdrawal && { on: withdrawal.on, reason: withdrawal.reason },
});

export const breachJson = ({ state, rules, discipline, reportedBy, ...one }: ConductBreach) => ({
  ...{ state: breachStates[state], found_on: one.foundOn, rules: rules.map((rule) => conductRules[rule]) },
  ...{ found: one.found, discipline: disciplines[discipline], disciplined_on: one.disciplinedOn, action: one.action },
  ...{ reported_on: one.reportedOn, reported_by: reportedBy && reportingWays[reportedBy] },
  recorded_at: toTimestamp(one.recordedAt),
});

export const givenJson = ({ asker, answers, updates, ...one }: GivenReference) => ({
  ...{ asked_by: asker.firm, firm_number: asker.number, received_on: one.receivedOn, given_on: one.givenOn },
  answers: answers && givenGroups(answers).flatMap(({ rows }) => rows.map(({ label, text }) => ({ label, text }))),
  updates: updates.map(({ isOwed, sentOn, words }) => ({ is_owed: isOwed, sent_on: sentOn, words })),
});
