import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { root } from '#cli/setup/steps.mjs'
import { VIOLATIONS } from './violations.mjs'

/**
 * Plants one violation for each gate and expects the gate to fail. A gate that passes despite its violation
 * is useless. `check-gates.mjs format knip` runs only the gates whose name contains one of the words.
 */
const words = process.argv.slice(2)
const chosen = VIOLATIONS.filter(
  ({ gate }) => words.length === 0 || words.some((word) => gate.includes(word)),
)
let green = 0

for (const violation of chosen) {
  const undo = plant(violation.files)
  try {
    const { status, output } = runGate(violation)
    const red = status !== 0 && violation.expected.test(output)
    if (!red) {
      green += 1
      process.stdout.write(`✗ ${violation.gate}: stayed green (exit ${status})\n${output.slice(-1500)}\n`)
    }
  } finally {
    undo()
  }
}

process.stdout.write(
  `${chosen.length - green} of ${chosen.length} gates went red with their violation: ${green === 0 ? 'ok' : 'NOT ok'}\n`,
)
process.exit(green === 0 && chosen.length > 0 ? 0 : 1)

function plant(files) {
  const undos = Object.entries(files).map(([file, content]) => {
    const path = join(root, file)
    const before = existsSync(path) ? readFileSync(path) : undefined
    if (before === undefined && typeof content === 'function')
      throw new Error(`${file} is not there to be changed`)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, typeof content === 'function' ? content(before.toString('utf8')) : content)
    return () => (before === undefined ? rmSync(path) : writeFileSync(path, before))
  })
  return () => undos.forEach((undo) => undo())
}

function runGate({ command, args }) {
  const result = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    env: {
      ...process.env,
      FORCE_COLOR: '0',
      PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`,
    },
  })
  return { status: result.status, output: `${result.stdout}${result.stderr}` }
}
