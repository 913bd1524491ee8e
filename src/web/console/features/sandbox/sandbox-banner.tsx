import { useState, type ReactElement } from 'react'
import type { SandboxInfo } from '#protocol/console/sandbox-info.ts'
import { Icon, type IconName } from '#web/console/components/button.tsx'
import { onDemand } from '#web/console/lib/on-demand.tsx'
import { t } from '#web/ui/text.ts'

const SandboxDialog = onDemand(() => import('./sandbox-dialog.tsx').then((module) => module.SandboxDialog))

/** Banner on every page: sandbox tokens have no value. */
export function SandboxBanner({ info }: { info: SandboxInfo }): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section
      aria-label={t('Sandbox')}
      className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-warning-border bg-warning-soft px-4 py-1.5 text-sm sm:px-6 lg:px-8"
    >
      <p className="mr-auto flex min-h-6 min-w-0 items-center gap-2 pointer-coarse:min-h-8">
        <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-warning-solid" />
        <span>
          <strong className="font-strong text-warning">{t('Sandbox')}</strong>
          <span className="text-warning max-sm:sr-only">
            {' '}
            {t('· a chain on this machine. Tokens here have no value.')}
          </span>
        </span>
      </p>
      {info !== null && (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => setIsOpen(true)}
            className="inline-flex h-6 cursor-pointer items-center gap-1.5 rounded-sm font-medium text-warning underline decoration-warning-border underline-offset-4 hover:decoration-current pointer-coarse:h-8"
          >
            <Icon name="clock" className="size-3.5" />
            {t('Sandbox controls')}
          </button>
          <SandboxLink href={info.inboxUrl} icon="inbox">
            {t('Mail inbox')}
          </SandboxLink>
          <SandboxLink href={info.demoUrl} icon="shop">
            {t('Demo shop')}
          </SandboxLink>
          <SandboxLink href={`${info.demoUrl}/framed`} icon="shop">
            {t('Framed shop')}
          </SandboxLink>
        </p>
      )}
      {isOpen && <SandboxDialog onClose={() => setIsOpen(false)} />}
    </section>
  )
}

function SandboxLink({ href, icon, children }: { href: string; icon: IconName; children: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className="inline-flex h-6 items-center gap-1.5 rounded-sm font-medium text-warning underline decoration-warning-border underline-offset-4 hover:decoration-current pointer-coarse:h-8"
    >
      <Icon name={icon} className="size-3.5" />
      {children}
      <span className="sr-only"> {t('(opens in a new tab)')}</span>
    </a>
  )
}
