// Makes a file in the format of the UK Sanctions List with any number of invented people.
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { InventedPerson } from './invented-people.ts';

const header = [
  ...['Unique ID', 'Name 6', 'Name 1', 'Name 2', 'Name 3', 'Name 4', 'Name 5', 'Name type', 'Alias strength'],
  ...['Name non-latin script', 'Regime Name', 'Designation Type', 'D.O.B'],
].join(',');

/** Nine of ten people have a date of birth on the list, one of them only the year. */
function listedBirth(born: string, index: number): string {
  const [year, month, day] = born.split('-');
  if (index % 10 === 0) return '';
  return index % 10 === 1 ? `dd/mm/${year}` : `${day}/${month}/${year}`;
}

/** The entry's reference, by its position. */
export const entryAt = (index: number) => `TST${String(index).padStart(7, '0')}`;

function row({ names, born }: InventedPerson, index: number): string {
  const given = Array.from({ length: 5 }, (_, at) => (at < names.length - 1 ? names[at] : ''));
  const cells = [entryAt(index), names.at(-1), ...given, 'Primary Name', '', '', 'Fixture', 'Individual'];
  return `${[...cells, listedBirth(born, index)].join(',')}\n`;
}

export async function writeInventedList(path: string, people: Iterable<InventedPerson>): Promise<void> {
  function* lines() {
    yield `Report Date: 24-Jun-2026\n${header}\n`;
    let index = 0;
    let text = '';
    for (const person of people) {
      text += row(person, index);
      index += 1;
      if (index % 1000 === 0) {
        yield text;
        text = '';
      }
    }
    yield text;
  }
  await pipeline(Readable.from(lines()), createWriteStream(path));
}
