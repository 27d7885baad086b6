// Makes a safe file name for downloads from the name that the sender gave.

/** Invisible characters that change how a name looks: direction marks, joiners, zero-width spaces. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const unseen = /[\p{Cf}\p{Zl}\p{Zp}\u0000-\u001f\u007f-\u009f]/gu;
/**
 * Characters that Windows reserves: after a colon, for instance, content would go to a hidden stream of another file.
 */
const reserved = /[<>:"/\\|?*]/g;
/** Device names on Windows, with or without an extension. */
const device = /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|(?:com|lpt)[\d¹²³])\s*(?:\.|$)/i;

/** Keeps the extension: no allowed extension contains a removed character. */
export function downloadName(fileName: string): string {
  const plain = fileName.toWellFormed().replace(unseen, '').replace(reserved, '_').trimStart();
  // A name that starts with a full stop would be hidden, or be an extension only.
  return device.test(plain) || plain.startsWith('.') ? `_${plain}` : plain;
}

/** The value of `Content-Disposition` (RFC 6266): an ASCII name for old programs, the full name for others. */
export function asAttachment(fileName: string): string {
  const name = downloadName(fileName);
  const plain = name.replace(/[^\w .()-]/g, '_');
  const whole = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}
