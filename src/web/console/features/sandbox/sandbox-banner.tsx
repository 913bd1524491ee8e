import { useState, type ReactElement } from 'react'
import type { SandboxInfo } from '#protocol/console/sandbox-info.ts'
import { Icon } from '#web/console/components/button.tsx'
import { onDemand } from '#web/console/lib/on-demand.tsx'
import { t } from '#web/ui/text.ts'
import { SandboxLinks } from './sandbox-links.tsx'

const SandboxDialog = onDemand(() => import('./sandbox-dialog.tsx').then((module) => module.SandboxDialog))

/** Banner on every page, in one line: sandbox tokens have no value. The links are in the dialog if the window is narrow. */
export function SandboxBanner({ info }: { info: SandboxInfo }): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <section
        aria-label={t('Sandbox')}
        className="flex items-center gap-4 border-b border-warning-border bg-warning-soft px-4 text-sm text-warning sm:px-6 sm:py-1.5 lg:px-8"
      >
        <p className="mr-auto flex min-h-6 min-w-0 items-center gap-2 pointer-coarse:min-h-8">
          <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-warning-solid" />
          <span className="truncate">
            <strong className="font-strong">{t('Sandbox')}</strong>
            <span className="max-sm:sr-only">
              {' '}
              {t('· a chain on this machine. Tokens here have no value.')}
            </span>
          </span>
        </p>
        {info !== null && (
          <>
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => setIsOpen(true)}
              className="inline-flex h-6 cursor-pointer items-center gap-1.5 rounded-sm font-medium whitespace-nowrap underline decoration-warning-border underline-offset-4 hover:decoration-current pointer-coarse:h-8"
            >
              <Icon name="clock" className="size-3.5" />
              {t('Sandbox controls')}
            </button>
            <SandboxLinks info={info} className="hidden whitespace-nowrap xl:flex" />
          </>
        )}
      </section>
      {isOpen && info !== null && <SandboxDialog info={info} onClose={() => setIsOpen(false)} />}
    </>
  )
}
