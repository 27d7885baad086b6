// Decides whether the bytes of a file contradict its extension, by magic numbers and by the names inside a container.
import { Buffer } from 'node:buffer';

type Test = (head: Buffer) => boolean;

/** The length of the file's start that is searched for a magic number. */
export const HEAD_BYTES = 4096;

const latin1 = (head: Buffer, from = 0, to?: number) => head.toString('latin1', from, to);

const starts =
  (...bytes: readonly number[]): Test =>
  (head) =>
    head.length >= bytes.length && bytes.every((byte, at) => head[at] === byte);
const startsText =
  (...texts: readonly string[]): Test =>
  (head) =>
    texts.some((text) => latin1(head, 0, text.length) === text);
const any =
  (...tests: readonly Test[]): Test =>
  (head) =>
    tests.some((test) => test(head));

/** Valid sizes of a bitmap's second header: a text may also begin with the two letters of a bitmap. */
const bitmapHeaders = [12, 16, 40, 52, 56, 64, 108, 124];
const bitmap: Test = (head) =>
  startsText('BM')(head) && head.length > 18 && bitmapHeaders.includes(head.readUInt32LE(14));

/** DOS and Windows programs begin with two letters; unlike a text, they also contain a zero near the start. */
const windowsProgram: Test = (head) => startsText('MZ', 'ZM')(head) && head.subarray(0, 64).includes(0);

/** PDF readers search the first 1,024 bytes for this mark; a text may contain it, but not at its start. */
const pdf: Test = (head) => head.subarray(0, 1024).includes('%PDF-');

/** A text may contain the letters of a tar header, but not the zeros that fill it. */
const tape: Test = (head) => latin1(head, 257, 262) === 'ustar' && head.subarray(0, 257).includes(0);

const signatures = {
  pdf: startsText('%PDF-'),
  bitmap,
  gif: startsText('GIF87a', 'GIF89a'),
  jpeg: starts(0xff, 0xd8, 0xff),
  png: starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
  tiff: any(startsText('II*\0', 'MM\0*', 'II+\0', 'MM\0+')),
  rtf: startsText('{\\rtf'),
  zip: startsText('PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08'),
  /** Word, Excel and PowerPoint before 2007, and Windows Installer. */
  compound: starts(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1),
  program: any(
    windowsProgram,
    startsText('\x7fELF', '#!/', '#! /', '\0asm', '!<arch>\n', 'dex\n03'),
    // Mach-O of either width and byte order; a Java class begins like a universal binary.
    starts(0xfe, 0xed, 0xfa, 0xce),
    starts(0xfe, 0xed, 0xfa, 0xcf),
    starts(0xce, 0xfa, 0xed, 0xfe),
    starts(0xcf, 0xfa, 0xed, 0xfe),
    starts(0xca, 0xfe, 0xba, 0xbe),
    // A Windows shortcut.
    starts(0x4c, 0x00, 0x00, 0x00, 0x01, 0x14, 0x02, 0x00),
  ),
  archive: any(
    starts(0x1f, 0x8b, 0x08),
    startsText('7z\xbc\xaf\x27\x1c', 'Rar!\x1a\x07', 'BZh9', '\xfd7zXZ\0', 'MSCF\0\0', '\x28\xb5\x2f\xfd'),
    tape,
  ),
} as const satisfies Record<string, Test>;

type Signature = keyof typeof signatures;

const textual = Object.keys(signatures) as Signature[];

/** Skips byte order marks, white space and the zeros of UTF-16. */
const xml: Test = (head) => /^[\s\0\xef\xbb\xbf\xfe\xff]*</.test(latin1(head));

interface Encoding {
  readonly mark: readonly number[];
  readonly unitBytes: 1 | 2 | 4;
  readonly unitAt: (head: Buffer, at: number) => number;
}

const utf16 = {
  little: { unitBytes: 2, unitAt: (head, at) => head.readUInt16LE(at) },
  big: { unitBytes: 2, unitAt: (head, at) => head.readUInt16BE(at) },
} as const satisfies Record<string, Omit<Encoding, 'mark'>>;

/** The first encoding whose mark the text has. Markup in UTF-16 may lack a mark: it begins with `<`. */
const encodings: readonly Encoding[] = [
  { mark: [0xff, 0xfe, 0, 0], unitBytes: 4, unitAt: (head, at) => head.readUInt32LE(at) },
  { mark: [0, 0, 0xfe, 0xff], unitBytes: 4, unitAt: (head, at) => head.readUInt32BE(at) },
  { mark: [0xff, 0xfe], ...utf16.little },
  { mark: [0xfe, 0xff], ...utf16.big },
  { mark: [0x3c, 0], ...utf16.little },
  { mark: [0, 0x3c], ...utf16.big },
  // UTF-8, Latin-1 and other encodings with the same control characters.
  { mark: [], unitBytes: 1, unitAt: (head, at) => head.readUInt8(at) },
];

const lastCodePoint = 0x10ffff;
/** Tab, line ends, form feed, and the escape that begins a colour or a change of character set. */
const textControls = [0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1b];
/** The end-of-file character of DOS. */
const endOfText = 0x1a;

/** Contains no NUL and no other control character that texts lack. */
const readable: Test = (head) => {
  const { unitBytes, unitAt } = encodings.find(({ mark }) => starts(...mark)(head))!;
  for (let at = 0; at + unitBytes <= head.length; at += unitBytes) {
    const unit = unitAt(head, at);
    const isLast = at + unitBytes === head.length;
    if (unit < 0x20 && !textControls.includes(unit) && !(unit === endOfText && isLast)) return false;
    if (unit > lastCodePoint) return false;
  }
  return true;
};

interface Kind {
  /** The signature that the head must have. */
  readonly is?: Test;
  /** Signatures that the head must not have. */
  readonly isNot: readonly Signature[];
  /** The name that one of the container's entries must have. */
  readonly entry?: RegExp;
  /** The content of the first, uncompressed entry of an OpenDocument file. */
  readonly mediaType?: string;
}

const only = (signature: Signature): Kind => ({ is: signatures[signature], isNot: [] });
const text: Kind = { is: readable, isNot: textual };
const compound = only('compound');
const openXml = (entry: RegExp): Kind => ({ ...only('zip'), entry });
const openDocument = (kind: string): Kind => ({
  ...only('zip'),
  entry: /^mimetype$/,
  mediaType: `mimetypeapplication/vnd.oasis.opendocument.${kind}`,
});

const kinds: Readonly<Record<string, Kind>> = {
  '.bmp': only('bitmap'),
  '.csv': text,
  '.doc': compound,
  '.docx': openXml(/^word\//),
  '.gif': only('gif'),
  '.htm': text,
  '.html': text,
  '.jpeg': only('jpeg'),
  '.jpg': only('jpeg'),
  '.ods': openDocument('spreadsheet'),
  '.odt': openDocument('text'),
  '.pdf': { is: pdf, isNot: [] },
  '.png': only('png'),
  '.ppt': compound,
  '.pptx': openXml(/^ppt\//),
  '.rtf': only('rtf'),
  '.tif': only('tiff'),
  '.tiff': only('tiff'),
  '.txt': text,
  '.xls': compound,
  '.xlsx': openXml(/^xl\//),
  '.xml': { is: (head) => xml(head) && readable(head), isNot: textual },
  '.xps': openXml(/\.fdseq$/i),
};

/** A kind that an operator allows and we do not know: it must not be a program. */
const unknownKind: Kind = { isNot: ['program'] };

const kindOf = (extension: string): Kind => kinds[extension] ?? unknownKind;

/** Extensions whose content is checked. */
export const knownExtensions = Object.keys(kinds);

/** @param head the first HEAD_BYTES of the file */
export function headContradicts(extension: string, head: Buffer): boolean {
  const { is, isNot, mediaType } = kindOf(extension);
  if (is?.(head) === false || isNot.some((signature) => signatures[signature](head))) return true;
  // Check this only if the first entry holds the media type: some writers put other entries first.
  const first = latin1(head, 30);
  return mediaType !== undefined && first.startsWith('mimetypeapplication/') && !isMediaType(first, mediaType);
}

/** Media types of templates continue with a hyphen: `…text-template`. */
const isMediaType = (first: string, mediaType: string) =>
  first.startsWith(mediaType) && first[mediaType.length] !== '-';

/** The signature of an entry's header; the entry's name follows the header. */
const entryMark = 'PK\x03\x04';
const entryHeaderBytes = 30;
const entryNameBytes = 512;
/** The maximum number of entries in a zip file. A file with more signatures was made to be slow to read. */
const mostEntries = 65_535;
/** The class id of Windows Installer packages, which are programs in a document's container format. */
const installerClass = '\x84\x10\x0c\0\0\0\0\0\xc0\0\0\0\0\0\0F';

/** Files with macros have extensions of their own, such as .docm. */
const macro = /(?:^|\/)vbaProject\.bin$/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const printable = /^[^\0-\x1f\x7f]+$/;

export interface ContentWatch {
  /** Takes every byte of the file, in order, in parts of any size. */
  look(bytes: Buffer): void;
  /** Call it after the last part. */
  contradicts(): boolean;
}

/** Checks a file as a stream, keeping only the names in its container. */
export function watchContent(extension: string): ContentWatch {
  const { is, entry } = kindOf(extension);
  if (entry !== undefined) return watchEntries(entry);
  if (is === signatures.compound) return watchCompound();
  return { look: () => undefined, contradicts: () => false };
}

/**
 * Calls `found` with up to `spanBytes` after each occurrence of `mark`, also across two parts, until it returns true.
 */
function watchFor(mark: string, spanBytes: number, found: (span: Buffer) => boolean) {
  let kept = Buffer.alloc(0);
  let isEnough = false;
  const search = (known: Buffer, until: number): number => {
    let at = known.indexOf(mark, 0, 'latin1');
    while (at >= 0 && at <= until && !isEnough) {
      isEnough = found(known.subarray(at, at + spanBytes));
      at = known.indexOf(mark, at + mark.length, 'latin1');
    }
    return at;
  };
  return {
    look(bytes: Buffer) {
      if (isEnough) return;
      const known = kept.length === 0 ? bytes : Buffer.concat([kept, bytes]);
      const waiting = search(known, known.length - spanBytes);
      const keepFrom = waiting >= 0 ? waiting : Math.max(0, known.length - mark.length + 1);
      kept = Buffer.from(known.subarray(keepFrom));
    },
    end: () => void search(kept, kept.length),
  };
}

/** Undefined if no readable entry follows the mark. */
function entryName(span: Buffer): string | undefined {
  const length = span.length < entryHeaderBytes ? 0 : span.readUInt16LE(26);
  if (length === 0 || length > entryNameBytes) return undefined;
  const name = span.toString('utf8', entryHeaderBytes, entryHeaderBytes + length);
  return printable.test(name) ? name : undefined;
}

/**
 * Accepts the container if a wanted entry and no forbidden one is named. Checks every signature in the file, even
 * inside other entries, so that a false length hides nothing.
 */
function watchEntries(wanted: RegExp): ContentWatch {
  let [isWanted, hasMacro, marks] = [false, false, 0];
  const entries = watchFor(entryMark, entryHeaderBytes + entryNameBytes, (span) => {
    marks += 1;
    const name = entryName(span);
    if (name !== undefined) {
      isWanted ||= wanted.test(name);
      hasMacro ||= macro.test(name);
    }
    return hasMacro || marks > mostEntries;
  });
  return {
    look: entries.look,
    contradicts() {
      entries.end();
      return !isWanted || hasMacro || marks > mostEntries;
    },
  };
}

function watchCompound(): ContentWatch {
  let isInstaller = false;
  const classes = watchFor(installerClass, installerClass.length, () => {
    isInstaller = true;
    return isInstaller;
  });
  return { look: classes.look, contradicts: () => isInstaller };
}
