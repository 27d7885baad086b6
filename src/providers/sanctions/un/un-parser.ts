// The consolidated list of the United Nations Security Council as XML.
import { type BirthDate, birthDateOf, birthYears, readBirthDate } from '../birth-date-rules.ts';
import { joinedName, ListError, type ListedName, type ListParts, listedPerson } from '../listed-person.ts';
import { at, textAt, type XmlElement, xmlElements } from '../xml-elements.ts';

/** Where a date is only approximate. */
const yearsAround = 2;

function birthDateIn(element: XmlElement): BirthDate | undefined {
  const number = (name: string) => Number(textAt(element, name) || Number.NaN);
  const type = textAt(element, 'TYPE_OF_DATE').toUpperCase();
  if (type === 'BETWEEN') return birthYears(number('FROM_YEAR'), number('TO_YEAR'));
  const date = readBirthDate(textAt(element, 'DATE')) ?? birthDateOf(number('YEAR'), number('MONTH'), number('DAY'));
  if (date === undefined || !type.startsWith('APPROX')) return date;
  const year = Number(date.slice(0, 4));
  return birthYears(year - yearsAround, year + yearsAround);
}

const aliasIn = (element: XmlElement): ListedName => ({
  name: joinedName(textAt(element, 'ALIAS_NAME')),
  kind: /^low/i.test(textAt(element, 'QUALITY')) ? 'weak_alias' : 'alias',
});

const primaryIn = (element: XmlElement) =>
  joinedName(...['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'].map((part) => textAt(element, part)));

export async function* parseUn(content: AsyncIterable<Uint8Array>): ListParts {
  for await (const element of xmlElements(content, 'CONSOLIDATED_LIST', new Set(['INDIVIDUAL']))) {
    if (element.name === 'CONSOLIDATED_LIST') {
      const version = element.attributes.dateGenerated;
      if (!version) throw new ListError(element.line, 'has no dateGenerated');
      yield { kind: 'version', version };
      continue;
    }
    yield listedPerson(element.line, {
      entry: textAt(element, 'REFERENCE_NUMBER') || textAt(element, 'DATAID'),
      names: [
        { name: primaryIn(element), kind: 'primary' },
        { name: joinedName(textAt(element, 'NAME_ORIGINAL_SCRIPT')), kind: 'alias' },
        ...at(element, 'INDIVIDUAL_ALIAS').map(aliasIn),
      ],
      birthDates: at(element, 'INDIVIDUAL_DATE_OF_BIRTH').flatMap((date) => birthDateIn(date) ?? []),
      regime: textAt(element, 'UN_LIST_TYPE'),
    });
  }
}
