// Tells a person where a candidate's email addresses, telephone numbers and addresses contradict each other; calls nobody.
import type { Provider } from '../../features/provider-requests/provider.ts';
import type { Compared } from './consistency-rules.ts';

export const consistencyProvider: Provider = {
  name: 'consistency',
  label: 'Consistency of contact details',
  capabilities: {
    calls: 'nobody',
    results: [],
    types: ['identity', 'employment_history', 'character_reference', 'academic_reference', 'client_reference'],
    facts: [
      ...(['country', 'email', 'mobile', 'mobile_country', 'telephone', 'telephone_country'] as const),
      ...(['addresses.country', 'addresses.postcode', 'addresses.town', 'addresses.end_date'] as const),
      ...(['activities.employer', 'activities.end_date'] as const),
      ...(['references.name', 'references.organisation', 'references.email', 'references.telephone'] as const),
    ],
    personDecides: true,
  },
  limits: { timeoutMs: 1000, answersWithinHours: 1, costPence: 0 },
  async request(_, { facts }) {
    // Loaded when first used: the numbering plans of all countries are large.
    const { consistencyRows, rowsText } = await import('./consistency-rules.ts');
    return { kind: 'needs_person', reason: 'compared', detail: rowsText(consistencyRows(facts as Compared)) };
  },
};
