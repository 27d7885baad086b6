// The restrictions on attached files: names, extensions, sizes (interface §Limits).
import { Problems } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { isUuid } from '../../lib/uuids.ts';
import { problemSentence } from '../../messages/en-problems.ts';
import { apiSentence } from '../../messages/sentences.ts';
import { isPublished } from '../reports/report-rules.ts';
import type { ReportState } from '../reports/report-states.ts';
import type { AttachmentFacts } from './attachment.ts';

/** In the interface's order. */
export const interfaceExtensions = (
  '.bmp .csv .doc .docx .gif .htm .html .jpeg .jpg .ods .odt .png .ppt .pptx .rtf .tif .tiff .txt .xls .xlsx .xml ' +
  '.xps'
).split(' ');

/** Every page of ours accepts these besides (ours): scans, statements and e-certificates come as PDF. */
export const pageExtensions: readonly string[] = ['.pdf'];

export interface Restrictions {
  /** Extensions in lower case, each with its full stop. */
  readonly allowedFileTypes: readonly string[];
  /** Bytes, inclusive, like the minimum. */
  readonly maximumFileSize: number;
  readonly minimumFileSize: number;
}

export interface RestrictionSettings {
  readonly attachmentExtensions: readonly string[];
  readonly attachmentMaximumBytes: number;
  readonly attachmentMinimumBytes: number;
}

/** @param also extensions that a surface of ours accepts besides */
export function restrictionsOf(settings: RestrictionSettings, also: readonly string[] = []): Restrictions {
  const asked = new Set([...settings.attachmentExtensions, ...also]);
  const more = [...asked].filter((extension) => !interfaceExtensions.includes(extension));
  return {
    allowedFileTypes: [...interfaceExtensions, ...more],
    maximumFileSize: settings.attachmentMaximumBytes,
    minimumFileSize: settings.attachmentMinimumBytes,
  };
}

/** With its full stop, in lower case; empty if the name has none. */
export function extensionOf(fileName: string): string {
  const at = fileName.lastIndexOf('.');
  return at <= 0 ? '' : fileName.slice(at).toLowerCase();
}

export interface NamedUpload {
  /** Undefined if none was given. */
  readonly orderId: number | undefined;
  readonly fileToken: string;
  readonly fileName: string;
  readonly description: string;
}

const maximumNameLength = 255;
const maximumDescriptionLength = 1024;
/** Includes direction marks, which would make a name appear with another extension. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const unprintable = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff]/;
const lines = /[\t\n\r]/g;

const missing = apiSentence({ code: 'missing' });
const tooLong = (most: number) => apiSentence({ code: 'too_long', params: { most } });

function nameProblem(fileName: string, { allowedFileTypes }: Restrictions): string | undefined {
  if (fileName === '') return missing;
  if (isLongerThan(fileName, maximumNameLength)) return tooLong(maximumNameLength);
  // A name must not lead to another folder when a download is saved.
  if (/[/\\]/.test(fileName) || unprintable.test(fileName)) return problemSentence('file_name_characters');
  if (!allowedFileTypes.includes(extensionOf(fileName))) {
    return problemSentence('file_extension', { allowed: allowedFileTypes });
  }
  return undefined;
}

/** Every problem that can be found before the file is read. */
export function uploadProblems(upload: NamedUpload, restrictions: Restrictions): Problems {
  const problems = new Problems();
  if (!isUuid(upload.fileToken))
    problems.add('fileToken', upload.fileToken === '' ? missing : problemSentence('not_a_guid'));
  if (upload.orderId === undefined) problems.add('orderId', missing);
  const wrongName = nameProblem(upload.fileName, restrictions);
  if (wrongName !== undefined) problems.add('fileName', wrongName);
  if (isLongerThan(upload.description, maximumDescriptionLength)) {
    problems.add('description', tooLong(maximumDescriptionLength));
  } else if (unprintable.test(upload.description.replace(lines, ' '))) {
    problems.add('description', problemSentence('text_characters'));
  }
  return problems;
}

/**
 * What somebody found for a report is shown with its result; what the candidate or the client gave always is, but for the proof
 * of a change of name, of an illness or of prison: it tells what the client may not learn, also where the candidate says so later.
 */
export const isPublishedFile = (
  reportStatus: ReportState | null,
  isGiven: boolean,
  facts: Pick<AttachmentFacts, 'given'>,
): boolean => facts.given?.isUntold !== true && (reportStatus === null || isGiven || isPublished(reportStatus));

/** False for closed orders; a complete order still takes files (decisions, Closed orders). */
export const takesFiles = (status: string): boolean => status !== 'cancelled' && status !== 'withdrawn';
