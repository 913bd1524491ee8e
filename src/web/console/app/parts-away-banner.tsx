import { useQuery } from '@tanstack/react-query'
import { useEffect, type ReactElement } from 'react'
import * as z from 'zod/mini'
import { Icon } from '#web/console/components/button.tsx'
import { setPartSuspected } from '#web/console/lib/parts-away.ts'
import { askServer } from '#web/ui/ask-server.ts'
import { t } from '#web/ui/text.ts'

/** Interval at which `/readyz` is read while a part may be away, in milliseconds. */
const READ_MS = 10_000

const partSchema = z.object({ ready: z.boolean() })
const readinessSchema = z.object({
  status: z.enum(['ready', 'degraded']),
  checks: z.object({ chain: z.optional(partSchema), service: z.optional(partSchema) }),
})
type Readiness = z.infer<typeof readinessSchema>

/**
 * Banner on every page while the chain's node or the hosted service is away, as `/readyz` reports it. Rendered
 * only after a response that suggests it. Renders nothing if a proxy does not serve `/readyz`.
 */
export function PartsAwayBanner(): ReactElement | null {
  const { data } = useQuery({
    queryKey: ['readiness'],
    queryFn: async ({ signal }) => {
      const request = { method: 'GET', path: '/readyz', answer: readinessSchema, signal } as const
      return (await askServer(request)).content
    },
    staleTime: 0,
    // A cached result of an earlier outage would end this check before its first response arrives.
    gcTime: 0,
    retry: false,
    refetchInterval: READ_MS,
  })
  const isReady = data?.status === 'ready'
  useEffect(() => {
    if (isReady) setPartSuspected(false)
  }, [isReady])
  const text = data && readAwayText(data)
  if (text === undefined) return null
  return (
    <section
      aria-label={t('Status')}
      role="status"
      className="flex items-start gap-2 border-b border-danger-border bg-danger-soft px-4 py-1.5 text-sm text-danger sm:px-6 lg:px-8"
    >
      <Icon name="warning" className="mt-0.5 size-4 shrink-0" />
      <p>{text}</p>
    </section>
  )
}

/** Text that says which part is away and what this means. Undefined if no part is away. */
function readAwayText({ status, checks }: Readiness): string | undefined {
  if (status !== 'degraded') return undefined
  if (checks.service?.ready === false)
    return t('The wallet service does not respond. Nothing can be read or changed until it is back.')
  if (checks.chain?.ready === false)
    return t(
      'The blockchain node does not respond. Balances may be out of date, and the service sends nothing until it is back.',
    )
  return undefined
}
