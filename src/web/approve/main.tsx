import './styles.css'
import { render } from 'preact'
import * as z from 'zod/mini'
import { App } from './app.tsx'
import { registerWorker } from './register-worker.ts'

// Our content security policy forbids evaluated code; zod must not even try whether it may.
z.config({ jitless: true })

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element with the id "root"')
render(<App />, root)
// Without it the app works as well, with a line and without notifications.
registerWorker().catch(() => {})
