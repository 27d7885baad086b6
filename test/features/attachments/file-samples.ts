// The minimal content of each kind of file that its readers accept.

/** An archive of uncompressed entries, complete enough for our checks. */
export function zipOf(entries: Readonly<Record<string, string>>): Buffer {
  const parts = Object.entries(entries).map(([name, text]) => {
    const header = Buffer.alloc(30);
    header.write('PK\x03\x04', 0, 'latin1');
    header.writeUInt32LE(text.length, 18);
    header.writeUInt32LE(text.length, 22);
    header.writeUInt16LE(Buffer.byteLength(name), 26);
    return Buffer.concat([header, Buffer.from(name), Buffer.from(text)]);
  });
  const central = Object.keys(entries).map((name) => {
    const header = Buffer.alloc(46);
    header.write('PK\x01\x02', 0, 'latin1');
    header.writeUInt16LE(Buffer.byteLength(name), 28);
    return Buffer.concat([header, Buffer.from(name)]);
  });
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  return Buffer.concat([...parts, ...central, end]);
}

const bytes = (...values: readonly number[]) => Buffer.from(values);
const padded = (head: Buffer | string): Buffer =>
  Buffer.concat([typeof head === 'string' ? Buffer.from(head) : head, Buffer.alloc(200, 0x20)]);

function bitmap(): Buffer {
  const head = Buffer.alloc(54);
  head.write('BM', 0, 'latin1');
  head.writeUInt32LE(40, 14);
  return head;
}

const openXml = (folder: string) =>
  zipOf({ '[Content_Types].xml': '<Types/>', '_rels/.rels': '<Relationships/>', [`${folder}/document.xml`]: '<w/>' });
const openDocument = (kind: string) =>
  zipOf({ mimetype: `application/vnd.oasis.opendocument.${kind}`, 'content.xml': '<office/>' });
const compound = padded(bytes(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1));

/** By extension, each over 100 bytes. */
export const samples: Readonly<Record<string, Buffer>> = {
  '.bmp': padded(bitmap()),
  '.csv': padded('name,date\r\nA,2026-01-01\r\n'),
  '.doc': compound,
  '.docx': padded(openXml('word')),
  '.gif': padded('GIF89a'),
  '.htm': padded('<!doctype html><title>A</title>'),
  '.html': padded('<p>A</p>'),
  '.jpeg': padded(bytes(0xff, 0xd8, 0xff, 0xe0)),
  '.jpg': padded(bytes(0xff, 0xd8, 0xff, 0xdb)),
  '.ods': padded(openDocument('spreadsheet')),
  '.odt': padded(openDocument('text')),
  '.pdf': padded('%PDF-1.7\n'),
  '.png': padded(bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)),
  '.ppt': compound,
  '.pptx': padded(openXml('ppt')),
  '.rtf': padded('{\\rtf1\\ansi A}'),
  '.tif': padded('II*\0'),
  '.tiff': padded('MM\0*'),
  '.txt': padded('Grüße, 你好'),
  '.xls': compound,
  '.xlsx': padded(openXml('xl')),
  '.xml': padded('\ufeff<?xml version="1.0"?><a/>'),
  '.xps': padded(zipOf({ '[Content_Types].xml': '<Types/>', 'FixedDocumentSequence.fdseq': '<F/>' })),
};

/** Content that is forbidden under every extension of the interface. */
export const disguised: Readonly<Record<string, Buffer>> = {
  'a Windows program': padded(Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1')),
  'a Linux program': padded('\x7fELF\x02\x01\x01'),
  'a macOS program': padded(bytes(0xcf, 0xfa, 0xed, 0xfe, 7, 0, 0, 1)),
  'a Java class': padded(bytes(0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 65)),
  'a script': padded('#!/bin/sh\nrm -rf /\n'),
  'a shortcut': padded(bytes(0x4c, 0, 0, 0, 1, 0x14, 2, 0)),
  'a bare archive': padded(zipOf({ 'invoice.exe': 'MZ' })),
  'a Java archive': padded(zipOf({ 'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0' })),
  'an archive without an entry': padded(zipOf({})),
  'marks of entries and no entry': Buffer.alloc(4000, 'PK\x03\x04', 'latin1'),
  'a tape archive': Buffer.concat([Buffer.from('invoice.exe'), Buffer.alloc(246), Buffer.from('ustar\x0000')]),
  'a 7-Zip archive': padded(bytes(0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c)),
  'a RAR archive': padded('Rar!\x1a\x07\x01\0'),
  'a gzip archive': padded(bytes(0x1f, 0x8b, 8, 0)),
};
