import { Card } from '#web/console/components/card.tsx'
import { Skeleton } from '#web/console/components/skeleton.tsx'
import { t } from '#web/ui/text.ts'

export function UsageSkeleton() {
  return (
    <div role="status" aria-busy="true" className="grid gap-6 xl:grid-cols-2">
      <span className="sr-only">{t('Loading the usage')}</span>
      {[0, 1, 2, 3].map((place) => (
        <Card key={place}>
          <Skeleton className="mb-4 h-4 w-32" />
          <Skeleton className="h-48 w-full" />
        </Card>
      ))}
    </div>
  )
}
