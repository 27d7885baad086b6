// The European Union's financial sanctions file as XML, version 1.1.
import { type BirthDate, birthDateOf, birthYears, readBirthDate } from '../birth-date-rules.ts';
import { joinedName, ListError, type ListedName, type ListParts, listedPerson } from '../listed-person.ts';
import { at, type XmlElement, xmlElements } from '../xml-elements.ts';

const yearsAround = 2;

function birthDateIn({ attributes }: XmlElement): BirthDate | undefined {
  const number = (name: string) => Number(attributes[name] || Number.NaN);
  // Other calendars count other years.
  if (attributes.calendarType && attributes.calendarType !== 'GREGORIAN') return undefined;
  const range = birthYears(number('yearRangeFrom'), number('yearRangeTo'));
  if (range !== undefined) return range;
  const date =
    readBirthDate(attributes.birthdate ?? '') ??
    birthDateOf(number('year'), number('monthOfYear'), number('dayOfMonth'));
  if (date === undefined || attributes.circa !== 'true') return date;
  const year = Number(date.slice(0, 4));
  return birthYears(year - yearsAround, year + yearsAround);
}

function nameIn({ attributes }: XmlElement, index: number): ListedName {
  const { wholeName, firstName, middleName, lastName, strong } = attributes;
  const kind = strong === 'false' ? 'weak_alias' : index === 0 ? 'primary' : 'alias';
  return { name: joinedName(wholeName) || joinedName(firstName, middleName, lastName), kind };
}

export async function* parseEu(content: AsyncIterable<Uint8Array>): ListParts {
  for await (const element of xmlElements(content, 'export', new Set(['sanctionEntity']))) {
    if (element.name === 'export') {
      const version = element.attributes.generationDate;
      if (!version) throw new ListError(element.line, 'has no generationDate');
      yield { kind: 'version', version };
      continue;
    }
    if (at(element, 'subjectType')[0]?.attributes.code !== 'person') continue;
    yield listedPerson(element.line, {
      entry: element.attributes.euReferenceNumber || element.attributes.logicalId || '',
      names: at(element, 'nameAlias').map(nameIn),
      birthDates: at(element, 'birthdate').flatMap((date) => birthDateIn(date) ?? []),
      regime: at(element, 'regulation')[0]?.attributes.programme ?? '',
    });
  }
}
