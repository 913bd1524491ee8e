import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { Outlet, useLocation, useNavigationType } from 'react-router'
import { IconButton } from '#web/console/components/button.tsx'
import { Logo } from '#web/console/components/logo.tsx'
import { SandboxBanner } from '#web/console/features/sandbox/sandbox-banner.tsx'
import { useLiveEvents } from '#web/console/lib/live-events.ts'
import { isSessionGateOpen, subscribeToSessionGate } from '#web/console/lib/session-gate.ts'
import { onDemand } from '#web/console/lib/on-demand.tsx'
import { t } from '#web/ui/text.ts'
import { NavigationDrawer, Sidebar, Palette } from './sidebar.tsx'
import { PageBoundary } from './page-boundary.tsx'
import { PageSkeleton } from '#web/console/components/page.tsx'
import { useSession } from '#web/console/lib/session.query.ts'
import { sandboxQuery } from '#web/console/features/sandbox/sandbox-requests.ts'

const SessionDialog = onDemand(() =>
  import('#web/console/features/session/session-dialog.tsx').then((module) => module.SessionDialog),
)

export function AppShell() {
  const session = useSession()
  useLiveEvents()
  const sandbox = useQuery({ ...sandboxQuery(), enabled: session.sandbox })
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
      <SkipLink />
      <aside className="sticky top-0 hidden h-dvh border-r border-line lg:block">
        <Sidebar onSearch={openPalette} />
      </aside>
      <div className="flex min-w-0 flex-col">
        {session.sandbox && <SandboxBanner info={sandbox.data ?? null} />}
        <TopBar isOpen={isDrawerOpen} onOpen={() => setIsDrawerOpen(true)} />
        <main
          id="content"
          tabIndex={-1}
          className="min-w-0 flex-1 px-4 py-6 outline-none sm:px-6 lg:px-8 lg:py-8"
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

function SkipLink() {
  return (
    <a
      href="#content"
      className="sr-only rounded-md bg-accent font-medium text-accent-contrast focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-40 focus:px-4 focus:py-2"
    >
      {t('Skip to content')}
    </a>
  )
}

/** On a small screen, where a button opens the sidebar. */
function TopBar({ isOpen, onOpen }: { isOpen: boolean; onOpen: () => void }) {
  return (
    <header className="sticky top-0 z-20 flex h-14 items-center justify-between border-b border-line bg-canvas px-4 lg:hidden">
      <Logo />
      <IconButton
        icon="menu"
        label={t('Open the menu')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={onOpen}
        className="-mr-2"
      />
    </header>
  )
}

/** A new page starts at its top; on going back the browser restores the position. */
function useScrollToTop(pathname: string): void {
  const type = useNavigationType()
  useEffect(() => {
    if (type !== 'POP') window.scrollTo(0, 0)
  }, [pathname, type])
}
