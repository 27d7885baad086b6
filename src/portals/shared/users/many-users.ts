// The columns of a spreadsheet of users to invite, and each row as the invitation of one; pure.
import type { Scope } from '../../../features/access/scope-rules.ts';
import type { UserArguments } from '../../../features/accounts/account-actions.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import type { Column, RowsOf, SheetRow } from '../../../lib/sheet-rows.ts';
import { subsidiaryOf } from '../bulk-orders/bulk-row-orders.ts';
import type { WrongRow } from '../bulk-orders/sent-table.ts';
import { OF_NO_SUBSIDIARY } from '../orders/order-submission.ts';
import { roleTexts } from '../role-texts.ts';
import { clientRoles } from './person-words.ts';

export const MOST_INVITED = 200;

const seesColumn: Column = {
  ...{ input: 'subsidiary', title: 'Sees', example: 'The whole account' },
  called: ['subsidiaries', 'subsidiary', 'home', 'homes', 'site', 'sites', 'branch', 'location', 'what they see'],
};

/** @param ofSubsidiaries whether they can see some of the account alone */
export const userColumns = (ofSubsidiaries: boolean): readonly Column[] => [
  { input: 'name', title: 'Name', isRequired: true, called: ['full name', 'person', 'user'], example: 'Robin Sample' },
  {
    ...{ input: 'email', title: 'Email address', isRequired: true, example: 'robin@example.com' },
    called: ['email', 'e-mail', 'e-mail address', 'mail', 'address'],
  },
  {
    input: 'role',
    title: 'Role',
    isRequired: true,
    called: ['what may they do', 'rights'],
    example: roleTexts.standard,
  },
  ...(ofSubsidiaries ? [seesColumn] : []),
  { input: 'external_id', title: 'External id', called: ['employee number', 'staff number'], example: '' },
];

export const rowsOfUsers: RowsOf = {
  person: 'user',
  people: 'users',
  inputs: ({ input }, text) => (text === '' ? [] : [[input, [text]]]),
};

/** Of more than one, with a semicolon or a line between them: their names have commas. */
const namesIn = (text: string) =>
  text
    .split(/[;\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');

type Subsidiaries = Parameters<typeof subsidiaryOf>[1];

/** Empty where nothing is said: the action refuses it. */
function seenOf(text: string, subsidiaries: Subsidiaries, reader: Scope) {
  if (subsidiaries.length === 0 || reader.subsidiaryIds?.length === 1)
    return { subsidiaryIds: reader.subsidiaryIds ?? null, errors: [] };
  const found = namesIn(text).map((name) => subsidiaryOf(name, subsidiaries, reader));
  const errors = found.flatMap((one) => one.errors.subsidiary ?? []);
  const ids = found.flatMap(({ typed }) => typed.subsidiary ?? []);
  // Of a row that is wrong here, the action still judges the rest.
  const isWhole = errors.length > 0 || ids.includes(OF_NO_SUBSIDIARY);
  return { subsidiaryIds: isWhole ? null : [...new Set(ids)], errors };
}

export interface UserOfRow {
  readonly rowNumber: number;
  readonly given: UserArguments;
  /** What the action cannot judge, by input. */
  readonly errors: FieldMessages;
}

export function userOfRow({ rowNumber, typed }: SheetRow, subsidiaries: Subsidiaries, reader: Scope): UserOfRow {
  const textIn = (input: string) => typed[input]?.[0] ?? '';
  const text = textIn('role').toLowerCase();
  const role = clientRoles.find((one) => one === text || roleTexts[one].toLowerCase() === text);
  const seen = seenOf(textIn('subsidiary'), subsidiaries, reader);
  const roleNames = clientRoles.map((one) => roleTexts[one]).join(', ');
  return {
    rowNumber,
    given: {
      ...{ name: textIn('name'), email: textIn('email'), externalId: textIn('external_id') || null },
      ...{ role: role ?? 'read_only', subsidiaryIds: seen.subsidiaryIds },
    },
    errors: {
      ...(role === undefined ? { role: [`Write one of: ${roleNames}`] } : {}),
      ...(seen.errors.length > 0 ? { subsidiary: seen.errors } : {}),
    },
  };
}

/** @param found by place, what the action refuses, by input */
export function wrongRowsOf(
  rows: readonly UserOfRow[],
  found: ReadonlyMap<number, FieldMessages>,
  columns: readonly Column[],
): WrongRow[] {
  return rows.flatMap(({ rowNumber, errors }, at) => {
    const problems = Object.entries({ ...found.get(at), ...errors }).flatMap(([input, texts]) =>
      texts.map((text) => ({ column: columns.find((one) => one.input === input)?.title ?? '', text })),
    );
    return problems.length === 0 ? [] : [{ rowNumber, problems }];
  });
}
