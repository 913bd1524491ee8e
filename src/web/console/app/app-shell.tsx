import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState, useSyncExternalStore, type ReactElement } from 'react'
import { Outlet, useLocation, useNavigationType, NavLink } from 'react-router'
import { IconButton, Logo, Icon } from '#web/console/components/button.tsx'
import { Modal } from '#web/console/components/dialog.tsx'
import { PageSkeleton } from '#web/console/components/page.tsx'
import { SandboxBanner } from '#web/console/features/sandbox/sandbox-banner.tsx'
import { sandboxQuery } from '#web/console/features/sandbox/sandbox-requests.ts'
import { signOut } from '#web/console/features/session/enter-organization.ts'
import { OrganizationSwitcher } from '#web/console/features/session/organization-switcher.tsx'
import { roleName, displayName } from '#web/console/lib/display.ts'
import type { LiveState } from '#web/console/lib/live-connection.ts'
import { useLiveEvents, useLiveState } from '#web/console/lib/live-events.ts'
import { onDemand } from '#web/console/lib/on-demand.tsx'
import { isPartSuspected, subscribeToPartsAway } from '#web/console/lib/parts-away.ts'
import { paths } from '#web/console/lib/paths.ts'
import { secondary } from '#web/console/lib/secondary-query.ts'
import { isSessionGateOpen, subscribeToSessionGate } from '#web/console/lib/session-gate.ts'
import { useSession, sessionQuery, signedOut } from '#web/console/lib/session.query.ts'
import { useSettled } from '#web/console/lib/use-settled.ts'
import { t } from '#web/ui/text.ts'
import { Navigation } from './navigation.tsx'
import { PageBoundary } from './page-boundary.tsx'
import { LanguageSwitch, ThemeSwitch } from './preference-switches.tsx'

const SessionDialog = onDemand(() =>
  import('#web/console/features/session/session-dialog.tsx').then((module) => module.SessionDialog),
)

const PartsAwayBanner = onDemand(() =>
  import('./parts-away-banner.tsx').then((module) => module.PartsAwayBanner),
)

const EmbeddedGrowthBanner = onDemand(() =>
  import('./embedded-growth-banner.tsx').then((module) => module.EmbeddedGrowthBanner),
)

export function AppShell(): ReactElement {
  const session = useSession()
  useLiveEvents()
  const sandbox = useQuery({ ...secondary('sandbox', sandboxQuery()), enabled: session.sandbox })
  const isPartAway = useSyncExternalStore(subscribeToPartsAway, isPartSuspected)
  const isGateOpen = useSyncExternalStore(subscribeToSessionGate, isSessionGateOpen)
  const [isDrawerOpen, setIsDrawerOpen] = useState(false)
  const [isPaletteOpen, setIsPaletteOpen] = useState(false)
  const openPalette = () => {
    setIsDrawerOpen(false)
    setIsPaletteOpen(true)
  }
  const { pathname } = useLocation()
  useScrollToTop(pathname)
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only rounded-md bg-accent font-medium text-accent-contrast focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-40 focus:px-4 focus:py-2"
      >
        {t('Skip to content')}
      </a>
      <aside className="sticky top-0 hidden h-dvh border-r border-line lg:block">
        <Sidebar onSearch={openPalette} />
      </aside>
      <div className="flex min-w-0 flex-col">
        {isPartAway && <PartsAwayBanner />}
        {session.embeddedGrowth && <EmbeddedGrowthBanner growth={session.embeddedGrowth} />}
        {session.sandbox && <SandboxBanner info={sandbox.data ?? null} />}
        {/* Header on a small screen, with the button that opens the sidebar. */}
        <header className="sticky top-0 z-20 flex h-12 items-center justify-between border-b border-line bg-canvas px-4 lg:hidden">
          <Logo />
          <IconButton
            icon="menu"
            label={t('Open the menu')}
            aria-haspopup="dialog"
            aria-expanded={isDrawerOpen}
            onClick={() => setIsDrawerOpen(true)}
            className="-mr-2"
          />
        </header>
        <main
          id="content"
          tabIndex={-1}
          className="min-w-0 flex-1 px-4 py-3 outline-none sm:px-6 sm:py-6 lg:px-8 lg:py-8"
        >
          <PageBoundary path={pathname}>
            <Suspense fallback={<PageSkeleton />}>
              <Outlet />
            </Suspense>
          </PageBoundary>
        </main>
      </div>
      {isDrawerOpen && <NavigationDrawer onSearch={openPalette} onClose={() => setIsDrawerOpen(false)} />}
      <Palette isOpen={isPaletteOpen} onOpen={openPalette} onClose={() => setIsPaletteOpen(false)} />
      {isGateOpen && <SessionDialog />}
    </div>
  )
}

/** Scrolls a new page to its top. When going back, the browser restores the position. */
function useScrollToTop(pathname: string): void {
  const type = useNavigationType()
  useEffect(() => {
    if (type !== 'POP') window.scrollTo(0, 0)
  }, [pathname, type])
}

function Sidebar({ onSearch, onNavigate }: { onSearch: () => void; onNavigate?: () => void }) {
  return (
    <div className="flex h-full flex-col gap-6 overflow-y-auto p-4">
      <OrganizationSwitcher />
      {/* Opens the palette, as its shortcut does. */}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Meta+K Control+K"
        onPointerEnter={() => void load().catch(() => undefined)}
        onClick={onSearch}
        className="flex h-8 w-full items-center gap-2 rounded-md border border-line bg-surface px-2 text-sm text-muted shadow-sm transition-colors hover:border-line-strong hover:text-ink pointer-coarse:h-10"
      >
        <Icon name="search" className="size-4" />
        <span className="flex-1 text-left">{t('Search')}</span>
        <kbd aria-hidden="true" className="rounded-sm border border-line bg-sunken px-1 font-sans text-xs">
          {/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'}
        </kbd>
      </button>
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

/** Link with the user's name to their passkeys and sessions. */
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
    // `RequireSession` then opens the sign-in page, which clears this administrator's data.
    onSuccess: () => queryClient.setQueryData(sessionQuery().queryKey, signedOut({ reason: 'signed-out' })),
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
function NavigationDrawer({ onSearch, onClose }: { onSearch: () => void; onClose: () => void }) {
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
  live: { label: t('Live'), title: t('This page updates automatically.'), dot: 'bg-success-solid' },
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

/** Time within which a restored connection does not count as lost, in milliseconds. */
const SETTLE_MS = 1_500

/** Freshness of the displayed data, in one word. Renders nothing while unknown. */
function LiveMark() {
  const state = useLiveState()
  // Hides short losses of the connection.
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

type PaletteProps = { isOpen: boolean; onOpen: () => void; onClose: () => void }

/** The command palette of the shell. ⌘K or Ctrl K opens it from anywhere. */
function Palette({ isOpen, onOpen, onClose }: PaletteProps) {
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      const isWanted = event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey) && !event.altKey
      // An open dialog may contain input, which leaving through the palette would lose.
      if (!isWanted || document.querySelector('dialog[open]') !== null) return
      event.preventDefault()
      onOpen()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })
  return isOpen && <OpenPalette onClose={onClose} />
}
