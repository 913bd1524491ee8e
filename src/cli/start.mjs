import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { checkNode, ensureBuild, ensureDependencies } from './setup/prepare.mjs'
import { exitWith, root } from './setup/steps.mjs'

/** `npm start`: installs what is missing, builds what changed, and serves everything on one listener. */
async function start() {
  process.stdout.write('\nLatchkey\n\n')
  checkNode()
  await ensureDependencies()
  await ensureBuild()
  const server = spawn(
    process.execPath,
    [join(root, 'dist/server/index.js'), 'serve', ...process.argv.slice(2)],
    {
      cwd: root,
      stdio: 'inherit',
    },
  )
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
  server.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)))
}

start().catch(exitWith)
