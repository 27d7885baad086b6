// Finds the lines of a machine-readable zone in recognised text; pure.

/** Of the forms of ICAO 9303: how many lines, of how many characters. */
const forms = [
  { lines: 2, length: 44 },
  { lines: 2, length: 36 },
  { lines: 3, length: 30 },
] as const;

/** How many characters recognition may lose or invent in a long row of fillers. */
const slack = 9;

/** The line with its last row of fillers put right, some of which were taken for similar letters. */
function withLastFillers(line: string): string {
  let end = line.length;
  while (end > 0 && '<CEKL'.includes(line[end - 1]!)) end -= 1;
  const begin = line.indexOf('<', end);
  const row = begin === -1 ? '' : line.slice(begin);
  return row.replaceAll('<', '').length * 2 < row.length ? line.slice(0, begin) + '<'.repeat(row.length) : line;
}

const cleaned = (line: string) =>
  withLastFillers(
    line
      .toUpperCase()
      .replaceAll('«', '<<')
      .replace(/[^A-Z0-9<]/g, ''),
  );

/** The line with its longest row of fillers made as long as the form needs, which is what recognition counts wrongly. */
function withFillers(line: string, length: number): string[] {
  const missing = length - line.length;
  const [longest = ''] = (line.match(/<+/g) ?? []).sort((a, b) => b.length - a.length);
  if (longest === '' || longest.length + missing < 1) return [];
  const at = line.lastIndexOf(longest);
  return [`${line.slice(0, at)}${'<'.repeat(longest.length + missing)}${line.slice(at + longest.length)}`];
}

/** What the line may have been, the likeliest first: of one character too many, any may be the invented one. */
function readings(line: string, length: number): readonly string[] {
  if (line.length === length) return [line];
  if (Math.abs(line.length - length) > slack) return [];
  const isOneTooLong = line.length === length + 1;
  const shorter = isOneTooLong ? [...line].map((_, at) => line.slice(0, at) + line.slice(at + 1)) : [];
  return [...new Set([...withFillers(line, length), ...shorter])];
}

/** The likeliest reading of each line, and each with one line read otherwise. */
function groupsOf(lines: readonly (readonly string[])[]): string[] {
  const likeliest = lines.map(([first]) => first);
  const others = lines.flatMap((all, index) => all.slice(1).map((other) => likeliest.with(index, other)));
  return [likeliest, ...others].map((group) => group.join('\n'));
}

/**
 * Everything in the text that has the form of a zone, the lowest of the page first, because there the zone is. Its check
 * digits tell which reading is right.
 */
export function zonesIn(text: string): string[] {
  const all = text
    .split('\n')
    .map(cleaned)
    .filter((line) => line !== '');
  const found: string[] = [];
  for (let end = all.length; end > 0; end -= 1) {
    for (const { lines, length } of forms) {
      const group = all.slice(Math.max(0, end - lines), end);
      const isBegun = group.length === lines && /^[A-Z][A-Z0-9<]*</.test(group[0]!);
      const read = isBegun ? group.map((line) => readings(line, length)) : [];
      if (isBegun && read.every((one) => one.length > 0)) found.push(...groupsOf(read));
    }
  }
  return found;
}
