import type { ReactElement } from 'react'
import { findLargestGrowth, formatBytes, type EmbeddedGrowth } from '#protocol/console/embedded-growth.ts'
import { Icon } from '#web/console/components/button.tsx'
import { t } from '#web/ui/text.ts'

const MOVE = '/docs/moves.html#from-the-embedded-database-to-postgres'
/** The page of the documentation about each part. */
const HELP = { disk: MOVE, database: MOVE, memory: '/docs/scaling.html#the-embedded-defaults' }

/** Banner on every page once the embedded database or chain is large, long before the disk or the memory is full. */
export function EmbeddedGrowthBanner({ growth }: { growth: EmbeddedGrowth }): ReactElement | null {
  const text = describeGrowth(growth)
  if (text === undefined) return null
  return (
    <section
      aria-label={t('Growth')}
      className="flex items-start gap-2 border-b border-warning-border bg-warning-soft px-4 py-1.5 text-sm text-warning sm:px-6 lg:px-8"
    >
      <Icon name="warning" className="mt-0.5 size-4 shrink-0" />
      <p>
        {text}{' '}
        <a href={HELP[findLargestGrowth(growth) ?? 'database']} target="_blank" className="underline">
          {t('Documentation')}
        </a>
      </p>
    </section>
  )
}

function describeGrowth(growth: EmbeddedGrowth): string | undefined {
  const largest = findLargestGrowth(growth)
  const database = formatBytes(growth.databaseBytes)
  if (largest === 'disk')
    return t(
      'The disk has {free} left, and the embedded database ({size}) grows with each transaction. Move to Postgres before the disk is full.',
      { free: formatBytes(growth.freeDiskBytes), size: database },
    )
  if (largest === 'memory')
    return t(
      'The sandbox’s chain uses {size} of memory, and more with each transaction. Begin a new sandbox before the memory is full.',
      { size: formatBytes(growth.chainMemoryBytes ?? 0) },
    )
  if (largest === 'database')
    return t(
      'The embedded database has {size} and grows with each transaction. Move to Postgres before the disk is full.',
      { size: database },
    )
  return undefined
}
