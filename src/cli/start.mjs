import { join } from 'node:path'
import { inForeground } from '#cli/setup/ending.mjs'
import { checkNode, ensureBuild, ensureDependencies } from './setup/prepare.mjs'
import { exitWith, root } from './setup/steps.mjs'

/** Grace period in milliseconds. Longer than that of `latchkey serve`. */
const STOP_MS_MAX = 45_000

/** `npm start`: installs missing dependencies, builds changed parts, and serves everything on one listener. */
async function start() {
  process.stdout.write('\nLatchkey\n\n')
  checkNode()
  await ensureDependencies()
  await ensureBuild()
  const program = [join(root, 'dist/server/index.js'), 'serve', ...process.argv.slice(2)]
  inForeground(program, { cwd: root, graceMs: STOP_MS_MAX })
}

start().catch(exitWith)
