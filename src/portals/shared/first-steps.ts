// The steps of somebody's first days as the page lists them.

export interface FirstStep {
  readonly isDone: boolean;
  /** In place of Done. */
  readonly doneText?: string;
  /** In place of To do, for what need not be done. */
  readonly todoText?: string;
  readonly text: string;
  readonly hint: string;
  /** Undefined where no page does it. */
  readonly href?: string | undefined;
}

/** As the task list of `shared/first-days.njk` has it. */
export const stepItem = ({ isDone, doneText = 'Done', todoText, text, hint, href }: FirstStep) => ({
  title: { text },
  hint: { text: hint },
  href,
  status: isDone
    ? { text: doneText }
    : todoText !== undefined
      ? { text: todoText }
      : { tag: { text: 'To do', classes: 'govuk-tag--blue' } },
});
