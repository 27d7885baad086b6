// Content that would be active if a browser or a program interpreted it.
import { disguised, samples, zipOf } from '../../features/attachments/file-samples.ts';

const padded = (text: string) => Buffer.from(text.padEnd(200, ' '));

/** Accepted, because the extension allows it; it must never run on our site. */
export const active: Readonly<Record<string, Buffer>> = {
  'a.html': padded('<!doctype html><script>document.title = "ran"</script>'),
  'b.htm': padded('<svg onload="document.title = `ran`"></svg>'),
  'c.xml': padded(
    '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>document.title = "ran"</script></html>',
  ),
  'd.xml': padded('<svg xmlns="http://www.w3.org/2000/svg"><script>document.title = "ran"</script></svg>'),
  'e.xml': padded('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'),
  'f.txt': padded('<script>document.title = "ran"</script>'),
  'g.csv': padded('=HYPERLINK("http://127.0.0.1/","ran")'),
  'h.gif': Buffer.concat([Buffer.from('GIF89a/*'), padded('*/=1;document.title = "ran"')]),
};

/** Refused under the extension with which it is sent. */
export const refused: readonly (readonly [fileName: string, content: Buffer])[] = [
  ...Object.values(disguised).flatMap((content) =>
    ['a.txt', 'a.png', 'a.docx', 'a.doc', 'a.html', 'a.xml'].map((name) => [name, content] as const),
  ),
  ['a.png', samples['.html']!],
  ['a.jpg', samples['.xml']!],
  ['a.gif', samples['.txt']!],
  ['a.txt', samples['.docx']!],
  ['a.csv', samples['.doc']!],
  ['a.docx', zipOf({ '[Content_Types].xml': '<Types/>', 'word/a.xml': '<w/>', 'word/vbaProject.bin': 'macro' })],
  ['a.docx', zipOf({ '../../../etc/cron.d/a': '* * * * * root id'.padEnd(200) })],
  ['a.odt', samples['.ods']!],
  ['a.svg', padded('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['a.exe', samples['.txt']!],
];
