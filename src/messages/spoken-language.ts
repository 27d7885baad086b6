// In which language a person is spoken to while their request is answered or their mail is written: English, unless they
// chose Welsh. What is stored is always in English: `inTransaction` speaks it.
import { AsyncLocalStorage } from 'node:async_hooks';

/** By its code of ISO 639-1, as the attribute `lang` has it. */
export type SpokenLanguage = 'en' | 'cy';

const spoken = new AsyncLocalStorage<SpokenLanguage>();

/** Every sentence that `work` says is in this language. */
export const speaking = <T>(language: SpokenLanguage, work: () => T): T => spoken.run(language, work);

export const spokenLanguage = (): SpokenLanguage => spoken.getStore() ?? 'en';

export const isSpokenLanguage = (value: unknown): value is SpokenLanguage => value === 'en' || value === 'cy';
