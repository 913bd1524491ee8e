import type { Logger } from 'pino'
import { closingStack } from '#cli/closing-stack.ts'
import type { BuiltPart } from '#cli/deployment.ts'
import { openIslands, type Islands } from '#cli/open-islands.ts'
import { firstUrls, printUrls } from '#cli/serve.ts'
import type { Settings } from '#cli/settings.ts'
import { createMetrics } from '#service/index.ts'
import type { Base } from './open-base.ts'

/** The server as opened from the present code: service, BFF and demo shop. A save replaces it. */
export type Generation = { fetch: Islands['fetch']; close: () => Promise<void> }

type Parts = {
  base: Base
  settings: Settings
  log: Logger
  builtDir: (part: BuiltPart) => string
  /** Whether to print the URLs. */
  isFirst: boolean
}

/** Opens everything that a save replaces. `close` also removes the listeners that were added to the base. */
export async function openGeneration({ base, settings, log, builtDir, isFirst }: Parts): Promise<Generation> {
  const closing = closingStack(log)
  const listeners = collectListeners(base)
  closing.add(listeners)
  try {
    const metrics = createMetrics({ log, process: { version: 'sources', role: settings.role } })
    const { secrets } = base
    const islands = await openIslands(
      { settings, secrets, log, metrics, builtDir, ...listeners.parts },
      closing,
    )
    closing.add({ close: async () => islands.release() })
    const setup = await firstUrls({ settings, log }, islands, closing)
    if (isFirst) printUrls(settings, setup, islands.service?.sandbox)
    return { fetch: islands.fetch, close: closing.close }
  } catch (cause) {
    await closing.close()
    throw cause
  }
}

/** Wraps the base's parts and records every listener that is added through them. `close` removes these listeners. */
function collectListeners({ database, ground }: Base) {
  const removers: (() => void)[] = []
  const keep = (remove: () => void) => {
    removers.push(remove)
    return remove
  }
  const { notifications } = database
  const listen: typeof notifications.listen = async (...args) => keep(await notifications.listen(...args))
  const chain = ground && {
    ...ground.chain,
    onBlock: (...args: Parameters<typeof ground.chain.onBlock>) => keep(ground.chain.onBlock(...args)),
  }
  return {
    parts: {
      database: { ...database, notifications: { ...notifications, listen } },
      ...(ground && chain && { ground: { ...ground, chain } }),
    },
    close: async () => {
      for (const remove of removers) remove()
    },
  }
}
