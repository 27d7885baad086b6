// Which pictures can be the logo of a client: PNG and JPEG, because browsers and the PDF compiler show both.

export interface Logo {
  readonly type: LogoType;
  readonly content: Buffer;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

type LogoType = 'png' | 'jpg';

export const logoMediaTypes: Readonly<Record<LogoType, string>> = { png: 'image/png', jpg: 'image/jpeg' };

export const LARGEST_LOGO_BYTES = 204_800;
export const logoTooLarge = 'must be no larger than 200 kB';
/** A small file may unpack to a huge picture. */
const LARGEST_SIDE = 2000;
/** Below it nobody could read a logo in print. */
const SMALLEST_SIDE = 32;

const isLogoType = (type: string | undefined): type is LogoType => type === 'png' || type === 'jpg';

/** What the head of a picture says. */
export interface PictureHead {
  readonly type?: string | undefined;
  readonly width: number;
  readonly height: number;
}

/** The logo in the file, or what is wrong with it as the rest of a sentence. @param head undefined if it is no picture */
export function logoOf(content: Buffer, head: PictureHead | undefined): Logo | string {
  if (content.length > LARGEST_LOGO_BYTES) return logoTooLarge;
  if (head === undefined || !isLogoType(head.type)) return 'must be a PNG or a JPEG picture';
  const { type, width, height } = head;
  if (Math.min(width, height) < SMALLEST_SIDE || Math.max(width, height) > LARGEST_SIDE)
    return `must be between ${SMALLEST_SIDE} and ${LARGEST_SIDE} pixels wide and high`;
  return { type, content, width, height };
}
