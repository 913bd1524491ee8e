import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loaded } from '#web/console/components/loaded.tsx'
import { Skeleton } from '#web/console/components/skeleton.tsx'
import { loadWidgetQuery } from './load-widget.query.ts'
import { t } from '#web/ui/text.ts'

/** Shows its children, a `<latchkey-wallet>`, once the element is defined. */
export function WidgetGate({ children }: { children: ReactNode }) {
  const widget = useQuery(loadWidgetQuery())
  return (
    <Loaded query={widget} skeleton={<WidgetSkeleton />}>
      {() => children}
    </Loaded>
  )
}

function WidgetSkeleton() {
  return (
    <div
      role="status"
      aria-busy="true"
      className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-6 shadow-sm"
    >
      <span className="sr-only">{t('Loading the wallet widget')}</span>
      <Skeleton className="h-5 w-40" />
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-10 w-full" />
    </div>
  )
}
