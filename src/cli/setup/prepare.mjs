import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isStamped, stampOf, writeText } from './stamp.mjs'
import { root, run, step, StepError } from './steps.mjs'

const NODE_FLOOR = [20, 19]

/** Runs at the end of what browsers load. */
const COMPRESS = 'src/cli/setup/compress-built.mjs'

const PAGES = ['src/web/build', 'src/web/ui', 'src/protocol', COMPRESS]

/** The built parts, each with what it is built from: a part is built again only when that changed. */
const PARTS = {
  widget: ['widget', 'src/protocol', COMPRESS],
  package: ['widget', 'src/protocol', 'src/protocol/testing/authenticator.ts', 'package.json', 'LICENSE'],
  demo: ['widget', 'src/protocol'],
  console: [
    'src/web/console',
    'src/web/receipt',
    'src/web/rescue',
    'src/web/docs',
    ...PAGES,
    // The documentation, of this version.
    'README.md',
    'docs',
    'examples',
    'package.json',
    'public',
    'index.html',
    'vite.config.ts',
  ],
  approver: ['src/web/approve', ...PAGES],
  server: ['src/cli', 'src/server-kit', 'src/service', 'src/bff', 'src/protocol', 'widget/demo'],
}

/** Refuses a Node that is too old, in one sentence. */
export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const tooOld = major < NODE_FLOOR[0] || (major === NODE_FLOOR[0] && minor < NODE_FLOOR[1])
  if (tooOld) {
    throw new StepError(
      `Latchkey needs Node ${NODE_FLOOR.join('.')} or newer and this is ${process.version}: install a newer Node from https://nodejs.org and run the command again.`,
    )
  }
}

/** Installs the locked dependencies when they are missing or the lockfile changed. */
export async function ensureDependencies() {
  await step('dependencies', async () => {
    const stamp = stampOf(['package-lock.json'], process.version + process.platform + process.arch)
    const file = 'node_modules/.latchkey-stamp'
    if (isStamped(file, stamp)) return 'already there'
    await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']).catch((cause) => {
      throw new StepError(
        `The dependencies could not be installed: check the connection to the npm registry and run the command again.\n${cause.message}`,
      )
    })
    writeText(file, stamp)
    return 'installed'
  })
}

/** Builds what changed since the last build. */
export async function ensureBuild() {
  for (const [part, inputs] of Object.entries(PARTS)) {
    await step(`build ${part}`, async () => {
      const script = `build:${part}`
      const stamp = stampOf([...inputs, 'package-lock.json'], script)
      const file = `dist/.stamps/${part}`
      const built = existsSync(join(root, 'dist', part))
      if (built && isStamped(file, stamp)) return 'nothing changed'
      await run('npm', ['run', '--silent', script])
      writeText(file, stamp)
      return 'built'
    })
  }
}
