// The UK Sanctions List as XML: a date, and a designation for each entry.
import { joinedName, ListError, type ListedName, type ListParts, listedPerson } from '../listed-person.ts';
import { at, textAt, type XmlElement, xmlElements } from '../xml-elements.ts';
import { readUkBirthDate, readUkReportDate } from './uk-dates.ts';

const latinName = (name: XmlElement): ListedName => ({
  name: joinedName(...['Name1', 'Name2', 'Name3', 'Name4', 'Name5', 'Name6'].map((part) => textAt(name, part))),
  kind: /^primary/i.test(textAt(name, 'NameType'))
    ? 'primary'
    : /^low/i.test(textAt(name, 'AliasStrength'))
      ? 'weak_alias'
      : 'alias',
});

const originalNames = (designation: XmlElement): ListedName[] =>
  at(designation, 'NonLatinNames', 'NonLatinName').map((name) => ({
    name: joinedName(textAt(name, 'NameNonLatinScript')),
    kind: 'alias',
  }));

export async function* parseUkXml(content: AsyncIterable<Uint8Array>): ListParts {
  let isDated = false;
  for await (const element of xmlElements(content, 'Designations', new Set(['DateGenerated', 'Designation']))) {
    if (element.name === 'DateGenerated') {
      const version = readUkReportDate(element.text);
      if (version === undefined) throw new ListError(element.line, 'has no date of its version');
      yield { kind: 'version', version };
      isDated = true;
    }
    if (element.name !== 'Designation') continue;
    if (!isDated) throw new ListError(element.line, 'does not begin with the date of its version');
    if (textAt(element, 'IndividualEntityShip').toLowerCase() !== 'individual') continue;
    const births = at(element, 'IndividualDetails', 'Individual', 'DOBs', 'DOB');
    yield listedPerson(element.line, {
      entry: textAt(element, 'UniqueID'),
      names: [...at(element, 'Names', 'Name').map(latinName), ...originalNames(element)],
      birthDates: births.flatMap(({ text }) => readUkBirthDate(text) ?? []),
      regime: textAt(element, 'RegimeName'),
    });
  }
}
