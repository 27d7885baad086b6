// The shape of the catalogue: what can be ordered, and what each type requires, as data.
import type { Requires } from '../requirements/requirements.ts';
import type { Refinement } from '../value-sets/refinement-values.ts';

/** A name that clients of interface v1 know the type by. */
export interface Alias {
  readonly name: string;
  /** What ordering by this name says about where the job is. */
  readonly placeOfWork?: 'Scotland';
}

export interface ReportType {
  /** Numeric; clients see it as text. Never reused. */
  readonly id: number;
  readonly name: string;
  readonly variant: string | null;
  /** In any case; none is also a name, or an alias of another type. */
  readonly aliases: readonly Alias[];
  readonly label: string;
  readonly description: string;
  readonly options: readonly Refinement[];
  /** What must be known of the candidate, and of the job, before a report of the type can begin. */
  readonly requires: readonly Requires[];
  /** In how many working days a report of the type is usually complete; null where that is not known. */
  readonly workingDays: number | null;
  /** Whether the report answers a sub_result (interface: only document reports). */
  readonly hasSubResult: boolean;
}
