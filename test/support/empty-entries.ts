// An entry of each list without an answer, on which tests build theirs: a fact that is added needs no change of them.
import { emptyOf, facts } from '../../src/features/facts/facts.ts';

export const noActivity = emptyOf(facts.activities.entry);
export const noQualification = emptyOf(facts.qualifications.entry);
export const noAddress = emptyOf(facts.addresses.entry);
