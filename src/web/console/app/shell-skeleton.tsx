import { Skeleton } from '#web/console/components/card.tsx'
import { t } from '#web/ui/text.ts'

/** The console's outline while the session is unknown. */
export function ShellSkeleton() {
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <div className="hidden flex-col gap-6 border-r border-line p-4 lg:flex">
        <Skeleton className="h-8 w-32" />
        <div className="flex flex-col gap-4 px-2">
          {['w-20', 'w-16', 'w-24', 'w-16', 'w-20'].map((width, index) => (
            <Skeleton key={index} className={`h-4 ${width}`} />
          ))}
        </div>
      </div>
      <main className="p-4 lg:p-8">
        <PageSkeleton />
      </main>
    </div>
  )
}

/** The outline of a page whose code is loading. */
export function PageSkeleton() {
  return (
    <div className="mx-auto w-full max-w-page" aria-busy="true">
      <h1 className="sr-only">{t('Loading')}</h1>
      <Skeleton className="h-7 w-40" />
      <Skeleton className="mt-3 h-4 w-72 max-w-full" />
      <Skeleton className="mt-8 h-64 w-full rounded-lg" />
    </div>
  )
}
