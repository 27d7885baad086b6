// The colour of a client that has not set its own, and which colours can be read on white.

export const defaultBrandColour = '#17485a';

/** The relative luminance of a colour (WCAG 2), from 0 for black to 1 for white. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast with white that WCAG 2 asks for text. */
const leastContrast = 4.5;

/** What is wrong with a value; undefined if nothing is. */
export function colourFault(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^#[0-9a-f]{6}$/i.test(value)) return 'must be a colour such as #17485a';
  const contrast = 1.05 / (luminance(value) + 0.05);
  return contrast < leastContrast ? 'must be darker: text in it could not be read on white' : undefined;
}
