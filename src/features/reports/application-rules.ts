// How far an authority is with an application for a certificate, and from when it is escalated; pure.

/** In the order of its work. */
export const applicationStages = {
  received: 'Received',
  records: 'Police National Computer and barred lists',
  police: 'With a local police force',
  printed: 'Certificate printed',
  posted: 'Certificate posted to the candidate',
} as const;
export type ApplicationStage = keyof typeof applicationStages;

export const isApplicationStage = (value: unknown): value is ApplicationStage =>
  typeof value === 'string' && Object.hasOwn(applicationStages, value);

/** From this day on the DBS takes an enquiry about an application that police still work on. */
export const ESCALATION_DAYS = 60;
