// What may be attached to an order: names, extensions, sizes (interface §Limits).
import { Problems } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';

/** In the interface's order. */
export const interfaceExtensions = (
  '.bmp .csv .doc .docx .gif .htm .html .jpeg .jpg .ods .odt .png .ppt .pptx .rtf .tif .tiff .txt .xls .xlsx .xml ' +
  '.xps'
).split(' ');

export interface Restrictions {
  /** Extensions in small letters, each with its full stop. */
  readonly allowedFileTypes: readonly string[];
  /** Bytes, both allowed themselves. */
  readonly maximumFileSize: number;
  readonly minimumFileSize: number;
}

export interface RestrictionSettings {
  readonly attachmentExtensions: readonly string[];
  readonly attachmentMaximumBytes: number;
  readonly attachmentMinimumBytes: number;
}

export function restrictionsOf(settings: RestrictionSettings): Restrictions {
  const more = settings.attachmentExtensions.filter((extension) => !interfaceExtensions.includes(extension));
  return {
    allowedFileTypes: [...interfaceExtensions, ...more],
    maximumFileSize: settings.attachmentMaximumBytes,
    minimumFileSize: settings.attachmentMinimumBytes,
  };
}

/** With its full stop, in small letters; empty where the name has none. */
export function extensionOf(fileName: string): string {
  const at = fileName.lastIndexOf('.');
  return at <= 0 ? '' : fileName.slice(at).toLowerCase();
}

export interface NamedUpload {
  /** Undefined where none was given. */
  readonly orderId: number | undefined;
  readonly fileToken: string;
  readonly fileName: string;
  readonly description: string;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const maximumNameLength = 255;
const maximumDescriptionLength = 1024;
/** Also what would show a name in another order than it is read in, and with it another extension. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const unprintable = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff]/;
const lines = /[\t\n\r]/g;

function nameProblem(fileName: string, { allowedFileTypes }: Restrictions): string | undefined {
  if (fileName === '') return "can't be blank";
  if (isLongerThan(fileName, maximumNameLength)) return `is too long (maximum is ${maximumNameLength} characters)`;
  // Whoever saves a download under its name must not be led to another folder.
  if (/[/\\]/.test(fileName) || unprintable.test(fileName)) return 'has characters that a file name cannot have';
  if (!allowedFileTypes.includes(extensionOf(fileName))) {
    return `must end in one of ${allowedFileTypes.join(' ')}`;
  }
  return undefined;
}

/** Everything that can be said before a byte of the file is read. */
export function uploadProblems(upload: NamedUpload, restrictions: Restrictions): Problems {
  const problems = new Problems();
  if (!uuid.test(upload.fileToken))
    problems.add('fileToken', upload.fileToken === '' ? "can't be blank" : 'is not a GUID');
  if (upload.orderId === undefined) problems.add('orderId', "can't be blank");
  const wrongName = nameProblem(upload.fileName, restrictions);
  if (wrongName !== undefined) problems.add('fileName', wrongName);
  if (isLongerThan(upload.description, maximumDescriptionLength)) {
    problems.add('description', `is too long (maximum is ${maximumDescriptionLength} characters)`);
  } else if (unprintable.test(upload.description.replace(lines, ' '))) {
    problems.add('description', 'has characters that a text cannot have');
  }
  return problems;
}

/** Nobody works on these any more; a complete order may still be added to (decisions, Closed orders). */
export const takesFiles = (status: string): boolean => status !== 'cancelled' && status !== 'withdrawn';

export function isFileToken(text: string): boolean {
  return uuid.test(text);
}
