// Names who ran a command, where a page would otherwise say that the program did it.

/** Undefined for what the program did by itself, and for what somebody else did. */
export function ranByCommand(actor: string | null, detail: unknown): string | undefined {
  const name = actor === 'system' ? (detail as { readonly run_by?: unknown } | null)?.run_by : undefined;
  return typeof name === 'string' ? `${name}, by a command` : undefined;
}
