import { type ReactNode, useSyncExternalStore, type ReactElement } from 'react'
import { createListeners, storedText } from '#web/ui/stored.ts'
import { t } from '#web/ui/text.ts'
import { Button } from './button.tsx'
import { CheckField } from './field.tsx'

/**
 * Window widths from which a column is displayed, in rem. Each has classes for the column, and for its content below
 * the first cell in a narrower window.
 */
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
  /** Classes for the column's cells. If undefined, a column that is not always displayed is small and muted. */
  className?: string
  /** Width class in a table with a fixed layout. */
  width?: string
  /** The head of an `actions` column is for screen readers only. */
  kind?: 'number' | 'actions'
  /**
   * Width from which the column is displayed. Below it, the column is omitted or appears in the first cell
   * (`below`).
   */
  from?: keyof typeof WIDTHS
  below?: true | ((item: Item) => ReactNode)
}

/** Columns by their name in a stored choice. The first column and the `actions` column are always displayed. */
export type Columns<Item> = Readonly<Record<string, Column<Item> | false>>

/** `isChosen`: displayed at every width instead of from a minimum width. */
export type ShownColumn<Item> = Column<Item> & { name: string; isChosen: boolean }

const changed = createListeners()

const storedChoice = (table: string) => storedText(`latchkey-columns-${table}`)

/** Choices made since the page was loaded, by table. */
const choices = new Map<string, string>()

/**
 * The column choice of a table, with updates: `+name` and `-name` for columns that differ from the default.
 */
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

/** The columns that a person can choose. */
export function optionalColumns<Item>(columns: Columns<Item>): { name: string; column: Column<Item> }[] {
  return Object.entries(columns)
    .slice(1)
    .flatMap(([name, column]) => (column === false || column.kind === 'actions' ? [] : [{ name, column }]))
}

/** Boxes for the columns of a table, and a button that restores the default. */
export function ColumnChoices<Item>({
  table,
  columns,
}: {
  table: string
  columns: Columns<Item>
}): ReactElement {
  const choice = useColumnChoice(table)
  const words = choice.split(' ').filter((word) => word !== '')
  return (
    <fieldset className="p-2">
      <legend className="float-left w-full px-2 pb-1 text-xs font-medium text-muted">{t('Columns')}</legend>
      {optionalColumns(columns).map(({ name, column }) => {
        const others = words.filter((word) => word.slice(1) !== name)
        const byDefault = isDisplayed(column)
        const isShown = words.includes(`+${name}`) || (byDefault && !words.includes(`-${name}`))
        return (
          <div key={name} className="clear-both rounded-sm px-2 py-1.5 hover:bg-hover pointer-coarse:py-3">
            <CheckField
              checked={isShown}
              onChange={(isWanted) =>
                choose(table, isWanted === byDefault ? others : [...others, `${isWanted ? '+' : '-'}${name}`])
              }
            >
              {column.head}
            </CheckField>
          </div>
        )
      })}
      <Button
        tone="quiet"
        className="w-full justify-start! px-2!"
        refusing={words.length === 0}
        onClick={() => choose(table, [])}
      >
        {t('Reset')}
      </Button>
    </fieldset>
  )
}

/** Whether a column is displayed by default, as a column or below the first cell. */
function isDisplayed<Item>({ from, below }: Column<Item>): boolean {
  return (
    from === undefined || below !== undefined || matchMedia(`(min-width: ${WIDTHS[from].rem}rem)`).matches
  )
}
