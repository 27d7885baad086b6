// On which day what a report found ends, by which monitoring looks at it again; pure.
import { type IsoDate, parseDate } from '../../lib/dates.ts';
import type { BreakdownEntry } from './findings-rules.ts';
import { type MonitorPlanName, monitorPlan } from './monitoring.ts';

/** The part of findings that says it. */
export interface Stated {
  readonly breakdown: Readonly<Record<string, BreakdownEntry>>;
  readonly properties: Readonly<Record<string, unknown>>;
}

const dayOf = (value: unknown): IsoDate | undefined => parseDate(String(value ?? ''));

export const limitedPart = (plan: MonitorPlanName, { breakdown }: Stated): BreakdownEntry | undefined => {
  const { limited } = monitorPlan(plan).before ?? {};
  const part = limited && breakdown[limited.part];
  return part?.result === 'limited' ? part : undefined;
};

/** The day on which what was found ends; undefined if none is stated. */
export function endOf(plan: MonitorPlanName, stated: Stated): IsoDate | undefined {
  const { property, limited } = monitorPlan(plan).before ?? {};
  if (property === undefined) return undefined;
  return (
    dayOf(stated.properties[property]) ?? dayOf(limited && limitedPart(plan, stated)?.properties?.[limited.property])
  );
}
