import { useId, useState, type KeyboardEvent, type ReactNode, type ReactElement } from 'react'

type ChoiceTabsProps<Choice extends string> = {
  /** Describes the choice to screen readers. */
  label: string
  choices: readonly { value: Choice; label: string }[]
  children: (chosen: Choice | undefined) => ReactNode
}

/** Number of tabs by which an arrow key moves the selection. */
const STEPS = new Map([
  ['ArrowRight', 1],
  ['ArrowLeft', -1],
])

/** Tabs for variants of one content, such as code in several languages. Arrow keys switch between them. */
export function ChoiceTabs<Choice extends string>({
  label,
  choices,
  children,
}: ChoiceTabsProps<Choice>): ReactElement {
  const id = useId()
  const [chosen, setChosen] = useState(choices[0]?.value)
  function move(event: KeyboardEvent<HTMLDivElement>): void {
    const step = STEPS.get(event.key)
    if (step === undefined) return
    const index = choices.findIndex(({ value }) => value === chosen)
    const next = choices[(index + step + choices.length) % choices.length]
    if (next === undefined) return
    setChosen(next.value)
    document.getElementById(`${id}-${next.value}`)?.focus()
  }
  return (
    <div className="min-w-0">
      <div
        role="tablist"
        tabIndex={-1}
        aria-label={label}
        className="mb-3 flex gap-1 border-b border-line"
        onKeyDown={move}
      >
        {choices.map((one) => (
          <button
            key={one.value}
            type="button"
            role="tab"
            id={`${id}-${one.value}`}
            aria-selected={one.value === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={one.value === chosen ? 0 : -1}
            onClick={() => setChosen(one.value)}
            className={`-mb-px border-b-2 px-3 py-2 text-sm ${one.value === chosen ? 'border-accent font-medium text-accent-text' : 'border-transparent text-muted hover:text-ink'}`}
          >
            {one.label}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${chosen}`}
        className="flex flex-col gap-3"
      >
        {children(chosen)}
      </div>
    </div>
  )
}
