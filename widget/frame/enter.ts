import type { Frame, WalletElement } from '#widget/files.ts'
import { frameEn } from '#widget/texts/en.ts'
import { connect } from './connect.ts'
import { createPage } from './create-page.ts'
import { explain } from './explain.ts'
import { framedAuthenticator } from './framed-authenticator.ts'
import { serveHost } from './guest.ts'
import { isFramed } from './protocol.ts'
import { watchOver, type Watch } from './watch.ts'

/** The entry of the file for framed pages, and for a closer look at what went wrong. */
export default function openFrame(): Frame {
  return { enter, explain }
}

type Entered = { watch: Watch | undefined }

const entered = new WeakMap<WalletElement, Promise<Entered>>()

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
  const { watch } = await entering
  signal.throwIfAborted()
  watch?.setTexts(stage.messages.parts?.frame ?? frameEn)
  return { authenticator: watch === undefined ? authenticator : framedAuthenticator(authenticator, watch) }
}

async function open({
  element,
  stage,
  authenticator,
  signal,
}: Parameters<Frame['enter']>[0]): Promise<Entered> {
  const port = await connect(element)
  if (port !== undefined) {
    const first = serveHost(
      element,
      port,
      (options) =>
        // Leaving it aborts the signal.
        void createPage({ stage, authenticator, signal }, options, port).catch(() => {}),
    )
    await first
  }
  return { watch: isFramed() && !isWithinOwnSite() ? watchOver(element) : undefined }
}

/** A frame within pages of its own origin needs no protection from them. */
function isWithinOwnSite(): boolean {
  try {
    return window.top?.document !== undefined
  } catch {
    return false
  }
}
