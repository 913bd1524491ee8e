import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { NavLink } from 'react-router'
import { IconButton } from '#web/console/components/button.tsx'
import { OrganizationSwitcher } from '#web/console/features/session/organization-switcher.tsx'
import { signOut } from '#web/console/features/session/enter-organization.ts'
import { paths } from '#web/console/lib/paths.ts'
import { roleName, displayName } from '#web/console/lib/display.ts'
import { sessionQuery, SIGNED_OUT, useSession } from '#web/console/lib/session.query.ts'
import { useSettled } from '#web/console/lib/use-settled.ts'
import { t } from '#web/ui/text.ts'
import { Navigation } from './navigation.tsx'
import { LanguageSwitch, ThemeSwitch } from './preference-switches.tsx'
import { useLiveState, type LiveState } from '#web/console/lib/live-events.ts'
import { Modal } from '#web/console/components/dialog.tsx'
import { onDemand } from '#web/console/lib/on-demand.tsx'
import { Icon } from '#web/console/components/icon.tsx'

export function Sidebar({ onSearch, onNavigate }: { onSearch: () => void; onNavigate?: () => void }) {
  return (
    <div className="flex h-full flex-col gap-6 overflow-y-auto p-4">
      <OrganizationSwitcher />
      <PaletteButton onOpen={onSearch} />
      <div className="flex-1">
        <Navigation onNavigate={onNavigate} />
      </div>
      <div className="flex flex-col gap-3 border-t border-line pt-4">
        <div className="flex items-center gap-2 px-2">
          <AccountLink onNavigate={onNavigate} />
          <SignOutButton />
        </div>
        <div className="flex items-center justify-between gap-2 px-2">
          <ThemeSwitch />
          <LanguageSwitch />
        </div>
        <div className="flex items-center justify-between gap-2 px-2 text-xs text-muted">
          <LiveMark />
          <a href="/docs/" target="_blank" className="hover:text-ink hover:underline">
            {t('Documentation')}
          </a>
        </div>
      </div>
    </div>
  )
}

/** The user's name links to their passkeys and sessions. */
function AccountLink({ onNavigate }: { onNavigate: (() => void) | undefined }) {
  const { admin } = useSession()
  return (
    <NavLink
      to={paths.account.href()}
      title={t('Your passkeys and sessions')}
      onClick={onNavigate}
      className={({ isActive }) =>
        `-ml-2 min-w-0 flex-1 rounded-md px-2 py-1 text-sm transition-colors hover:bg-hover hover:text-ink ${isActive ? 'font-medium text-accent-text' : 'text-muted'}`
      }
    >
      <span className="block truncate">{displayName(admin.name)}</span>
      <span className="block text-xs">{roleName(admin.role)}</span>
    </NavLink>
  )
}

function SignOutButton() {
  const queryClient = useQueryClient()
  const leave = useMutation({
    mutationFn: signOut,
    // The sign-in page follows by itself, and clears this administrator's data.
    onSuccess: () => {
      queryClient.setQueryData(sessionQuery().queryKey, SIGNED_OUT)
    },
  })
  return (
    <IconButton
      icon="signOut"
      label={leave.isError ? t('Signing out failed. Try again') : t('Sign out')}
      disabled={leave.isPending}
      onClick={() => leave.mutate()}
      className={leave.isError ? 'text-danger' : ''}
    />
  )
}

/** The sidebar on a small screen: a native modal dialog at the edge. */
export function NavigationDrawer({ onSearch, onClose }: { onSearch: () => void; onClose: () => void }) {
  return (
    <Modal
      aria-label={t('Menu')}
      closedby="any"
      onClose={onClose}
      className="drawer-motion fixed inset-y-0 right-auto left-0 m-0 h-dvh max-h-none w-72 max-w-[calc(100vw-3rem)] border-r border-line bg-canvas shadow-lg backdrop:bg-overlay"
    >
      <IconButton
        icon="close"
        label={t('Close the menu')}
        onClick={onClose}
        className="absolute top-4 right-3"
      />
      <Sidebar onSearch={onSearch} onNavigate={onClose} />
    </Modal>
  )
}

const looks = (): Record<LiveState, { label: string; title: string; dot: string }> => ({
  live: { label: t('Live'), title: t('This page updates by itself.'), dot: 'bg-success-solid' },
  reconnecting: {
    label: t('Reconnecting'),
    title: t('The connection was lost. Until it is back, what you see may be out of date.'),
    dot: 'bg-warning-solid',
  },
  offline: {
    label: t('Offline'),
    title: t('This device has no network. Until it is back, what you see may be out of date.'),
    dot: 'bg-warning-solid',
  },
  off: {
    label: t('Not live'),
    title: t('The connected service has no live events: pages are refreshed every 15 seconds.'),
    dot: 'bg-faint',
  },
})

/** A connection restored within this time does not count as lost. */
const SETTLE_MS = 1_500

/** How current the pages are, in a word; nothing while unknown. */
function LiveMark() {
  const state = useLiveState()
  // Hides a short loss of the connection.
  const shown = useSettled(state, state === 'reconnecting' ? SETTLE_MS : 0, undefined)
  return (
    <p aria-live="polite" title={shown && looks()[shown].title} className="min-h-[1lh]">
      {shown !== undefined && (
        <span className="flex items-center gap-1.5">
          <span aria-hidden="true" className={`size-1.5 rounded-full ${looks()[shown].dot}`} />
          {looks()[shown].label}
        </span>
      )}
    </p>
  )
}

const load = () => import('./open-palette.tsx').then((module) => module.OpenPalette)
const OpenPalette = onDemand(load)

/** Opens the palette, as its shortcut does. */
function PaletteButton({ onOpen }: { onOpen: () => void }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Meta+K Control+K"
      onPointerEnter={() => void load().catch(() => undefined)}
      onClick={onOpen}
      className="flex h-8 w-full items-center gap-2 rounded-md border border-line bg-surface px-2 text-sm text-muted shadow-sm transition-colors hover:border-line-strong hover:text-ink pointer-coarse:h-10"
    >
      <Icon name="search" className="size-4" />
      <span className="flex-1 text-left">{t('Search')}</span>
      <kbd aria-hidden="true" className="rounded-sm border border-line bg-sunken px-1 font-sans text-xs">
        {/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'}
      </kbd>
    </button>
  )
}

type PaletteProps = { isOpen: boolean; onOpen: () => void; onClose: () => void }

/** The palette of the shell; ⌘K or Ctrl K opens it from anywhere. */
export function Palette({ isOpen, onOpen, onClose }: PaletteProps) {
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      const isWanted = event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey) && !event.altKey
      // An open dialog contains input: the palette would lead away from it.
      if (!isWanted || document.querySelector('dialog[open]') !== null) return
      event.preventDefault()
      onOpen()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })
  return isOpen && <OpenPalette onClose={onClose} />
}
