import { useCallback, useLayoutEffect, useRef } from 'react'
import '#web/console/lib/latchkey-element.ts'
import { openWidgetSession } from '#web/console/lib/open-widget-session.ts'
import { WidgetGate } from '#web/console/lib/widget-gate.tsx'
import { tokensOf, type ThemeChoice } from './theme-choice.ts'

/** The built widget in the look that is chosen. It is only looked at: nothing in it can be pressed. */
export function ThemePreview({ choice }: { choice: ThemeChoice }) {
  return (
    <div inert className="rounded-md border border-dashed border-line bg-canvas p-4">
      <WidgetGate>
        <PreviewedWidget choice={choice} />
      </WidgetGate>
    </div>
  )
}

function PreviewedWidget({ choice }: { choice: ThemeChoice }) {
  const element = useRef<HTMLElement>(null)
  const getToken = useCallback(() => openWidgetSession({ operations: ['create'] }), [])
  useLayoutEffect(() => {
    const { style } = element.current ?? {}
    if (style === undefined) return
    const tokens = tokensOf(choice)
    for (const [name, value] of tokens) style.setProperty(name, value)
    return () => {
      for (const [name] of tokens) style.removeProperty(name)
    }
  }, [choice])
  return (
    <latchkey-wallet
      ref={element}
      api-url={window.location.origin}
      flow="create"
      theme={choice.scheme}
      locale={choice.locale === '' ? undefined : choice.locale}
      getToken={getToken}
    />
  )
}
