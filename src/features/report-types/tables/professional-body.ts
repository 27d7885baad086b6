// The shape of a row of the table of professional bodies.
import type { SourceId } from '../../knowledge/sources.ts';

export interface ProfessionalBody {
  /** The variant of `professional_membership`. */
  readonly key: string;
  readonly name: string;
  /** Where the register is; no request is sent there. */
  readonly site?: string;
  /** What its members' numbers look like. */
  readonly number?: { readonly pattern: string; readonly words: string };
  /** It has no public register: it answers letters. */
  readonly isByMail?: true;
  readonly notes?: readonly string[];
  /** What names the site, and what says the rest; the general knowledge of the trade where left out. */
  readonly siteSource?: SourceId;
  readonly source?: SourceId;
}
