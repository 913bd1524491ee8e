import type { IconName } from '#web/console/components/button.tsx'

/**
 * Items in which every typed word begins a word. Items whose name begins with the text come first. An empty
 * text matches all.
 */
export function matchItems(items: readonly PaletteItem[], typed: string): PaletteItem[] {
  const wanted = splitWords(typed)
  if (wanted.length === 0) return [...items]
  const found = items.filter((item) => {
    const words = splitWords(`${item.label} ${item.words ?? ''} ${item.hint ?? ''}`)
    return wanted.every((part) => words.some((word) => word.startsWith(part)))
  })
  const first = (item: PaletteItem) => (fold(item.label).startsWith(fold(typed.trim())) ? 0 : 1)
  return found.toSorted((a, b) => first(a) - first(b))
}

/**
 * Makes each group contiguous, in the order of the groups' first items, so that the arrows follow the visual
 * order.
 */
export function inGroups(items: readonly PaletteItem[]): PaletteItem[] {
  const groups = [...new Set(items.map(({ group }) => group))]
  return groups.flatMap((group) => items.filter((item) => item.group === group))
}

/** Normalizes case and accents for comparison. */
export const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
const splitWords = (text: string) =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** An item that links to a page (`to`) or runs an action (`run`). */
export type PaletteItem = {
  id: string
  group: string
  label: string
  icon: IconName
  /** A second line that distinguishes items of the same name. */
  hint?: string
  /** Additional words for the search. */
  words?: string
} & ({ to: string } | { run: () => void })
