// The values for facts about a person; an applicant's facts have no others.

/**
 * Interface v2 has the first four (interface §Applicant); orders of v1 have all, which are those of common UK forms.
 */
export const titles = [
  ...(['Mr', 'Mrs', 'Miss', 'Ms'] as const),
  ...(['Mx', 'Master', 'Dr', 'Prof', 'Professor', 'Sir', 'Dame', 'Lord', 'Lady'] as const),
  ...(['Baron', 'Baroness', 'Viscount', 'Viscountess', 'Earl', 'Countess', 'Honourable'] as const),
  ...(['Rev', 'Reverend', 'Canon', 'Father', 'Sister', 'Brother', 'Pastor', 'Rabbi', 'Imam', 'Bishop'] as const),
  ...(['Captain', 'Major', 'Colonel', 'Brigadier', 'General', 'Lieutenant', 'Sergeant', 'Corporal'] as const),
  ...(['Commander', 'Commodore', 'Admiral', 'Squadron Leader', 'Wing Commander', 'Judge', 'Councillor'] as const),
] as const;
export const genders = ['male', 'female'] as const;
