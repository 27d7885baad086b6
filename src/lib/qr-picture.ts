// QR codes as pictures for pages.
import { renderSVG } from 'uqr';

/** The value of `src` of an image. */
export const qrPicture = (text: string): string =>
  `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 4, pixelSize: 6 }))}`;
