import { spawn } from 'node:child_process'
import { endsWithThis } from './ending.mjs'

/**
 * Runs a Node program as if it were this one: its output is here, it ends with this process, and this one with it.
 *
 * @param graceMs how long it may take to stop until it is killed
 */
export function inForeground(args, { cwd, graceMs }) {
  const program = spawn(process.execPath, args, { cwd, stdio: 'inherit' })
  program.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)))
  endsWithThis({ pid: program.pid, graceMs })
}
