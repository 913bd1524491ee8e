import { runLine } from './steps.mjs'

/** Last command of each part that browsers load. */
const COMPRESS = 'src/cli/setup/compress-built.mjs'
const PAGES = ['src/web/build', 'src/web/ui', 'src/protocol', COMPRESS]

/**
 * The built parts in build order. Each is in the folder of `dist` with its name. `inputs` are files and
 * folders; a part is rebuilt only if they changed. A part with `wanted: 'by name'` is built only on request.
 */
export const PARTS = [
  {
    part: 'widget',
    inputs: ['widget', 'src/protocol', COMPRESS],
    commands: ['vite build --config widget/vite.config.ts --logLevel warn', `node ${COMPRESS} dist/widget`],
  },
  {
    part: 'package',
    // The testing kit contains the authenticator, which is a test file and therefore not hashed as part of
    // `src/protocol`.
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
      // The documentation of this version, with the API reference.
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

/** Runs the commands of a part in sequence. `show` prints their output to the terminal. */
export async function buildPart(commands, { show = false } = {}) {
  for (const command of commands) await runLine(command, { show })
}
