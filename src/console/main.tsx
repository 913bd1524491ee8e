import '#console/styles/index.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import * as z from 'zod/mini'
import { App } from '#console/app/app.tsx'
import { guardHistory } from '#console/lib/hold-page.ts'
import { preferredLanguage, showLanguage } from '#console/lib/language.ts'

// Our content security policy forbids evaluated code; zod must not even try whether it may.
z.config({ jitless: true })

guardHistory()
const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element with the id "root"')
// A language that cannot be loaded now is no reason to show nothing: English needs no file.
await showLanguage(preferredLanguage()).catch(() => undefined)
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
