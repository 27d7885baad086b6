// The requirement of a check code, by which the DVLA shows the record of a licence of Great Britain; pure.
import { addDays } from '../../lib/dates.ts';
import type { ApplicantFacts } from '../facts/facts.ts';
import { type Finding, isBlank } from '../facts/finding.ts';
import { missingAt, plain } from './plain-requirement.ts';
import type { Requirement } from './requirement.ts';

export interface CheckCodeParams {
  /** The report may do without one: the authority answers otherwise, too. */
  readonly mayLack: boolean;
}

const path = 'driving_licence_check_code';
/** General knowledge, as that it is used once. */
const validDays = 21;

/** The DVLA knows nothing of them. */
const licencesOfOthers = new Set<string | null>(['NIFull', 'NIProvisional', 'CrownDependency', 'EEA', 'Other']);

/** Nobody can make a code without a licence of Great Britain: asked for it, they could not send their form. */
const hasNoCode = ({ has_driving_licence: has, driving_licence_type: type }: ApplicantFacts): boolean =>
  has === false || licencesOfOthers.has(type);

export const checkCode: Requirement<CheckCodeParams> = {
  ...plain([path]),
  optional: ({ mayLack }) => (mayLack ? [path] : []),
  isAskedOf: (facts) => !isBlank(facts.driving_licence_check_code) || !hasNoCode(facts),
  findings(subject, { mayLack }) {
    const { facts, today, givenOn = today } = subject;
    if (isBlank(facts.driving_licence_check_code)) return mayLack || hasNoCode(facts) ? [] : missingAt(subject, path);
    const lapsed: Finding = { at: path, code: 'check_code_lapsed', moment: 'examined' };
    // The day on which it was made is not known, but it was not after the form.
    return today > addDays(givenOn, validDays) ? [lapsed] : [];
  },
  strictest: (one, other) => ({ mayLack: one.mayLack && other.mayLack }),
};
