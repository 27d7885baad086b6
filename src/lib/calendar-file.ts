// Writes an entry for calendars as a file, as RFC 5545 says; pure.

export interface CalendarEntry {
  /** Stays the same where the entry is downloaded again. */
  readonly id: string;
  readonly title: string;
  readonly place: string;
  readonly notes: string;
  readonly from: Date;
  readonly until: Date;
  readonly writtenAt: Date;
}

const moment = (at: Date): string => at.toISOString().replace(/[-:]|\.\d{3}/g, '');

const escaped = (text: string): string => text.replace(/[\\;,]/g, (one) => `\\${one}`).replace(/\r\n|\r|\n/g, '\\n');

const widest = 73;

/** A line holds at most 75 bytes; it goes on after a space. */
function folded(line: string): string {
  const lines = [''];
  let width = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (width + size > widest) {
      lines.push('');
      width = 0;
    }
    lines[lines.length - 1] += character;
    width += size;
  }
  return lines.join('\r\n ');
}

export function calendarFile(entry: CalendarEntry): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Probity//Appointments//EN',
    'BEGIN:VEVENT',
    `UID:${entry.id}`,
    `DTSTAMP:${moment(entry.writtenAt)}`,
    `DTSTART:${moment(entry.from)}`,
    `DTEND:${moment(entry.until)}`,
    `SUMMARY:${escaped(entry.title)}`,
    `LOCATION:${escaped(entry.place)}`,
    `DESCRIPTION:${escaped(entry.notes)}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}
