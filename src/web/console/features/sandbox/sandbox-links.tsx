import type { ReactElement } from 'react'
import type { SandboxInfo } from '#protocol/console/sandbox-info.ts'
import { Icon, type IconName } from '#web/console/components/button.tsx'
import { t } from '#web/ui/text.ts'

type SandboxLinksProps = { info: NonNullable<SandboxInfo>; className: string }

/** Links to the other pages of the sandbox: the inbox of its mails and its shops. */
export function SandboxLinks({ info: { inboxUrl, demoUrl }, className }: SandboxLinksProps): ReactElement {
  return (
    <p className={`items-center gap-x-4 gap-y-1 ${className}`}>
      <SandboxLink href={inboxUrl} icon="inbox">
        {t('Mail inbox')}
      </SandboxLink>
      <SandboxLink href={demoUrl} icon="shop">
        {t('Demo shop')}
      </SandboxLink>
      <SandboxLink href={`${demoUrl}/framed`} icon="shop">
        {t('Framed shop')}
      </SandboxLink>
    </p>
  )
}

function SandboxLink({ href, icon, children }: { href: string; icon: IconName; children: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className="inline-flex h-6 items-center gap-1.5 rounded-sm font-medium underline underline-offset-4 pointer-coarse:h-8"
    >
      <Icon name={icon} className="size-3.5" />
      {children}
      <span className="sr-only"> {t('(opens in a new tab)')}</span>
    </a>
  )
}
