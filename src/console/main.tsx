import '#console/styles/index.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import * as z from 'zod/mini'
import { App } from '#console/app/app.tsx'

// Our content security policy forbids evaluated code; zod must not even try whether it may.
z.config({ jitless: true })

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element with the id "root"')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
