// The texts that a fact has, in every language.

/** Values of a choice under a heading, as the candidate reads them; without a text, by the name in the value set. */
export interface ChoiceGroup {
  readonly heading?: string;
  readonly values: Readonly<Record<string, { readonly text?: string; readonly hint?: string }>>;
}

/** The texts for one fact: its label, and its question in the candidate's form. */
export interface FactWords {
  readonly label: string;
  /** The question in the form, if it differs from the label. */
  readonly question?: string;
  readonly hint?: string;
  /** Other questions and hints where another fact of the entry has this value. */
  readonly where?: {
    readonly fact: string;
    readonly is: Readonly<Record<string, { readonly question?: string; readonly hint?: string }>>;
  };
  /** For a choice: the candidate's words for its values, as radio buttons; those that are not here are not offered. */
  readonly choices?: readonly ChoiceGroup[];
  /** The message if the fact is missing; by default `Enter` and the label. */
  readonly missing?: string;
  /** For a flag: the texts for Yes and No. */
  readonly yes?: string;
  readonly no?: string;
  /** For a flag that is only ever said, never denied: what stands beside its box. */
  readonly tick?: string;
  /** For a list: the name of one entry with its article, `a qualification`. */
  readonly entry?: string;
  /** For a list: what somebody says who has nothing to add. */
  readonly none?: string;
  /** For a list: the label of one entry, if its name alone is not clear. */
  readonly one?: string;
}
