// Answers sanctions reports from the imported lists; its results are proposals that a person decides.
import type { Provider, ProviderAnswer } from '../../features/provider-requests/provider.ts';
import { listsInForce } from './import-actions.ts';
import { listsNeededFor, outcomeOf, searchedPerson, untoldNames } from './outcome-rules.ts';
import { searchSanctions } from './search-actions.ts';

const needsPerson = (reason: 'not_covered' | 'facts_missing', detail: string): ProviderAnswer => ({
  kind: 'needs_person',
  reason,
  detail,
});

export const sanctionsProvider: Provider = {
  name: 'sanctions_lists',
  label: 'Sanctions lists imported here',
  capabilities: {
    calls: 'nobody',
    results: ['clear', 'unidentified'],
    types: ['sanctions'],
    facts: ['first_name', 'middle_name', 'last_name', 'previous_last_name', 'previous_names', 'dob'],
    personDecides: true,
  },
  // It makes no outgoing calls.
  limits: { timeoutMs: 30_000, answersWithinHours: 1, costPence: 0 },
  async request({ ctx }, { type, facts }) {
    const needed = listsNeededFor(type.variant);
    if (needed === undefined) return needsPerson('not_covered', 'No such list can be imported.');
    const inForce = new Set((await listsInForce(ctx)).map(({ list }) => list));
    const missing = needed.filter((list) => !inForce.has(list));
    if (missing.length > 0)
      return needsPerson('not_covered', `No version of this list is in force: ${missing.join(', ')}.`);
    const person = searchedPerson(facts);
    if (person.names.length === 0) return needsPerson('facts_missing', 'There is no name to search.');
    const found = await searchSanctions(ctx, person, type.variant === null ? undefined : needed);
    return { kind: 'result', outcome: outcomeOf(found, untoldNames(facts)) };
  },
};
