import type { Authenticator, Registration } from '#widget/passkey/authenticator.ts'
import { openOwnWindow } from './own-window.ts'

/** Thrown if the window could not be opened. The name is the browser's; `ceremony.ts` matches the text. */
function blocked(): DOMException {
  return new DOMException('permissions policy, and no window could be opened', 'NotAllowedError')
}

/**
 * Makes a passkey in a window of its own, where a frame of another site may not; the registration comes back over the
 * window's port. A window that is closed is a closed prompt. Must begin within a click.
 */
export const createInWindow: Authenticator['create'] = async (options, signal) => {
  let answer: (registration: Registration) => void = () => {}
  const answered = new Promise<Registration>((resolve) => (answer = resolve))
  let isThere = false
  const opened = openOwnWindow(
    (link) => {
      isThere = true
      link.send({ kind: 'create', options })
    },
    (_link, message) => {
      const registration = registrationOf(message)
      if (registration !== undefined) answer(registration)
    },
  )
  if (opened === undefined) throw blocked()
  const { link, closed } = opened
  const left = closed.then(() => {
    // A window that sent nothing was cut off from this frame (Cross-Origin-Opener-Policy).
    throw isThere ? new DOMException('the window was closed', 'NotAllowedError') : blocked()
  })
  signal.addEventListener('abort', link.close, { once: true })
  try {
    return await Promise.race([answered, left])
  } finally {
    signal.removeEventListener('abort', link.close)
    link.close()
  }
}

function registrationOf({ kind, registration }: Record<string, unknown>): Registration | undefined {
  if (kind !== 'registration' || typeof registration !== 'object' || registration === null) return undefined
  const given = new Map<string, unknown>(Object.entries(registration))
  const [credentialId, clientDataJSON, attestationObject] = [
    'credentialId',
    'clientDataJSON',
    'attestationObject',
  ].map((name) => bytesOf(given.get(name)))
  if (!credentialId || !clientDataJSON || !attestationObject) return undefined
  return { credentialId, clientDataJSON, attestationObject }
}

function bytesOf(value: unknown): Uint8Array<ArrayBuffer> | undefined {
  return value instanceof Uint8Array ? new Uint8Array(value) : undefined
}
