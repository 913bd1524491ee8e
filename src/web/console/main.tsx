import '#web/console/styles/index.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import * as z from 'zod/mini'
import { loadFirstScreen } from '#web/console/app/load-first-screen.ts'
import { guardHistory } from '#web/console/lib/hold-page.ts'
import { createQueryClient } from '#web/console/lib/query-client.ts'
import { keepFocus } from '#web/ui/keep-focus.ts'
import { App } from './app/app.tsx'

// The content security policy forbids evaluated code, so zod must not try whether it is allowed.
z.config({ jitless: true })

guardHistory()
keepFocus()
const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element with the id "root"')
const queryClient = createQueryClient()
await loadFirstScreen(queryClient, window.location)
createRoot(root).render(
  <StrictMode>
    <App queryClient={queryClient} />
  </StrictMode>,
)
