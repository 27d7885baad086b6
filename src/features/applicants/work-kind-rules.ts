// How a person works for a client: the one list, which every form, spreadsheet and record reads; pure.

/** With the other words that spreadsheets have for it, in lower case. */
export const workKinds = {
  employee: { label: 'Employee', called: ['staff', 'permanent', 'employed'] },
  agency: {
    label: 'Agency or supply worker',
    called: ['agency', 'agency worker', 'agency staff', 'supply', 'supply worker', 'supply teacher', 'temp'],
  },
  volunteer: { label: 'Volunteer', called: [] },
  contractor: { label: 'Contractor', called: ['sub-contractor', 'subcontractor', 'self-employed'] },
  governor: { label: 'Governor or trustee', called: ['governor', 'trustee', 'member', 'director'] },
  trainee: { label: 'Trainee', called: ['student', 'apprentice', 'trainee teacher', 'apprentice or trainee'] },
} as const satisfies Readonly<Record<string, { readonly label: string; readonly called: readonly string[] }>>;

export type WorkKind = keyof typeof workKinds;

export const workKindNames = Object.keys(workKinds) as readonly WorkKind[];

export const isWorkKind = (value: unknown): value is WorkKind => workKindNames.some((name) => name === value);

export const workKindLabel = (kind: WorkKind | null): string => (kind === null ? '' : workKinds[kind].label);

/** As it is written in a spreadsheet; undefined for what names none. */
export function workKindIn(text: string): WorkKind | undefined {
  const said = text.trim().toLowerCase().replace(/s$/, '');
  const isSaid = (name: string) => name.toLowerCase().replace(/s$/, '') === said;
  return workKindNames.find((kind) => [kind, workKinds[kind].label, ...workKinds[kind].called].some(isSaid));
}

/** The values in words, for what is refused. */
export const workKindRule = `must be one of: ${workKindNames.map((kind) => workKinds[kind].label).join(', ')}`;
