#!/usr/bin/env node
import { UsageError, type Command, type Terminal } from './command.ts'
import { admins } from './commands/admins.ts'
import { backup, restore } from './commands/backup.ts'
import { deployContracts } from './commands/deploy-contracts.ts'
import { doctor } from './commands/doctor.ts'
import { domains } from './commands/domains.ts'
import { keys } from './commands/keys.ts'
import { listen } from './commands/listen.ts'
import { mcp } from './commands/mcp.ts'
import { migrate } from './commands/migrate.ts'
import { moveDatabase } from './commands/move-database.ts'
import { organizations } from './commands/organizations.ts'
import { printOpenapi } from './commands/print-openapi.ts'
import { rereadHistory } from './commands/reread-history.ts'
import { rotateSecret } from './commands/rotate-secret.ts'
import { serve } from './commands/serve.ts'
import { wallets } from './commands/wallets.ts'
import { failureText } from './failure-text.ts'
import { VERSION } from './version.ts'

const COMMANDS: Readonly<Record<string, Command>> = {
  serve,
  doctor,
  migrate,
  organizations,
  admins,
  keys,
  domains,
  wallets,
  listen,
  mcp,
  'deploy-contracts': deployContracts,
  'print-openapi': printOpenapi,
  backup,
  restore,
  'move-database': moveDatabase,
  'rotate-secret': rotateSecret,
  'reread-history': rereadHistory,
}

const EXIT_FAILED = 1
const EXIT_USAGE = 2

/** Entry point of the command line. */
async function main(): Promise<void> {
  const [name = 'serve', ...args] = process.argv.slice(2)
  if (name === '--help' || name === '-h' || name === 'help') return void process.stdout.write(overview())
  if (name === '--version' || name === '-v') return void process.stdout.write(`latchkey ${VERSION}\n`)
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command === undefined) return refuse(`“${name}” is not a command.\n\n${overview()}`)
  if (args.includes('--help') || args.includes('-h')) {
    return void process.stdout.write(`${command.summary}\n\n${command.help.trim()}\n`)
  }
  const terminal: Terminal = {
    environment: process.env,
    print: (text) => void process.stdout.write(`${text}\n`),
    note: (text) => void process.stderr.write(`${text}\n`),
    fail: () => void (process.exitCode = EXIT_FAILED),
  }
  try {
    await command.run(args, terminal)
  } catch (cause) {
    if (!(cause instanceof UsageError)) throw cause
    refuse(`${cause.message}\n\n${command.help.trim()}\n`)
  }
}

function refuse(text: string): void {
  process.stderr.write(text)
  process.exitCode = EXIT_USAGE
}

function overview(): string {
  const rows = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(18)}${summary}`)
  return [
    'Usage: latchkey <command> [options]',
    '',
    ...rows,
    '',
    'Every command has --help, and --version prints the version.',
    'Settings are environment variables (see the page Settings of the documentation).',
    '',
  ].join('\n')
}

main().catch((error: unknown) => {
  const { DATA_DIR, LOG_LEVEL: logLevel } = process.env
  process.stderr.write(`\n${failureText(error, { dataDir: DATA_DIR || '.data', logLevel })}\n`)
  process.exit(EXIT_FAILED)
})
