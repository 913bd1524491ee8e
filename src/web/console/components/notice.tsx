import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

type Tone = 'info' | 'success' | 'warning' | 'danger'
const TONES: Record<Tone, { shell: string; mark: string; icon: IconName }> = {
  info: { shell: 'border-info-border bg-info-soft', mark: 'text-info', icon: 'info' },
  success: { shell: 'border-success-border bg-success-soft', mark: 'text-success', icon: 'check' },
  warning: { shell: 'border-warning-border bg-warning-soft', mark: 'text-warning', icon: 'warning' },
  danger: { shell: 'border-danger-border bg-danger-soft', mark: 'text-danger', icon: 'warning' },
}

type NoticeProps = {
  tone: Tone
  title?: ReactNode
  children?: ReactNode
  actions?: ReactNode
  /** Announced by screen readers when it appears. Omit it for initial content. */
  announce?: boolean
  className?: string | undefined
}

export function Notice({ tone, title, children, actions, announce = false, className = '' }: NoticeProps) {
  const look = TONES[tone]
  const role = announce ? (tone === 'danger' ? 'alert' : 'status') : undefined
  return (
    <div
      role={role}
      className={`flex flex-wrap items-start gap-x-3 gap-y-3 rounded-md border p-3 ${look.shell} ${className}`}
    >
      <Icon name={look.icon} className={`mt-0.5 size-4 ${look.mark}`} />
      <div className="min-w-0 flex-1 basis-48 text-sm">
        {title !== undefined && <p className={`font-strong ${look.mark}`}>{title}</p>}
        {children !== undefined && <div className="text-ink [overflow-wrap:anywhere]">{children}</div>}
      </div>
      {actions}
    </div>
  )
}
