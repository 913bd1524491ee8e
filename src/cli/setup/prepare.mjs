import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildPart, PARTS } from './built-parts.mjs'
import { computeStamp, isStamped, writeText } from './stamp.mjs'
import { root, run, step, StepError } from './steps.mjs'

const NODE_FLOOR = [20, 19]

/** Rejects an unsupported Node version with one sentence. */
export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const tooOld = major < NODE_FLOOR[0] || (major === NODE_FLOOR[0] && minor < NODE_FLOOR[1])
  if (tooOld) {
    throw new StepError(
      `Latchkey needs Node ${NODE_FLOOR.join('.')} or newer, but this is ${process.version}: install a newer Node from https://nodejs.org and run the command again.`,
    )
  }
}

/** Installs the locked dependencies if they are missing or the lockfile changed. */
export async function ensureDependencies() {
  await step('dependencies', async () => {
    const stamp = computeStamp(['package-lock.json'], process.version + process.platform + process.arch)
    const file = 'node_modules/.latchkey-stamp'
    if (isStamped(file, stamp)) return 'already installed'
    await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']).catch((cause) => {
      throw new StepError(
        `The dependencies could not be installed: check the connection to the npm registry and run the command again.\n${cause.message}`,
      )
    })
    writeText(file, stamp)
    return 'installed'
  })
}

/** Builds the parts that changed since the last build. */
export async function ensureBuild() {
  for (const { part, inputs, commands } of PARTS.filter(({ wanted }) => wanted !== 'by name')) {
    await step(`build ${part}`, async () => {
      const stamp = computeStamp([...inputs, 'package-lock.json'], commands.join())
      const file = `dist/.stamps/${part}`
      const built = existsSync(join(root, 'dist', part))
      if (built && isStamped(file, stamp)) return 'nothing changed'
      await buildPart(commands)
      writeText(file, stamp)
      return 'built'
    })
  }
}
