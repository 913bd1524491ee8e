import type { IconName } from '#web/console/components/icon.tsx'

/** Something the palette leads to (`to`) or does (`run`). */
export type PaletteItem = {
  id: string
  group: string
  label: string
  icon: IconName
  /** A second line that tells two of one name apart. */
  hint?: string
  /** More words to be found by. */
  words?: string
} & ({ to: string } | { run: () => void })
