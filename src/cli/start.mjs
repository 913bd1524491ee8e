import { join } from 'node:path'
import { inForeground } from '#cli/setup/ending.mjs'
import { checkNode, ensureBuild, ensureDependencies } from './setup/prepare.mjs'
import { exitWith, root } from './setup/steps.mjs'

/** Longer than `latchkey serve` gives itself. */
const STOP_MS_MAX = 45_000

/** `npm start`: installs what is missing, builds what changed, and serves everything on one listener. */
async function start() {
  process.stdout.write('\nLatchkey\n\n')
  checkNode()
  await ensureDependencies()
  await ensureBuild()
  const program = [join(root, 'dist/server/index.js'), 'serve', ...process.argv.slice(2)]
  inForeground(program, { cwd: root, graceMs: STOP_MS_MAX })
}

start().catch(exitWith)
