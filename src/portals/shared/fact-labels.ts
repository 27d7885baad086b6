// Names what a finding is about, for people who did not answer it themselves: the desk and whoever ordered.
import { factKeyOf } from '../../features/facts/fact-paths.ts';
import { jobLabels } from '../../features/orders/job-fact-rules.ts';
import { wordsOf } from '../../messages/sentences.ts';

/** @param part such as `JobRoleId` */
export const jobLabel = (part: string): string => (jobLabels as Readonly<Record<string, string>>)[part] ?? part;

export const lower = (label: string): string => label.slice(0, 1).toLowerCase() + label.slice(1);

/** @param at the path of a fact of the candidate, such as `addresses[0].street` */
export function factLabel(at: string): string {
  const [, list, index, field] = /^(\w+)\[(\d+)\]\.?(.*)$/.exec(at) ?? [];
  if (list === undefined) return wordsOf(factKeyOf(at)).label;
  const words = field === '' ? '' : `: ${lower(wordsOf(`${list}.${field}`).label)}`;
  return `${wordsOf(list).label}, entry ${Number(index) + 1}${words}`;
}
