import type { TextLoaders } from '#web/ui/language.ts'

/** The console's texts: a chunk for each language, loaded when it is chosen. */
export const CONSOLE_TEXTS: TextLoaders = {
  de: () => import('./texts-de.ts').then(({ texts }) => texts),
  es: () => import('./texts-es.ts').then(({ texts }) => texts),
}
