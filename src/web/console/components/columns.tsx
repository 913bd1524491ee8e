import { useId, useReducer, useSyncExternalStore, type ReactNode } from 'react'
import { createListeners, storedText } from '#web/ui/stored.ts'
import { t } from '#web/ui/text.ts'
import { Button } from './button.tsx'
import { CheckField } from './field.tsx'

/** From which width a column is displayed, and up to where its content stands below the first cell instead. */
export const WIDTHS = {
  sm: { rem: 40, column: 'hidden sm:table-cell', below: 'sm:hidden' },
  md: { rem: 52, column: 'hidden md:table-cell', below: 'md:hidden' },
  lg: { rem: 64, column: 'hidden lg:table-cell', below: 'lg:hidden' },
  xl: { rem: 80, column: 'hidden xl:table-cell', below: 'xl:hidden' },
  '2xl': { rem: 88, column: 'hidden 2xl:table-cell', below: '2xl:hidden' },
}

export type Column<Item> = {
  head: string
  cell: (item: Item) => ReactNode
  /** Of its cells. Without one, columns that are not always displayed are small and muted. */
  className?: string
  /** Its class in a table whose columns are as wide as their heads say. */
  width?: string
  /** Of the buttons' column the name is for screen readers only. */
  kind?: 'number' | 'actions'
  /** The width from which it is displayed; below that it is left out, or stands in the first cell (`below`). */
  from?: keyof typeof WIDTHS
  below?: true | ((item: Item) => ReactNode)
}

/** By their names in a stored choice: the first one and the buttons' are always displayed. */
export type Columns<Item> = Readonly<Record<string, Column<Item> | false>>

/** `isChosen`: at every width, instead of from one on. */
export type ShownColumn<Item> = Column<Item> & { name: string; isChosen: boolean }

const changed = createListeners()
const storedChoice = (table: string) => storedText(`latchkey-columns-${table}`)
/** Those of this page's life. */
const choices = new Map<string, string>()

/** What was chosen for a table, live: `+name` and `-name` of columns that differ from its default. */
export function useColumnChoice(table = ''): string {
  return useSyncExternalStore(changed.subscribe, () => choices.get(table) ?? storedChoice(table).read() ?? '')
}

function choose(table: string, words: readonly string[]): void {
  const choice = words.join(' ')
  choices.set(table, choice)
  storedChoice(table).write(choice === '' ? null : choice)
  changed.notify()
}

export function shownColumns<Item>(columns: Columns<Item>, choice: string): ShownColumn<Item>[] {
  const words = choice.split(' ')
  return Object.entries(columns).flatMap(([name, column]) =>
    column === false || words.includes(`-${name}`)
      ? []
      : [{ ...column, name, isChosen: words.includes(`+${name}`) }],
  )
}

/** Chooses what a table displays besides its first column; nothing where there is no choice. */
export function ColumnsMenu<Item>({ table, columns }: { table: string; columns: Columns<Item> }) {
  const id = useId()
  const choice = useColumnChoice(table)
  // The window may have another width when it is opened.
  const [, onToggle] = useReducer((times: number) => times + 1, 0)
  const words = choice.split(' ').filter((word) => word !== '')
  const optional = Object.entries(columns)
    .slice(1)
    .flatMap(([name, column]) => (column === false || column.kind === 'actions' ? [] : [{ name, column }]))
  if (optional.length === 0) return null
  return (
    <>
      <Button tone="quiet" icon="settings" popoverTarget={id}>
        {t('Columns')}
      </Button>
      <div
        popover="auto"
        id={id}
        role="group"
        aria-label={t('Columns')}
        onToggle={onToggle}
        className="popover-beside w-56 rounded-md border border-line bg-raised p-2 text-ink shadow-lg"
      >
        {optional.map(({ name, column }) => {
          const others = words.filter((word) => word.slice(1) !== name)
          const byDefault = isDisplayed(column)
          const isShown = words.includes(`+${name}`) || (byDefault && !words.includes(`-${name}`))
          return (
            <div key={name} className="rounded-sm px-2 py-1.5 hover:bg-hover pointer-coarse:py-3">
              <CheckField
                checked={isShown}
                onChange={(isWanted) =>
                  choose(
                    table,
                    isWanted === byDefault ? others : [...others, `${isWanted ? '+' : '-'}${name}`],
                  )
                }
              >
                {column.head}
              </CheckField>
            </div>
          )
        })}
        <Button tone="quiet" refusing={words.length === 0} onClick={() => choose(table, [])}>
          {t('Reset')}
        </Button>
      </div>
    </>
  )
}

/** Whether a column is in view without a choice: by itself, or below the first cell. */
function isDisplayed<Item>({ from, below }: Column<Item>): boolean {
  return (
    from === undefined || below !== undefined || matchMedia(`(min-width: ${WIDTHS[from].rem}rem)`).matches
  )
}
