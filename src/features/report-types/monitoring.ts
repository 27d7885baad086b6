// How often a report can be asked again after it is complete, as data.

interface MonitorPlan {
  readonly label: string;
  /** Asked again after so many months. */
  readonly months?: number;
  /** Asked again whenever a new version of a list is imported. */
  readonly eachList?: true;
  /** Looked at again so many days before the date in one of these properties, the largest number first. */
  readonly before?: { readonly properties: readonly string[]; readonly days: readonly number[] };
}

export const monitorPlans = {
  monthly: { label: 'Every month', months: 1 },
  quarterly: { label: 'Every three months', months: 3 },
  half_yearly: { label: 'Every six months', months: 6 },
  yearly: { label: 'Every year', months: 12 },
  each_list: { label: 'On each new version of the lists', eachList: true },
  before_expiry: {
    label: '60, 30 and 7 days before it expires, and on that day',
    before: { properties: ['follow_up_on'], days: [60, 30, 7, 0] },
  },
  at_renewal: { label: 'When it is renewed', before: { properties: ['expires_on'], days: [0] } },
} as const satisfies Readonly<Record<string, MonitorPlan>>;

export type MonitorPlanName = keyof typeof monitorPlans;

export const monitorPlanNames = Object.keys(monitorPlans) as MonitorPlanName[];

export const monitorPlan = (name: MonitorPlanName): MonitorPlan => monitorPlans[name];

export const byMonths = ['monthly', 'quarterly', 'half_yearly', 'yearly'] as const satisfies readonly MonitorPlanName[];
