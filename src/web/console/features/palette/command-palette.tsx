import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactElement } from 'react'
import { useNavigate } from 'react-router'
import { Icon } from '#web/console/components/button.tsx'
import { Modal } from '#web/console/components/dialog.tsx'
import { useSettled } from '#web/console/lib/use-settled.ts'
import { t } from '#web/ui/text.ts'
import { foundItemsQuery } from './found-items.query.ts'
import { inGroups, matchItems, type PaletteItem } from './match-items.ts'
import { listActions } from './palette-actions.ts'

const PAUSE_MS = 150

type CommandPaletteProps = {
  pages: readonly PaletteItem[]
  commands: readonly PaletteItem[]
  onClose: () => void
}

/** Finds pages, wallets, transactions, keys and actions. Arrows select, Enter opens, Escape closes. */
export function CommandPalette({ pages, commands, onClose }: CommandPaletteProps): ReactElement {
  const id = useId()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [index, setIndex] = useState(0)
  const { items, isSearching, isIncomplete } = useItems(typed, [...pages, ...listActions(), ...commands])
  const chosen = items[Math.min(index, items.length - 1)]
  const choose = (item: PaletteItem) => {
    onClose()
    if ('to' in item) void navigate(item.to)
    else item.run()
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && items.length > 0) setIndex((index + step + items.length) % items.length)
    else if (event.key === 'Enter' && chosen !== undefined) choose(chosen)
    else return
    event.preventDefault()
  }
  return (
    <Modal
      aria-label={t('Command palette')}
      closedby="any"
      onClose={onClose}
      className="dialog-motion mt-[12dvh] mb-auto w-full max-w-prose overflow-hidden rounded-xl border border-line bg-raised shadow-lg backdrop:bg-overlay max-sm:mt-4 max-sm:w-[calc(100vw-2rem)]"
    >
      <label className="flex items-center gap-3 border-b border-line px-4">
        <Icon name="search" className="size-4 text-faint" />
        <span className="sr-only">{t('Search pages, wallets, transactions, keys, members and actions')}</span>
        <input
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen && `${id}-${items.indexOf(chosen)}`}
          autoFocus
          autoComplete="off"
          spellCheck={false}
          placeholder={t('Search or go to…')}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setIndex(0)
          }}
          onKeyDown={press}
          className="h-12 w-full bg-transparent text-md outline-none max-sm:text-lg"
        />
      </label>
      <ItemList {...{ id, items, chosen, choose }} onPoint={setIndex} />
      <p role="status" className="border-t border-line px-4 py-2 text-xs text-muted">
        {isSearching
          ? t('Searching…')
          : t('{count, plural, =0 {No results} one {# result} other {# results}}', {
              count: items.length,
            })}
        {isIncomplete && <span className="block">{t('Some results could not be loaded.')}</span>}
      </p>
    </Modal>
  )
}

function useItems(typed: string, known: readonly PaletteItem[]) {
  const text = typed.trim()
  // Waits for a pause in typing, so that not every letter starts a search.
  const searched = useSettled(text, PAUSE_MS, text)
  const found = useQuery(foundItemsQuery(searched))
  const fixed = matchItems(known, text)
  // Pages keep their position while other results arrive.
  const items = inGroups([...fixed, ...(text.length < 2 ? [] : (found.data?.items ?? []))])
  const isIncomplete = found.isError || (found.data?.failed ?? []).length > 0
  return { items, isSearching: found.isFetching || searched !== text, isIncomplete }
}

type ItemListProps = {
  id: string
  items: readonly PaletteItem[]
  chosen: PaletteItem | undefined
  choose: (item: PaletteItem) => void
  onPoint: (index: number) => void
}

function ItemList({ id, items, chosen, choose, onPoint }: ItemListProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  const groups = [...new Set(items.map(({ group }) => group))]
  return (
    <div
      ref={list}
      id={`${id}-list`}
      role="listbox"
      aria-label={t('Results')}
      className="max-h-[50dvh] overflow-y-auto p-2"
    >
      {groups.map((group) => (
        <div key={group} role="group" aria-label={group}>
          <p aria-hidden="true" className="px-2 pt-2 pb-1 text-xs font-medium text-muted">
            {group}
          </p>
          {items.map((item, index) =>
            item.group === group ? (
              // The input has the focus and handles the keys, as in any combobox (ARIA 1.2).
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
              <div
                key={item.id}
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={item === chosen}
                onPointerMove={() => onPoint(index)}
                onClick={() => choose(item)}
                className={`flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-2 py-1.5 text-md ${item === chosen ? 'bg-accent-soft text-accent-text' : ''}`}
              >
                <Icon name={item.icon} className="size-4 text-muted" />
                <span className="min-w-0">
                  <span className="block truncate">{item.label}</span>
                  {item.hint !== undefined && (
                    <span className="block truncate text-xs text-muted">{item.hint}</span>
                  )}
                </span>
              </div>
            ) : null,
          )}
        </div>
      ))}
    </div>
  )
}
