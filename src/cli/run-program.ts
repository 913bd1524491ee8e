import { spawn } from 'node:child_process'
import { CommandError } from './command.ts'

/**
 * Runs a program of the machine to its end.
 *
 * @throws CommandError with what it wrote when it fails; `missing` is the sentence for a program that is not there
 */
export function runProgram(
  command: string,
  args: readonly string[],
  options: { environment?: Record<string, string | undefined>; missing: string },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...options.environment },
    })
    let errors = ''
    child.stderr.on('data', (chunk) => (errors += String(chunk)))
    child.on('error', (cause: NodeJS.ErrnoException) =>
      reject(cause.code === 'ENOENT' ? new CommandError(options.missing, { cause }) : cause),
    )
    child.on('close', (code) => {
      if (code === 0) resolve()
      else reject(new CommandError(`${command} failed (exit ${code}).\n${errors.trim().slice(-2_000)}`))
    })
  })
}

/**
 * A database as `pg_dump` and `pg_restore` take it from the environment: on the command line every user of the
 * machine could read the password.
 */
export function postgresEnvironment(databaseUrl: string): Record<string, string> {
  const url = new URL(databaseUrl)
  const sslmode = url.searchParams.get('sslmode')
  return {
    PGHOST: url.searchParams.get('host') ?? url.hostname,
    PGPORT: url.port || '5432',
    PGUSER: decodeURIComponent(url.username),
    PGPASSWORD: decodeURIComponent(url.password),
    PGDATABASE: decodeURIComponent(url.pathname.slice(1)),
    ...(sslmode !== null && { PGSSLMODE: sslmode }),
  }
}
