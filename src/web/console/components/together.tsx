import { useLayoutEffect, useRef, useState, type ReactElement, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { t } from '#web/ui/text.ts'
import { Skeleton } from './card.tsx'

/** Time after which the loaded parts are displayed without the others, in milliseconds. */
const WAIT_MS_MAX = 5_000

type TogetherProps = { className?: string; children: ReactNode }

/**
 * Displays the parts of a page once all of them have loaded or failed, so that no part moves another part. The parts
 * load in parallel behind one skeleton. A page that opens with a dialog is displayed at once.
 */
export function Together({ className = 'flex flex-col gap-6', children }: TogetherProps): ReactElement {
  const ref = useRef<HTMLDivElement>(null)
  const { hash } = useLocation()
  const [isDisplayed, setIsDisplayed] = useState(hash !== '')
  useLayoutEffect(() => {
    const parts = ref.current
    if (parts === null || isDisplayed) return undefined
    const look = () => {
      if (parts.querySelector('[data-skeleton]') === null) setIsDisplayed(true)
    }
    look()
    const observer = new MutationObserver(look)
    observer.observe(parts, { childList: true, subtree: true })
    const timer = setTimeout(() => setIsDisplayed(true), WAIT_MS_MAX)
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [isDisplayed])
  return (
    <>
      {!isDisplayed && (
        <div role="status" aria-busy="true">
          <span className="sr-only">{t('Loading')}</span>
          <Skeleton className="h-96 w-full rounded-lg" />
        </div>
      )}
      <div ref={ref} hidden={!isDisplayed} className={className}>
        {children}
      </div>
    </>
  )
}
