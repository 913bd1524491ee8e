import type { ComponentType } from 'react'
import { NavLink } from 'react-router'
import { Icon, type IconName } from '#web/console/components/icon.tsx'
import { WaitingCount } from '#web/console/features/transactions/waiting-count.tsx'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { preloadPage, type PageName } from './pages.ts'

type Item = {
  to: string
  label: string
  icon: IconName
  page: PageName
  exact?: boolean
  /** Shows the link's number of pending items. */
  count?: ComponentType
}

const groups = (): readonly { label: string | null; items: readonly Item[] }[] => [
  {
    label: null,
    items: [
      { to: paths.overview.href(), label: t('Overview'), icon: 'overview', page: 'overview', exact: true },
      { to: paths.wallets.href(), label: t('Wallets'), icon: 'wallet', page: 'wallets' },
      {
        to: paths.transactions.href(),
        label: t('Transactions'),
        icon: 'transfer',
        page: 'transactions',
        count: WaitingCount,
      },
      { to: paths.tokens.href(), label: t('Tokens'), icon: 'token', page: 'tokens' },
      { to: paths.addressBook.href(), label: t('Address book'), icon: 'book', page: 'addressBook' },
    ],
  },
  {
    label: t('Developers'),
    items: [
      { to: paths.apiKeys.href(), label: t('API keys'), icon: 'key', page: 'apiKeys' },
      { to: paths.webhooks.href(), label: t('Webhooks'), icon: 'webhook', page: 'webhooks' },
      { to: paths.integrations.href(), label: t('Integrations'), icon: 'plug', page: 'integrations' },
      { to: paths.domains.href(), label: t('Domains'), icon: 'lock', page: 'domains' },
    ],
  },
  {
    label: t('Organization'),
    items: [
      { to: paths.members.href(), label: t('Members'), icon: 'people', page: 'members' },
      { to: paths.audit.href(), label: t('Audit log'), icon: 'log', page: 'audit' },
      { to: paths.usage.href(), label: t('Usage'), icon: 'chart', page: 'usage' },
      { to: paths.settings.href(), label: t('Settings'), icon: 'settings', page: 'settings' },
    ],
  },
]

/** Every page of the navigation, in its order. */
export const navigationItems = (): readonly Item[] => groups().flatMap(({ items }) => items)

export function Navigation({ onNavigate }: { onNavigate?: () => void }) {
  return (
    <nav aria-label={t('Main')} className="flex flex-col gap-4">
      {groups().map((group) => (
        <div key={group.label ?? ''}>
          {group.label !== null && <p className="mb-1 px-2 text-xs font-medium text-faint">{group.label}</p>}
          <ul className="flex flex-col gap-0.5">
            {group.items.map((item) => (
              <li key={item.to}>
                <NavigationLink item={item} {...(onNavigate && { onNavigate })} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

function NavigationLink({ item, onNavigate }: { item: Item; onNavigate?: () => void }) {
  return (
    <NavLink
      to={item.to}
      end={item.exact === true}
      onPointerEnter={() => preloadPage(item.page)}
      onFocus={() => preloadPage(item.page)}
      {...(onNavigate && { onClick: onNavigate })}
      className={({ isActive }) =>
        `flex h-8 items-center gap-2.5 rounded-md px-2 text-md transition-colors pointer-coarse:h-11 ${isActive ? 'bg-accent-soft font-medium text-accent-text' : 'text-muted hover:bg-hover hover:text-ink'}`
      }
    >
      <Icon name={item.icon} />
      {item.label}
      {item.count !== undefined && <item.count />}
    </NavLink>
  )
}
