// QR codes as pictures.
import { renderSVG } from 'uqr';

export const qrSvg = (text: string): string => renderSVG(text, { border: 4, pixelSize: 6 });

/** The value of `src` of an image, for what may not have an address of its own. */
export const qrPicture = (text: string): string => `data:image/svg+xml,${encodeURIComponent(qrSvg(text))}`;
