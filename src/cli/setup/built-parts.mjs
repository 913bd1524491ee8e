import { runLine } from './steps.mjs'

/** Runs at the end of what browsers load. */
const COMPRESS = 'src/cli/setup/compress-built.mjs'
const PAGES = ['src/web/build', 'src/web/ui', 'src/protocol', COMPRESS]

/**
 * The built parts in their order. Each is in the folder of `dist` that has its name. `inputs`: files and folders; a part
 * is built again only when they changed. `wanted: 'by name'`: only built when it is named.
 */
export const PARTS = [
  {
    part: 'widget',
    inputs: ['widget', 'src/protocol', COMPRESS],
    commands: ['vite build --config widget/vite.config.ts --logLevel warn', `node ${COMPRESS} dist/widget`],
  },
  {
    part: 'package',
    // The testing kit contains the authenticator, which is not looked at below `src/protocol` because it is a test's.
    inputs: ['widget', 'src/protocol', 'src/protocol/testing/authenticator.ts', 'package.json', 'LICENSE'],
    commands: ['tsx widget/package/main.ts'],
  },
  {
    part: 'demo',
    inputs: ['widget', 'src/protocol'],
    commands: ['vite build --config widget/demo/vite.config.ts --logLevel warn'],
  },
  {
    part: 'console',
    inputs: [
      'src/web/console',
      'src/web/receipt',
      'src/web/rescue',
      'src/web/docs',
      ...PAGES,
      // The documentation, of this version, with the reference of the API.
      'src/service/api-description',
      'README.md',
      'docs',
      'examples',
      'package.json',
      'public',
      'index.html',
      'vite.config.ts',
    ],
    commands: ['vite build --logLevel warn', `node ${COMPRESS} dist/console`],
  },
  {
    part: 'approver',
    inputs: ['src/web/approve', ...PAGES],
    commands: [
      'vite build --config src/web/approve/vite.config.ts --logLevel warn',
      `node ${COMPRESS} dist/approver`,
    ],
  },
  {
    part: 'server',
    inputs: ['src/cli', 'src/server-kit', 'src/service', 'src/bff', 'src/protocol', 'widget/demo'],
    commands: ['vite build --config src/cli/vite.config.ts --logLevel warn'],
  },
  {
    part: 'server-package',
    inputs: [],
    commands: ['node src/cli/setup/pack-server.mjs'],
    wanted: 'by name',
  },
]

/** Runs the commands of a part one after the other. With `show` their output goes to the terminal. */
export async function buildPart(commands, { show = false } = {}) {
  for (const command of commands) await runLine(command, { show })
}
