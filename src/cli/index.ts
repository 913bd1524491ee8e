#!/usr/bin/env node
import { serve } from './serve.ts'
import { parseSettings } from './settings.ts'

const USAGE = 'Usage: latchkey serve\n'

/** The command line. Failures end with one sentence; a stack is shown where LOG_LEVEL asks for it. */
async function main(): Promise<void> {
  const [command = 'serve'] = process.argv.slice(2)
  if (command !== 'serve') {
    process.stderr.write(USAGE)
    process.exitCode = 2
    return
  }
  const running = await serve(parseSettings(process.env))
  let ending = false
  const end = () => {
    if (ending) return
    ending = true
    void running.close().then(() => process.exit(0))
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end)
}

main().catch((cause: unknown) => {
  const text = cause instanceof Error ? cause.message : String(cause)
  const detail = process.env.LOG_LEVEL === 'debug' && cause instanceof Error ? `\n${cause.stack ?? ''}` : ''
  process.stderr.write(`\n${text}${detail}\n`)
  process.exit(1)
})
