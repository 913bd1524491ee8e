// The sources run with tsx, which a thread must register itself. The built program starts with
// pglite-thread.js.
import { register } from 'tsx/esm/api'

register()
await import('./pglite-thread.ts')
