import { readdirSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { createServer, type InlineConfig, type ViteDevServer } from 'vite'
import type { ModuleRunner } from 'vite/module-runner'
import { closingStack, type ClosingStack } from '#cli/closing-stack.ts'
import { createLog } from '#cli/create-log.ts'
import { failureText } from '#cli/failure-text.ts'
import { parseSettings, type Settings } from '#cli/settings.ts'
import { PREACT } from '#web/build/build-page.ts'
import { writeDevPages } from './dev-pages.ts'
import { APPROVER_BASE, serveInFront, takePort } from './listen-in-front.ts'
import { openReloads, RELOAD_PATH } from './reload-pages.ts'
import { startReloadedServer } from './reload-server.ts'
import { serveWidgetSources } from './serve-widget-sources.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
/** The folder differs from that of `npm start`, so that a half-written change cannot damage the data there. */
const DATA_DIR = '.latchkey-dev'
/** Folders of code that pages without a connection to Vite use. A save in them reloads these pages. */
const RELOADED_FOLDERS = ['widget/', 'src/protocol/'].map((folder) => join(ROOT, folder))

type Program = {
  listener: Server
  /** The nonce of Vite's elements in pages. */
  nonce: string
  /** Options of every Vite server. */
  options: InlineConfig
  /** The Vite server that serves the console and runs the server's sources. */
  vite: ViteDevServer
  runner: ModuleRunner
}

/** Starts everything, and ends it on SIGINT and SIGTERM. A failed start prints one sentence, like the product. */
export async function runDev(program: Program): Promise<void> {
  const dataDir = process.env['DATA_DIR'] || DATA_DIR
  let close = async (): Promise<void> => undefined
  try {
    const settings = parseSettings({ ...process.env, DATA_DIR: dataDir })
    const log = createLog(settings.logLevel)
    const closing = closingStack(log)
    close = closing.close
    endOnSignals(close)
    await open(program, settings, log, closing)
  } catch (cause) {
    process.stderr.write(`\n${failureText(cause, { dataDir, logLevel: process.env['LOG_LEVEL'] })}\n`)
    await close()
    process.exit(1)
  }
}

async function open(
  { listener, nonce, options, vite, runner }: Program,
  settings: Settings,
  log: Logger,
  closing: ClosingStack,
): Promise<void> {
  // Code that is half written must not end the program.
  process.on('unhandledRejection', (cause) => log.error({ err: cause }, 'a promise was rejected'))
  closing.add(vite)
  await takePort(listener, settings)
  closing.add({
    close: async () => {
      listener.closeAllConnections()
      listener.close()
    },
  })
  const approver = await createServer({
    ...options,
    root: join(ROOT, 'src/web/approve'),
    base: APPROVER_BASE,
    ...PREACT,
    cacheDir: join(ROOT, 'node_modules/.vite/dev-approver'),
  })
  closing.add(approver)
  const widget = await serveWidgetSources(options, RELOAD_PATH)
  closing.add(widget)
  const reloads = openReloads()
  const pages = await writeDevPages(join(settings.dataDir, 'pages'))
  vite.watcher.on('change', (file) => {
    if (pages.renew(file)) vite.ws.send({ type: 'full-reload' })
    if (RELOADED_FOLDERS.some((folder) => file.startsWith(folder))) reloads.reload()
  })
  const { builtDir } = pages
  const server = await startReloadedServer({ settings, log, builtDir, vite, runner })
  closing.add(server)
  const publicFiles = new Set(readdirSync(join(ROOT, 'public'), { recursive: true }).map(String))
  const vites = { console: vite, approver, widget }
  serveInFront(listener, { settings, nonce, server, reloads, publicFiles, vites })
  process.stdout.write('  The browser and the server reload after each save. Ctrl+C ends everything.\n\n')
}

function endOnSignals(close: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void close().then(() => process.exit(0)))
}
