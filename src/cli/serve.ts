import { resolve } from 'node:path'
import { pino, type Logger } from 'pino'
import { composeFetch } from './compose-fetch.ts'
import { listen } from './listen.ts'
import { openBff } from './open-bff.ts'
import { openService, type RunningService } from './open-service.ts'
import { openDatabase } from '#service/index.ts'
import { printPlaces } from './print-places.ts'
import { secretKey } from './secret-key.ts'
import type { Settings } from './settings.ts'
import { startShop } from './start-shop.ts'

export type Closing = { close: () => Promise<void> }

/** Serves everything on one listener, from the database up; answers what ends it, in the reverse order. */
export async function serve(settings: Settings): Promise<Closing> {
  const log = pino({ level: settings.logLevel, base: null })
  const closing = new ClosingStack(log)
  try {
    await open(settings, log, closing)
    return closing
  } catch (cause) {
    await closing.close()
    throw cause
  }
}

async function open(settings: Settings, log: Logger, closing: ClosingStack): Promise<void> {
  const dataDir = resolve(settings.dataDir)
  const secret = await secretKey(dataDir, settings.secretKey)
  const database = await openDatabase({ databaseUrl: settings.databaseUrl, dataDir, log })
  closing.add(database)
  let service: RunningService | undefined
  if (settings.upstream === undefined) {
    service = await openService({ settings, dataDir, secret, db: database.db, log })
    closing.add(service)
  }
  const bff = await openBff({ settings, secret, db: database.db, log, service })
  closing.add(bff)
  const setupToken = await bff.createSetupLink()
  const setupUrl = `${settings.publicUrl}/setup${setupToken === undefined ? '' : `#token=${setupToken}`}`
  if (service?.sandbox !== undefined) {
    await service.sandbox.writeFile(setupUrl)
    closing.add(await startShop({ settings, dataDir, bff, sandbox: service.sandbox, log }))
  }
  // Last: whoever finds /readyz answering finds sandbox.json written and the shop open.
  const fetch = composeFetch({ service: service?.fetch, bff: bff.fetch, publicUrl: settings.publicUrl })
  closing.add(await listen(fetch, { host: settings.host, port: settings.port }))
  printPlaces(settings, {
    setupUrl: setupToken === undefined ? undefined : setupUrl,
    sandbox: service?.sandbox,
  })
}

/** Ends parts in the reverse order of their start; one that fails to end does not keep the others. */
class ClosingStack implements Closing {
  readonly #parts: Closing[] = []
  readonly #log: Logger

  constructor(log: Logger) {
    this.#log = log
  }

  add(part: Closing): void {
    this.#parts.push(part)
  }

  async close(): Promise<void> {
    for (const part of this.#parts.splice(0).toReversed()) {
      await part
        .close()
        .catch((cause: unknown) => this.#log.error({ err: cause }, 'a part did not end cleanly'))
    }
  }
}
