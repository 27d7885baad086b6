// Hostile file names: leaving the folder, breaking a header, bypassing a filter.

const escapes = [
  '../../etc/passwd',
  '..\\..\\windows\\win.ini',
  '/etc/passwd',
  'C:\\boot.ini',
  '\\\\server\\share\\a',
  './a',
  '....//....//a',
  '..%2f..%2fa',
  '%2e%2e%2fa',
  '..%c0%afa',
  '..%252f..%252fa',
  '~/a',
  'file:///etc/passwd',
  'a/../../b',
  'a/b',
  'a\\b',
  '\u2215etc\u2215passwd',
  '\uff0e\uff0e\uff0fa',
];

const controls = Array.from({ length: 33 }, (_, n) => (n === 32 ? 'a\u007fb' : `a${String.fromCharCode(n)}b`));

const injections = [
  'a"; filename="b',
  'a\r\nset-cookie: x=y\r\n\r\n<script>',
  'a\nContent-Type: text/html',
  "a' or '1'='1",
  "'; drop table attachments; --",
  '$(touch /tmp/x)',
  '`id`',
  '| cat /etc/passwd',
  '; rm -rf /',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '{{7*7}}',
  '$' + '{7*7}',
  '#{7*7}',
  '=cmd|calc',
  '__proto__',
  'constructor',
  '%00',
  '%s%s%n',
  '$' + '{jndi:ldap://x/a}',
];

const devices = [
  'CON',
  'PRN',
  'AUX',
  'NUL',
  'COM1',
  'LPT1',
  'CLOCK$',
  'CONIN$',
  'com¹',
  'nul.tar',
  'con ',
  'a.exe:',
  'a.exe::$DATA',
  ':a',
  '.htaccess',
  '.env',
  'web.config',
  'desktop.ini',
];

const invisible = [
  'a\u202efdp.exe',
  'a\u200bb',
  'fdp\u200f.exe',
  '\u200fCON',
  'a\u061cb',
  'a\u00adb',
  'a\u{e0041}b',
  'a\u2066b\u2069',
  '\ufeffa',
  'a\u2028b',
  'a\u0085b',
  'e\u0301',
  '\u{1f600}'.repeat(60),
  'a'.repeat(250),
  'a'.repeat(300),
  'A\u0300'.repeat(120),
  ' ',
  '. .',
  '-rf',
  '--help',
];

const tails = [
  '.txt',
  '.TXT',
  '.exe.txt',
  '.txt.exe',
  '.txt\0.exe',
  '.txt.',
  '.txt ',
  '.txt::$DATA',
  '.txt/',
  '.txt\\',
  '.txt;.exe',
  '.txt%00.exe',
  '.php',
  '',
];

/** Every stem with every ending: more than a thousand. */
export const hostileNames: readonly string[] = [
  ...escapes,
  ...controls,
  ...injections,
  ...devices,
  ...invisible,
].flatMap((stem) => tails.map((tail) => `${stem}${tail}`));

/**
 * Whether the interface allows the name for a text file: allowed extension, at most 255 characters, no path
 * separators, control characters or direction marks. Every other name must be refused.
 */
export const mustBeTaken = (name: string): boolean =>
  /\.txt$/i.test(name) && !/[/\\\p{Cc}\u2028-\u202e\u2066-\u2069\ufeff]/u.test(name) && [...name].length <= 255;
