import { object, oneOf, type Check } from '#widget/checks.ts'
import type { Authenticator, Registration } from '#widget/passkey/authenticator.ts'
import { openOwnWindow } from './own-window.ts'

const bytes: Check<Uint8Array<ArrayBuffer>> = (input): input is Uint8Array<ArrayBuffer> =>
  input instanceof Uint8Array
const isMade = object({
  kind: oneOf(['registration']),
  registration: object({ credentialId: bytes, clientDataJSON: bytes, attestationObject: bytes }),
})

/**
 * Thrown if the window could not be opened. The name is the browser's own. `ceremony.ts` matches the text.
 */
function blocked(): DOMException {
  return new DOMException('permissions policy, and no window could be opened', 'NotAllowedError')
}

/**
 * Creates a passkey in a separate window, because a frame of another site may not create one. The
 * registration comes back on the window's port. Closing the window counts as closing the prompt. Must start
 * within a click.
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
      if (isMade(message)) answer(message.registration)
    },
  )
  if (opened === undefined) throw blocked()
  const { link, closed } = opened
  const left = closed.then(() => {
    // A window that sent nothing is isolated from this frame (Cross-Origin-Opener-Policy).
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
