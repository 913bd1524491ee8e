import { join } from 'node:path'
import { inForeground } from '#cli/setup/ending.mjs'
import { checkNode, ensureDependencies } from './setup/prepare.mjs'
import { exitWith, root } from './setup/steps.mjs'

/** Grace period in milliseconds. Longer than the program needs to close the database and the chain. */
const STOP_MS_MAX = 15_000

/** `npm run dev`: installs missing dependencies, then serves everything from source. Nothing is built first. */
async function dev() {
  process.stdout.write('\nLatchkey, from source\n\n')
  checkNode()
  await ensureDependencies()
  inForeground([join(root, 'src/cli/dev-program.mjs')], { cwd: root, graceMs: STOP_MS_MAX })
}

dev().catch(exitWith)
