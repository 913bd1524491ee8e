import { asWidgetError, type WidgetError } from '#widget/errors.ts'
import type { Authenticator } from '#widget/passkey/authenticator.ts'
import { ceremony } from '#widget/passkey/ceremony.ts'
import { domainHint } from '#widget/screens/blocks.ts'
import type { Stage } from '#widget/screens/stage.ts'
import { frameEn } from '#widget/texts/en.ts'
import type { GuestMessage } from './protocol.ts'

/**
 * Time after which the window closes itself, in milliseconds. The frame closes it when it has the
 * registration. If the window closed itself at once, the message could be lost.
 */
const LEFT_ALONE_MS = 5_000

/**
 * The window of a frame that may not create passkeys itself. Asks for one click, creates the passkey and
 * sends the registration to the frame, which then closes the window. A closed prompt can be opened again, but
 * closing the window ends it.
 */
export async function createPage(
  page: { stage: Stage; authenticator: Authenticator; signal: AbortSignal },
  options: PublicKeyCredentialCreationOptions,
  port: MessagePort,
): Promise<void> {
  const { stage, authenticator, signal } = page
  const texts = stage.messages.parts?.frame ?? frameEn
  let problem: WidgetError | undefined
  for (;;) {
    await stage.ask<void>((answer) => ({
      step: 'passkey',
      icon: { name: 'key' },
      heading: texts.createHeading,
      lede: texts.createLede,
      problem,
      body: [domainHint(stage.messages.passkey.domain, options.rp.id ?? '')],
      main: texts.createSubmit,
      submit: () => answer(),
    }))
    try {
      const registration = await ceremony(
        signal,
        (bounded) => authenticator.create(options, bounded),
        'create',
      )
      const message: GuestMessage = { kind: 'registration', registration }
      port.postMessage(message)
      setTimeout(() => window.close(), LEFT_ALONE_MS)
      return
    } catch (thrown) {
      signal.throwIfAborted()
      problem = asWidgetError(thrown)
    }
  }
}
