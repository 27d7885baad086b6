// The Specially Designated Nationals of the United States Office of Foreign Assets Control: sdn_advanced.xml.
import { type BirthDate, birthDateOf, birthYears } from '../birth-date-rules.ts';
import { joinedName, ListError, type ListedName, type ListParts, listedPerson } from '../listed-person.ts';
import { at, textAt, type XmlElement, xmlElements } from '../xml-elements.ts';

/** The meanings of ids, from the beginning of the file. */
interface References {
  readonly partyTypes: Map<string, string>;
  /** With the id of its type, which follows later in the file. */
  readonly partySubTypes: Map<string, { readonly text: string; readonly type: string }>;
  readonly birthDate: Set<string>;
  readonly nameParts: Map<string, string>;
}

const wanted = new Set(['DateOfIssue', 'PartyType', 'PartySubType', 'FeatureType', 'NamePartType', 'DistinctParty']);

/** @returns whether it was one */
function noteReference({ name, attributes, text }: XmlElement, references: References): boolean {
  const { ID: id = '', PartyTypeID: type = '' } = attributes;
  if (name === 'PartyType') references.partyTypes.set(id, text);
  if (name === 'PartySubType') references.partySubTypes.set(id, { text, type });
  if (name === 'FeatureType' && text.trim() === 'Birthdate') references.birthDate.add(id);
  if (name === 'NamePartType') references.nameParts.set(id, text);
  return name !== 'DistinctParty';
}

function isIndividual(profile: XmlElement, { partyTypes, partySubTypes }: References): boolean {
  const subType = partySubTypes.get(profile.attributes.PartySubTypeID ?? '');
  return subType?.text === 'Individual' || partyTypes.get(subType?.type ?? '') === 'Individual';
}

/** The family name is written first, and said last. */
const isLast = (part: string) => /^Last|^Patronymic|^Matronymic|^Maiden/.test(part);

function namesIn(identity: XmlElement, references: References): ListedName[] {
  const groups = at(identity, 'NamePartGroups', 'MasterNamePartGroup', 'NamePartGroup');
  const parts = new Map(
    groups.map(({ attributes }) => [attributes.ID, references.nameParts.get(attributes.NamePartTypeID ?? '') ?? '']),
  );
  return at(identity, 'Alias').flatMap((alias) => {
    const kind =
      alias.attributes.Primary === 'true' ? 'primary' : alias.attributes.LowQuality === 'true' ? 'weak_alias' : 'alias';
    return at(alias, 'DocumentedName').map((name): ListedName => {
      const values = at(name, 'DocumentedNamePart', 'NamePartValue');
      const last = values.filter(({ attributes }) => isLast(parts.get(attributes.NamePartGroupID) ?? ''));
      const rest = values.filter((value) => !last.includes(value));
      return { name: joinedName(...[...rest, ...last].map(({ text }) => text)), kind };
    });
  });
}

const partsOf = (date: XmlElement | undefined) =>
  ['Year', 'Month', 'Day'].map((part) => Number((date && textAt(date, part)) || Number.NaN)) as [
    number,
    number,
    number,
  ];

/** A period from its first to its last day: one day, a month or a year of which no more is known, or some years. */
function birthDateIn(period: XmlElement): BirthDate | undefined {
  const first = partsOf(at(period, 'Start', 'From')[0]);
  const ends = at(period, 'End', 'To')[0] ?? at(period, 'Start', 'To')[0] ?? at(period, 'Start', 'From')[0];
  const last = partsOf(ends);
  const [[fromYear, fromMonth, fromDay], [toYear, toMonth, toDay]] = [first, last];
  if (fromYear !== toYear) return birthYears(fromYear, toYear);
  if (fromMonth !== toMonth) return birthDateOf(fromYear);
  return birthDateOf(fromYear, fromMonth, fromDay === toDay ? fromDay : 0);
}

export async function* parseOfac(content: AsyncIterable<Uint8Array>): ListParts {
  const references: References = {
    partyTypes: new Map(),
    partySubTypes: new Map(),
    birthDate: new Set(),
    nameParts: new Map(),
  };
  let isDated = false;
  for await (const element of xmlElements(content, 'Sanctions', wanted)) {
    if (element.name === 'DateOfIssue' && !isDated) {
      const version = birthDateOf(...partsOf(element));
      if (version?.length !== 10) throw new ListError(element.line, 'has no date of issue');
      yield { kind: 'version', version };
      isDated = true;
    }
    if (noteReference(element, references)) continue;
    if (!isDated) throw new ListError(element.line, 'does not begin with its date of issue');
    const [profile] = at(element, 'Profile');
    if (profile === undefined || !isIndividual(profile, references)) continue;
    const births = at(profile, 'Feature').filter(({ attributes }) =>
      references.birthDate.has(attributes.FeatureTypeID ?? ''),
    );
    yield listedPerson(element.line, {
      entry: element.attributes.FixedRef || profile.attributes.ID || '',
      names: at(profile, 'Identity').flatMap((identity) => namesIn(identity, references)),
      birthDates: births
        .flatMap((feature) => at(feature, 'FeatureVersion', 'DatePeriod'))
        .flatMap((period) => birthDateIn(period) ?? []),
      regime: 'SDN',
    });
  }
}
