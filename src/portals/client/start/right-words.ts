// What is said of the right to work beside a clearance, to people who learn no result.
import type { RightNote } from '../../../features/lists/clearance-rules.ts';
import { britishDate } from '../../shared/page-filters.ts';

const words: Readonly<Record<Exclude<RightNote['code'], 'ended' | 'ends_before' | 'ends'>, string>> = {
  open: 'Right to work not checked yet: nobody may start before it is',
  not_confirmed: 'Right to work not confirmed: nobody may start before it is',
  not_compared: 'Right to work: nobody has recorded who compared the person, and nobody may start before that',
  not_ordered: 'No right to work was ordered here: check it yourselves before the first day',
};

export function rightText(note: RightNote): string {
  if (note.code === 'ended') return `Right to work ended on ${britishDate(note.on)}`;
  if (note.code === 'ends_before') return `Right to work ends on ${britishDate(note.on)}, before the first day`;
  return note.code === 'ends' ? `Until ${britishDate(note.on)}, when the right to work ends` : words[note.code];
}
