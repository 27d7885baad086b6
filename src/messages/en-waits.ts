// What waits for the client, in the order of the page: what stands between somebody and their first day, then what
// stops the screening.

export const waitTitles = {
  right_to_work: 'Right to work not clear',
  permission_end: 'Right to work ends: check it again',
  start_unagreed: 'Started without clearance: say how the risk is managed',
  start_at_risk: 'Start soon, not cleared',
  start_unconfirmed: 'Say whether they started',
  query: 'Answer a question',
  identity: 'Confirm identity',
  comparison: 'Right to work: compare the person',
  email_address: 'Correct an email address',
  decision: 'Decide',
  follow_up: 'Say what came of conditions and reviews',
} as const;
