import type { ComponentType, ReactElement } from 'react'
import { NavLink } from 'react-router'
import { Icon, type IconName } from '#web/console/components/button.tsx'
import { ApprovalsCount } from '#web/console/features/transactions/approvals-count.tsx'
import { WaitingCount } from '#web/console/features/transactions/waiting-count.tsx'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { preloadPage, type PageName } from './pages.ts'

type Item = {
  to: string
  label: string
  icon: IconName
  page: PageName
  /** Shows the number of pending items next to the link. */
  count?: ComponentType
}

/** A page that needs no id in its URL. */
type ListedPage = {
  [Name in PageName]: (typeof paths)[Name]['href'] extends () => string ? Name : never
}[PageName]

const toItem = (page: ListedPage, label: string, icon: IconName, count?: ComponentType): Item => ({
  to: paths[page].href(),
  label,
  icon,
  page,
  ...(count && { count }),
})

const groups = (): readonly { label: string | null; items: readonly Item[] }[] => [
  {
    label: null,
    items: [
      toItem('overview', t('Overview'), 'overview'),
      toItem('wallets', t('Wallets'), 'wallet'),
      toItem('transactions', t('Transactions'), 'transfer', WaitingCount),
      toItem('approvals', t('Approval queue'), 'people', ApprovalsCount),
      toItem('tokens', t('Tokens'), 'token'),
      toItem('addressBook', t('Address book'), 'book'),
    ],
  },
  {
    label: t('Developers'),
    items: [
      toItem('apiKeys', t('API keys'), 'key'),
      toItem('webhooks', t('Webhooks'), 'webhook'),
      toItem('integrations', t('Integrations'), 'plug'),
      toItem('domains', t('Domains'), 'lock'),
    ],
  },
  {
    label: t('Organization'),
    items: [
      toItem('members', t('Members'), 'people'),
      toItem('audit', t('Audit log'), 'log'),
      toItem('policies', t('Policies'), 'lock'),
      toItem('usage', t('Usage'), 'chart'),
      toItem('settings', t('Settings'), 'settings'),
    ],
  },
]

/** Every page of the navigation, in order. */
export const navigationItems = (): readonly Item[] => groups().flatMap(({ items }) => items)

type OnNavigate = { onNavigate: (() => void) | undefined }

export function Navigation({ onNavigate }: OnNavigate): ReactElement {
  return (
    <nav aria-label={t('Main')} className="flex flex-col gap-4">
      {groups().map((group) => (
        <div key={group.label ?? ''}>
          {group.label !== null && <p className="mb-1 px-2 text-xs font-medium text-faint">{group.label}</p>}
          <ul className="flex flex-col gap-0.5">
            {group.items.map((item) => (
              <li key={item.to}>
                <NavLink
                  to={item.to}
                  end={item.page === 'overview'}
                  onPointerEnter={() => preloadPage(item.page)}
                  onFocus={() => preloadPage(item.page)}
                  onClick={onNavigate}
                  className={({ isActive }) =>
                    `flex h-8 items-center gap-2.5 rounded-md px-2 text-md transition-colors pointer-coarse:h-11 ${isActive ? 'bg-accent-soft font-medium text-accent-text' : 'text-muted hover:bg-hover hover:text-ink'}`
                  }
                >
                  <Icon name={item.icon} />
                  {item.label}
                  {item.count !== undefined && <item.count />}
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
