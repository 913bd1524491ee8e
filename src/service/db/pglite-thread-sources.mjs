// The sources run by way of tsx, which a thread has to ask for itself. The built program begins with pglite-thread.js.
import { register } from 'tsx/esm/api'

register()
await import('./pglite-thread.ts')
