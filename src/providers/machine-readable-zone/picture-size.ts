// How many pixels a picture has, from its first bytes: what is too large is not decoded; pure.

/** Undefined where it is neither PNG nor JPEG, or is damaged. */
export function pixelsOf(bytes: Buffer): number | undefined {
  if (bytes.length > 24 && bytes.readUInt32BE(0) === 0x89504e47) return bytes.readUInt32BE(16) * bytes.readUInt32BE(20);
  return bytes.length > 4 && bytes.readUInt16BE(0) === 0xffd8 ? pixelsOfJpeg(bytes) : undefined;
}

/** The markers of a frame, but for those that tables have. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function pixelsOfJpeg(bytes: Buffer): number | undefined {
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1]!;
    if (isFrame(marker)) return bytes.readUInt16BE(at + 5) * bytes.readUInt16BE(at + 7);
    // A filler byte before a marker, or a segment with its length.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}
