// How the answers and the agreement of an order came, where the desk typed for the candidate.
import type { Caller, Ctx } from '../../../context.ts';
import { readTakenAnswers, readTakenConsents } from '../../../features/candidate-form/taken-answer-actions.ts';
import type { Check } from '../../../features/checks/check.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { taken } from '../../../messages/en-taken.ts';
import { britishDate } from '../../shared/page-filters.ts';
import { correctedWords } from '../../shared/requirement-titles.ts';

const namesOf = (names: readonly string[]) => new Intl.ListFormat('en-GB').format(names);

/** A line for each way; none where the candidate typed everything. */
export async function takenLines(ctx: Ctx, caller: Caller, checkId: string): Promise<string[]> {
  return (await readTakenAnswers(ctx, caller, checkId)).map(({ from, by, pages, lastAt, isWhole }) =>
    taken.atDesk(from, {
      by: namesOf(by),
      when: britishDate(lastAt),
      pages: isWhole ? '' : correctedWords([...new Set(pages.map(requirementOf))]),
    }),
  );
}

/** The requirement of a page; that of an agreement to what was added is the same as of the first. */
const requirementOf = (page: string) => (page.startsWith('consent-') ? 'consent' : page.replaceAll('-', '_'));

/** How the candidate agreed, for each time that somebody else typed it. */
export const agreedLines = async (ctx: Ctx, caller: Caller, check: Check): Promise<string[]> =>
  (await readTakenConsents(ctx, caller, check)).map(({ how, givenAt }) => taken.agreed(how, ukDateOf(givenAt)));
