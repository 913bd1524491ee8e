import type { Logger } from 'pino'

export type Closing = { close: () => Promise<void> }

export type ClosingStack = ReturnType<typeof closingStack>

/** Closes parts in the reverse order of their start. A part that fails to close does not stop the others. */
export function closingStack(log: Logger): {
  add: (part: Closing) => void
  announce: () => void
  isClosing: () => boolean
  close: () => Promise<void>
} {
  const parts: Closing[] = []
  let isAnnounced = false
  let closing: Promise<void> | undefined
  const closeAll = async () => {
    for (const part of parts.splice(0).toReversed()) {
      await part.close().catch((cause: unknown) => log.error({ err: cause }, 'a part did not close cleanly'))
    }
  }
  return {
    add: (part: Closing) => void parts.push(part),
    /**
     * Makes readiness fail while the process still serves every request, so that a load balancer sends new requests
     * elsewhere.
     */
    announce: () => void (isAnnounced = true),
    isClosing: () => isAnnounced || closing !== undefined,
    close: () => (closing ??= closeAll()),
  }
}
