import type { ReactNode } from 'react'
import type { ConsoleRoute } from '#protocol/org/console-access.ts'
import { thoseWhoReach } from '#web/console/lib/role-words.ts'
import { useMay } from '#web/console/lib/use-may.ts'
import { Icon } from './icon.tsx'

type IfMayProps = {
  /** What the children send, such as `POST /api/org/keys`. */
  route: ConsoleRoute
  /** Nothing in their place, where a word would be said again and again, such as in every row of a table. */
  silent?: boolean
  children: ReactNode
}

/** Its children where one's role allows what they do; otherwise in their place the reason. */
export function IfMay({ route, silent = false, children }: IfMayProps) {
  const { may, needed } = useMay(route)
  if (may) return children
  if (silent) return null
  return (
    <span className="inline-flex h-8 items-center gap-1.5 text-sm text-muted">
      <Icon name="lock" className="size-3.5" />
      {thoseWhoReach(needed)}
    </span>
  )
}
