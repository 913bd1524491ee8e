import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isStamped, stampOf, writeStamp } from './stamp.mjs'
import { root, run, step, StepError } from './steps.mjs'

const NODE_FLOOR = [20, 19]

/** Runs at the end of what browsers load. */
const COMPRESS = 'src/cli/setup/compress-built.mjs'

/** The built parts, each with what it is built from: a part is built again only when that changed. */
const PARTS = [
  {
    name: 'widget',
    config: 'widget/vite.config.ts',
    inputs: ['widget', 'src/protocol', COMPRESS],
    script: 'build:widget',
  },
  {
    name: 'package',
    inputs: ['widget', 'src/protocol', 'src/protocol/testing/authenticator.ts', 'package.json', 'LICENSE'],
    script: 'build:package',
  },
  {
    name: 'demo',
    config: 'widget/demo/vite.config.ts',
    inputs: ['widget', 'src/protocol'],
    script: 'build:demo',
  },
  {
    name: 'console',
    config: 'vite.config.ts',
    inputs: [
      'src/web/build',
      'src/web/ui',
      'src/web/console',
      'src/web/receipt',
      'src/web/rescue',
      'src/protocol',
      'public',
      'index.html',
      'vite.config.ts',
      COMPRESS,
    ],
    script: 'build:console',
  },
  {
    name: 'approver',
    config: 'src/web/approve/vite.config.ts',
    inputs: ['src/web/approve', 'src/web/build', 'src/web/ui', 'src/protocol', COMPRESS],
    script: 'build:approver',
  },
  {
    name: 'server',
    config: 'src/cli/vite.config.ts',
    inputs: ['src/cli', 'src/server-kit', 'src/service', 'src/bff', 'src/protocol', 'widget/demo'],
    script: 'build:server',
  },
]

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
    writeStamp(file, stamp)
    return 'installed'
  })
}

/** Builds what changed since the last build. */
export async function ensureBuild() {
  for (const part of PARTS) {
    await step(`build ${part.name}`, async () => {
      const stamp = stampOf([...part.inputs, 'package-lock.json'], part.script)
      const file = `dist/.stamps/${part.name}`
      const built = existsSync(join(root, 'dist', part.name))
      if (built && isStamped(file, stamp)) return 'nothing changed'
      await run('npm', ['run', '--silent', part.script])
      writeStamp(file, stamp)
      return 'built'
    })
  }
}
