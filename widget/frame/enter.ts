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

/** The entry of the file for framed pages, and for a closer look at what went wrong. */
export default function openFrame(): Frame {
  return { enter, explain }
}

/** `unknown`: the attributes of the host that nothing reads, as it has them now. */
type Opened = { watch: Watch | undefined; origin: string | undefined; unknown: () => readonly string[] }
const entered = new WeakMap<WalletElement, Promise<Opened>>()

/**
 * Before each round of an element in a frame, or in a window of one: connects it once with its host, guards its buttons,
 * and answers the authenticator that opens a window where a frame may not make passkeys.
 *
 * @throws WidgetError `CONFIGURATION` where the page around may not embed it.
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
  // Leaving it aborts the signal.
  let unknown: readonly string[] = []
  const heard = (facts: HostFacts) => void (unknown = facts.unknown)
  const named = host && (await serveHost(element, host.port, create, heard))
  // The frame that opened this window is of this origin, and knows its own host.
  const origin = isOpenedWindow() ? named : host?.origin
  // A frame within pages of its own origin needs no protection from them: it can read them.
  const isWatched = isFramed() && orUndefined(() => window.top?.document) === undefined
  return { watch: isWatched ? watchOver(element, origin) : undefined, origin, unknown: () => unknown }
}
