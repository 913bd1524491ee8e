import { Route, Routes } from 'react-router'
import { AppShell } from './app-shell.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { PAGES, type PageName } from './pages.ts'
import { RequireSession } from './require-session.tsx'

/** The pages for a visitor who is not signed in. */
const AUTH_PAGES: ReadonlySet<PageName> = new Set(['signIn', 'join', 'setup'])

export function Router() {
  return (
    <Routes>
      <Route element={<AuthLayout />}>{routes(({ id }) => AUTH_PAGES.has(id))}</Route>
      <Route element={<RequireSession />}>
        <Route element={<AppShell />}>
          {routes(({ id }) => !AUTH_PAGES.has(id))}
          <Route path="*" element={<NotFoundPage />} />
        </Route>
      </Route>
    </Routes>
  )
}

function routes(isWanted: (page: (typeof PAGES)[number]) => boolean) {
  return PAGES.filter(isWanted).map(({ id, path, Page }) => <Route key={id} path={path} element={<Page />} />)
}
