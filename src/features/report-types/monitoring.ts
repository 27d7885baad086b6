// How often a report can be asked again after it is complete, as data.

interface MonitorPlan {
  readonly label: string;
  readonly toCandidates: string;
  /** Asked again after so many months. */
  readonly months?: number;
  /** Asked again whenever a new version of a list is imported. */
  readonly eachList?: true;
  /** Looked at again before the date in this property, by default on that day. */
  readonly before?: {
    readonly property: string;
    /** The part of the breakdown whose result `limited` says that there is such a date, and its own property. */
    readonly limited?: { readonly part: string; readonly property: string };
  };
}

export const monitorPlans = {
  monthly: { label: 'Every month', toCandidates: 'Every month.', months: 1 },
  quarterly: { label: 'Every three months', toCandidates: 'Every three months.', months: 3 },
  half_yearly: { label: 'Every six months', toCandidates: 'Every six months.', months: 6 },
  yearly: { label: 'Every year', toCandidates: 'Every year.', months: 12 },
  each_list: { label: 'On each new version of the lists', toCandidates: 'Each time the lists change.', eachList: true },
  before_expiry: {
    label: 'Before it expires, on the days that the account sets',
    toCandidates: 'Before it expires.',
    before: {
      property: 'follow_up_on',
      limited: { part: 'permission', property: 'ends_on' },
    },
  },
  at_renewal: { label: 'When it is renewed', toCandidates: 'When it is renewed.', before: { property: 'expires_on' } },
} as const satisfies Readonly<Record<string, MonitorPlan>>;

export type MonitorPlanName = keyof typeof monitorPlans;

export const monitorPlanNames = Object.keys(monitorPlans) as MonitorPlanName[];

export const monitorPlan = (name: MonitorPlanName): MonitorPlan => monitorPlans[name];

export const byMonths = ['monthly', 'quarterly', 'half_yearly', 'yearly'] as const satisfies readonly MonitorPlanName[];

/** Whether what ends is checked anew, as a permission to work is: nobody says only that nothing has changed. */
export const isCheckedAnew = (name: MonitorPlanName): boolean => monitorPlan(name).before?.limited !== undefined;

/** As the label says it, with the days of the account. */
export const planInWords = (name: MonitorPlanName, daysBefore: readonly number[]): string =>
  monitorPlan(name).before?.limited === undefined
    ? monitorPlan(name).label
    : `${new Intl.ListFormat('en-GB').format(daysBefore.map(String))} days before it expires, and on the last working day before`;
