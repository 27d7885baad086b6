// What a check of `probity doctor` finds.

export interface Finding {
  readonly state: 'ok' | 'warning' | 'failed';
  /** What was found and, unless it is ok, what to do. */
  readonly message: string;
}

export const ok = (message: string): Finding => ({ state: 'ok', message });
export const warning = (message: string): Finding => ({ state: 'warning', message });
export const failed = (message: string): Finding => ({ state: 'failed', message });
