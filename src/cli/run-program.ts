import { spawn } from 'node:child_process'
import { CommandError } from './command.ts'

type ProgramOptions = {
  environment?: Record<string, string | undefined>
  /** Message of the error if the program is not installed. */
  missing: string
}

/**
 * Runs an installed program until it exits. Returns its standard output.
 *
 * @throws CommandError with the program's output if it fails, or with `missing` if it is not installed
 */
export function runProgram(
  command: string,
  args: readonly string[],
  { environment, missing }: ProgramOptions,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...environment },
    })
    let output = ''
    let errors = ''
    child.stdout.on('data', (chunk) => (output += String(chunk)))
    child.stderr.on('data', (chunk) => (errors += String(chunk)))
    child.on('error', (cause: NodeJS.ErrnoException) =>
      reject(cause.code === 'ENOENT' ? new CommandError(missing, { cause }) : cause),
    )
    child.on('close', (code) => {
      if (code === 0) resolve(output)
      else reject(new CommandError(`${command} failed (exit ${code}).\n${errors.trim().slice(-2_000)}`))
    })
  })
}
