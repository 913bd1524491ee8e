import type { IconName } from '#web/console/components/icon.tsx'

/** The items in which every typed word begins a word, whole-name beginnings first. All of them for an empty text. */
export function matchItems(items: readonly PaletteItem[], typed: string): PaletteItem[] {
  const wanted = wordsOf(typed)
  if (wanted.length === 0) return [...items]
  const found = items.filter((item) => {
    const words = wordsOf(`${item.label} ${item.words ?? ''} ${item.hint ?? ''}`)
    return wanted.every((part) => words.some((word) => word.startsWith(part)))
  })
  const first = (item: PaletteItem) => (fold(item.label).startsWith(fold(typed.trim())) ? 0 : 1)
  return found.toSorted((a, b) => first(a) - first(b))
}

/** Each group contiguous, in the order of their first items, so that the arrows follow the visual order. */
export function inGroups(items: readonly PaletteItem[]): PaletteItem[] {
  const groups = [...new Set(items.map(({ group }) => group))]
  return groups.flatMap((group) => items.filter((item) => item.group === group))
}

/** Ignores case and accents. */
const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
const wordsOf = (text: string) =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** An item that links to a page (`to`) or runs an action (`run`). */
export type PaletteItem = {
  id: string
  group: string
  label: string
  icon: IconName
  /** A second line that distinguishes two of the same name. */
  hint?: string
  /** Further search words. */
  words?: string
} & ({ to: string } | { run: () => void })
