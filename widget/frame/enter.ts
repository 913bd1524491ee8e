import { orUndefined } from '#widget/checks.ts'
import type { Frame, WalletElement } from '#widget/files.ts'
import { frameEn } from '#widget/texts/en.ts'
import { connect } from './connect.ts'
import { createPage } from './create-page.ts'
import { explain } from './explain.ts'
import { framedAuthenticator } from './framed-authenticator.ts'
import { serveHost, type HostFacts } from './guest.ts'
import { isFramed, isOpenedWindow } from './protocol.ts'
import { watchOver, type Watch } from './watch.ts'

/** Entry of the file for framed pages and for the closer analysis of errors. */
export default function openFrame(): Frame {
  return { enter, explain }
}

/** `unknown` returns the host's unknown attributes at present. */
type Opened = { watch: Watch | undefined; origin: string | undefined; unknown: () => readonly string[] }
const entered = new WeakMap<WalletElement, Promise<Opened>>()

/**
 * Called before each round of an element in a frame or in a frame's window. Connects the element to its host once,
 * guards its buttons, and returns the authenticator, which opens a window if a frame may not create passkeys.
 *
 * @throws WidgetError `CONFIGURATION` if the outer page may not embed the element
 */
async function enter(run: Parameters<Frame['enter']>[0]): ReturnType<Frame['enter']> {
  const { element, stage, authenticator, signal } = run
  let entering = entered.get(element)
  if (entering === undefined) {
    entering = open(run)
    entered.set(element, entering)
    // The next round tries again.
    entering.catch(() => entered.delete(element))
  }
  const { watch, origin, unknown } = await entering
  signal.throwIfAborted()
  watch?.setTexts(stage.messages.parts?.frame ?? frameEn)
  const asking = watch === undefined ? authenticator : framedAuthenticator(authenticator, watch)
  return { authenticator: asking, origin, unknown: unknown() }
}

async function open(run: Parameters<Frame['enter']>[0]): Promise<Opened> {
  const { element } = run
  const host = await connect(element)
  const create = (options: PublicKeyCredentialCreationOptions) =>
    host && void createPage(run, options, host.port).catch(() => {})
  // When the element leaves the page, the signal aborts.
  let unknown: readonly string[] = []
  const heard = (facts: HostFacts) => void (unknown = facts.unknown)
  const named = host && (await serveHost(element, host.port, create, heard))
  // The frame that opened this window reports the origin of its own host.
  const origin = isOpenedWindow() ? named : host?.origin
  // A frame inside pages of its own origin needs no protection from them, because they can read it anyway.
  const isWatched = isFramed() && orUndefined(() => window.top?.document) === undefined
  return { watch: isWatched ? watchOver(element, origin) : undefined, origin, unknown: () => unknown }
}
