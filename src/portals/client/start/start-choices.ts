// The choice of who starts soon and is not cleared, as lists offer it.
import { type StartPeriod, startPeriods } from '../../../features/lists/start-period-rules.ts';

export const startChoices = (chosen: StartPeriod | undefined) => [
  { value: '', text: 'Any', selected: chosen === undefined },
  ...startPeriods.map((days) => ({
    value: String(days),
    text: `In ${days} days, not cleared`,
    selected: days === chosen,
  })),
];
