// The type of a row in the table of professional bodies.
import type { SourceId } from '../../knowledge/sources.ts';

export interface ProfessionalBody {
  /** The variant of `professional_membership`. */
  readonly key: string;
  readonly name: string;
  /** The address of the register; no request is sent there. */
  readonly site?: string;
  /** The form of its membership numbers. */
  readonly number?: {
    readonly pattern: RegExp;
    readonly words: string;
    /** What those call it who are on a statutory register: its kind says what they may do, so that there is no grade. */
    readonly ofRegister?: string;
  };
  /** It finds people by their name and date of birth, also those who have no number there. */
  readonly findsByName?: true;
  /** The body has no public register and answers letters. */
  readonly isByMail?: true;
  /** What a screener does besides what is done for all rows. */
  readonly steps?: readonly string[];
  /** What a screener must know. */
  readonly notes?: readonly string[];
  /** The sources of the site and of the other properties; general knowledge if undefined. */
  readonly siteSource?: SourceId;
  readonly source?: SourceId;
}
