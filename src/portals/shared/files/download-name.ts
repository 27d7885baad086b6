// The name under which a file is shown and offered: harmless wherever it is saved, whatever its sender called it.

/** Marks that are not seen, and change what is: directions, joiners, spaces of no width. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const unseen = /[\p{Cf}\p{Zl}\p{Zp}\u0000-\u001f\u007f-\u009f]/gu;
/** Windows keeps them for itself: after a colon, what is saved hides behind a file that is named before it. */
const reserved = /[<>:"/\\|?*]/g;
/** Windows opens a device by such a name, whatever follows its first full stop. */
const device = /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|(?:com|lpt)[\d¹²³])\s*(?:\.|$)/i;

/** The extension stays as it was: what is taken away is in none that may be attached. */
export function downloadName(fileName: string): string {
  const plain = fileName.toWellFormed().replace(unseen, '').replace(reserved, '_').trimStart();
  // Nor may it be hidden, or nothing but an extension.
  return device.test(plain) || plain.startsWith('.') ? `_${plain}` : plain;
}

/** For `Content-Disposition` (RFC 6266): a plain name for old programs, the whole one for others. */
export function asAttachment(fileName: string): string {
  const name = downloadName(fileName);
  const plain = name.replace(/[^\w .()-]/g, '_');
  const whole = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}
