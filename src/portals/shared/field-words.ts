// Says the problems that an action finds beside the inputs of a form.
import { type FieldMessages, Refusal } from '../../lib/refusal.ts';

/** How messages about a field are said at its input. */
export interface FieldWords {
  /** The name of the input. */
  readonly input: string;
  /** How a message begins, such as `The name`. */
  readonly begins: string;
  /** The whole message for a field that was left empty. */
  readonly empty?: string;
  /** The whole message instead of one that is for programs. */
  readonly instead?: Readonly<Record<string, string>>;
}

/** By the action's field. */
export type FormWords = Readonly<Record<string, FieldWords>>;

/** The messages by input; a field without words is shown with its own name. */
export function messagesOf(fields: FieldMessages, words: FormWords): FieldMessages {
  const said = new Map<string, string[]>();
  for (const [field, messages] of Object.entries(fields)) {
    const { input, begins, empty, instead = {} } = words[field] ?? { input: field, begins: 'It' };
    const sentences = messages.map((one) => {
      if (one === "can't be blank" && empty !== undefined) return empty;
      return instead[one] ?? `${begins} ${one}`;
    });
    said.set(input, [...(said.get(input) ?? []), ...sentences]);
  }
  return Object.fromEntries(said);
}

/** Runs an action of a form; returns the messages by input if it refuses what was typed. */
export async function refusedFields(
  work: () => Promise<unknown>,
  words: FormWords,
): Promise<FieldMessages | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
    return messagesOf(error.fields, words);
  }
}
