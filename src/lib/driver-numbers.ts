// The numbers of UK driving licences: their form, and what a number of Great Britain says about its holder.
import type { IsoDate } from './dates.ts';

// Surname, decade of birth, month (+50 for a woman), day, year of birth, two initials, one arbitrary, two check letters.
const greatBritain = /^([A-Z9]{5})(\d)([0156]\d)([0-3]\d)(\d)[A-Z9]{2}[A-Z0-9][A-Z]{2}$/;

/** Accepts numbers in groups, in any case, and with the two digits of the card's issue, which are not part of the number. */
export function gbDriverNumberOf(text: string): string | undefined {
  if (text.length > 30) return undefined;
  const number = text.replaceAll(' ', '').toUpperCase();
  const holder = /^[A-Z0-9]{16}\d\d$/.test(number) ? number.slice(0, 16) : number;
  return greatBritain.test(holder) && /^[A-Z]{1,5}9*$/.test(holder.slice(0, 5)) ? holder : undefined;
}

/** Eight digits that say nothing about the holder. */
export function niDriverNumberOf(text: string): string | undefined {
  if (text.length > 30) return undefined;
  const number = text.replaceAll(' ', '');
  return /^\d{8}$/.test(number) ? number : undefined;
}

export interface Driver {
  /** Every last name that the person has had: a licence may still carry an earlier one. */
  readonly lastNames: readonly string[];
  readonly dob: IsoDate | null;
  readonly gender: 'male' | 'female' | null;
}

export type DriverNumberFault = 'licence_last_name' | 'licence_birth_date' | 'licence_gender';

/** The known facts about the holder that contradict a number of Great Britain; unknown facts contradict nothing. */
export function driverNumberFaults(number: string, { lastNames, dob, gender }: Driver): DriverNumberFault[] {
  const [, name = '', decade, month = '', day, year] = greatBritain.exec(number) ?? [];
  const faults: DriverNumberFault[] = [];
  if (!lastNames.some((lastName) => nameCodes(lastName).includes(name))) {
    faults.push('licence_last_name');
  }
  const isWoman = month[0] === '5' || month[0] === '6';
  const monthOfBirth = `${Number(month[0]) % 5}${month[1]}`;
  if (
    dob !== null &&
    `${decade}${monthOfBirth}${day}${year}` !== `${dob[2]}${dob.slice(5, 7)}${dob.slice(8)}${dob[3]}`
  ) {
    faults.push('licence_birth_date');
  }
  if (gender !== null && isWoman !== (gender === 'female')) faults.push('licence_gender');
  return faults;
}

const plainLetters: Readonly<Record<string, string>> = { Æ: 'AE', Œ: 'OE', Ø: 'O', Ł: 'L', Đ: 'D', Ð: 'D', Þ: 'TH' };

/** The first five letters of a last name as the number holds them. MAC and MC are treated alike, so both are possible. */
function nameCodes(lastName: string): string[] {
  const letters = lastName
    .slice(0, 200)
    .toUpperCase()
    .normalize('NFD')
    .replace(/[^A-Z]/gu, (letter) => plainLetters[letter] ?? '');
  const spellings = [letters];
  if (letters.startsWith('MAC')) spellings.push(`MC${letters.slice(3)}`);
  else if (letters.startsWith('MC')) spellings.push(`MAC${letters.slice(2)}`);
  return spellings.filter((spelling) => spelling !== '').map((spelling) => spelling.slice(0, 5).padEnd(5, '9'));
}
