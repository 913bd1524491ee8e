import type { Language, Texts } from './language.ts'
import de from './texts/de.json' with { type: 'json' }
import es from './texts/es.json' with { type: 'json' }

/** The texts of `call-words.ts` in each language. Pages load only the displayed one. */
export const CALL_TEXTS: Record<Language, Texts> = { en: {}, de, es }
