import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

type EmptyStateProps = { icon: IconName; title: string; children: ReactNode; action?: ReactNode }

/** Nothing here yet: what belongs here and the step that brings it. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-6 py-12 text-center">
      <span className="mb-4 inline-flex size-10 items-center justify-center rounded-md border border-line bg-canvas text-muted">
        <Icon name={icon} className="size-5" />
      </span>
      <p className="font-strong">{title}</p>
      <div className="mt-1 max-w-96 text-sm text-balance text-muted">{children}</div>
      {action !== undefined && <div className="mt-4 max-w-full">{action}</div>}
    </div>
  )
}
