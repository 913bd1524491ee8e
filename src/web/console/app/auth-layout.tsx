import { Suspense } from 'react'
import { Outlet, useLocation } from 'react-router'
import { Logo } from '#web/console/components/logo.tsx'
import { SkeletonRows } from '#web/console/components/card.tsx'
import { t } from '#web/ui/text.ts'
import { LanguageSwitch, ThemeSwitch } from './preference-switches.tsx'
import { PageBoundary } from './page-boundary.tsx'

/** For signed-out visitors: one quiet card. */
export function AuthLayout() {
  const { pathname } = useLocation()
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex items-center justify-between p-4 sm:px-8 sm:py-6">
        <Logo />
        <div className="flex items-center gap-2">
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
      </header>
      <main className="flex flex-1 items-start justify-center px-4 pt-8 pb-24 sm:items-center sm:pt-0">
        <div className="w-full max-w-100 rounded-xl border border-line bg-surface p-6 shadow-md sm:p-8">
          <PageBoundary path={pathname}>
            <Suspense fallback={<SkeletonRows rows={3} label={t('Loading')} />}>
              <Outlet />
            </Suspense>
          </PageBoundary>
        </div>
      </main>
    </div>
  )
}
