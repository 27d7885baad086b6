// Collects the requirements of an order, and finds everything that is wrong or missing in the facts; pure.
import type { RequirementId } from '../../messages/en.ts';
import { factKeyOf } from '../facts/fact-paths.ts';
import type { ApplicantFacts } from '../facts/facts.ts';
import { type Finding, type Moment, untilMoment } from '../facts/finding.ts';
import { statedFindings } from '../facts/stated-rules.ts';
import type { FormPlace, Requirement, Subject } from './requirement.ts';
import { type Requires, requirements } from './requirements.ts';

/** A requirement with the parameters of one order. */
export interface Asked {
  readonly id: RequirementId;
  /** Distinguishes two of the same requirement whose parameters ask for different facts. */
  readonly key: string;
  readonly params: object;
}

type Any = Requirement<object>;
const requirementOf = (id: RequirementId): Any => requirements[id] as unknown as Any;

function askedOf(required: Requires): Asked {
  const [id, params] =
    typeof required === 'string' ? [required, {}] : (Object.entries(required)[0] as [RequirementId, object]);
  // If the requirement can merge parameters, the strictest apply; otherwise each set of parameters is kept.
  const { strictest, isOfFacts } = requirementOf(id);
  const named = Object.values(params).filter((param) => typeof param !== 'boolean');
  const isOwn = (strictest === undefined || isOfFacts === true) && named.length > 0;
  return { id, key: isOwn ? `${id}:${named.join(':')}` : id, params };
}

/** Each requirement once, with the strictest parameters, in the order of the form. */
export function askedBy(required: readonly Requires[]): Asked[] {
  const byKey = new Map<string, Asked>();
  for (const one of required.map(askedOf)) {
    const before = byKey.get(one.key);
    const { strictest } = requirementOf(one.id);
    const params = before === undefined || strictest === undefined ? one.params : strictest(before.params, one.params);
    byKey.set(one.key, { ...one, params });
  }
  const order = Object.keys(requirements);
  return [...byKey.values()].sort((one, other) => order.indexOf(one.id) - order.indexOf(other.id));
}

export const paramsOf = <P extends object>(asked: readonly Asked[], id: RequirementId): P | undefined =>
  asked.find((one) => one.id === id)?.params as P | undefined;

export const pageOf = ({ id }: Asked): FormPlace | undefined => requirementOf(id).page;

export const factsAsked = ({ id, params }: Asked): readonly string[] => requirementOf(id).facts(params);

/** The earlier answers on which facts of the requirement depend. */
export const conditionsOf = ({ id }: Asked) => requirementOf(id).onlyWhere ?? {};

export const optionalFacts = ({ id, params }: Asked): readonly string[] => requirementOf(id).optional?.(params) ?? [];

export const isAskedOf = ({ id, params }: Asked, facts: ApplicantFacts): boolean =>
  requirementOf(id).isAskedOf?.(facts, params) ?? true;

/** The findings of one requirement, without those about facts as stated. */
export const findingsOf = ({ id, params }: Asked, subject: Subject): readonly Finding[] =>
  requirementOf(id).findings(subject, params);

const sameFinding = (one: Finding) => JSON.stringify([one.at, one.code, one.params ?? {}]);

/** Everything that is wrong or missing, each fault once; every surface uses this function. */
export function allFindings(asked: readonly Asked[], subject: Subject, until: Moment): Finding[] {
  const found = [
    ...statedFindings(subject.facts, subject.today, subject.nameForm),
    ...asked.flatMap((one) => findingsOf(one, subject)),
  ];
  const once = new Map(untilMoment(found, until).map((finding) => [sameFinding(finding), finding]));
  return [...once.values()];
}

/** The findings about facts for which the requirement asks. */
export function findingsOn(asked: Asked, found: readonly Finding[]): Finding[] {
  const paths = factsAsked(asked);
  return found.filter(({ at }) =>
    paths.some(
      (path) => at === path || at.startsWith(`${path}.`) || at.startsWith(`${path}[`) || factKeyOf(at) === path,
    ),
  );
}
