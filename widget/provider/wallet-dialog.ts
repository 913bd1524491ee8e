import { isFinal } from '#protocol/transaction-states.ts'
import type { LatchkeyWalletElement } from '#widget/element.ts'
import type { ErrorDetail, ExecutedDetail, StatusDetail } from '#widget/events.ts'
import { h, type Child } from '#widget/screens/dom.ts'
import styles from './dialog.css?inline'
import { ProviderRpcError, rpcCode } from './rpc-error.ts'

/** Ends a request. The dialog stays to be read until it is closed, or the next one opens. */
export type Reply<Answer> = {
  answer: (answer: Answer) => void
  refuse: (error: ProviderRpcError) => void
  close: () => void
}
/** Listens for the events that answer a request; before the dialog does. */
type Listen<Answer> = (element: LatchkeyWalletElement, reply: Reply<Answer>) => void
export type Dialogs = ReturnType<typeof createDialogs>

/** The dialogs of a provider: one at a time, in the order of the requests. `load` defines the element. */
export function createDialogs(options: {
  load: () => Promise<void>
  container: () => HTMLElement
  closeText: () => string
  attributes: Record<string, string>
  getToken: () => Promise<string>
}) {
  let turn: Promise<unknown> = Promise.resolve()
  let current: HTMLDialogElement | undefined
  let sheet: CSSStyleSheet | undefined

  function open(...content: Child[]): HTMLDialogElement {
    current?.close()
    const close = () => dialog.close()
    const button = h('button', { type: 'button', 'aria-label': options.closeText(), onclick: close }, '×')
    const dialog = h(
      'dialog',
      { class: 'latchkey-dialog', 'aria-label': 'Latchkey', autofocus: true },
      content,
      button,
    )
    const parent = options.container()
    sheet ??= adoptStyles(parent.getRootNode())
    parent.append(dialog)
    dialog.showModal()
    return (current = dialog)
  }

  /** Opens when the request before it is answered, or its dialog closed. */
  function enqueue<Answer>(show: (request: Request<Answer>) => void): Promise<Answer> {
    return new Promise((answer, refuse) => {
      const opened = () =>
        new Promise<void>((free) => {
          const end = (settle: () => void) => {
            settle()
            free()
          }
          show({
            answer: (value) => end(() => answer(value)),
            refuse: (error) => end(() => refuse(error)),
            free,
          })
        })
      turn = turn.then(options.load).then(opened).catch(refuse)
    })
  }

  return {
    ask: <Answer>(attributes: Record<string, string>, properties: object, listen: Listen<Answer>) =>
      enqueue<Answer>((request) => {
        const element = h('latchkey-wallet', { ...options.attributes, ...attributes })
        Object.assign(element, { getToken: options.getToken }, properties)
        follow(open(element), element, request, listen)
      }),
    /** A dialog without a wallet. */
    show: (...content: Child[]) =>
      enqueue<null>(({ answer }) => {
        const dialog = open(h('section', {}, content))
        dialog.addEventListener('close', () => dialog.remove())
        answer(null)
      }),
  }
}

/** `free`: the next dialog may open. */
type Request<Answer> = Pick<Reply<Answer>, 'answer' | 'refuse'> & { free: () => void }

/**
 * Ends the request by the element's events. From the passkey prompt on, closing the dialog declines nothing: the element
 * stays, hidden, and the request goes on by what becomes of the signature.
 */
function follow<Answer>(
  dialog: HTMLDialogElement,
  element: LatchkeyWalletElement,
  { answer, refuse, free }: Request<Answer>,
  listen: Listen<Answer>,
): void {
  let last: ErrorDetail | undefined
  let progress: 'unsigned' | 'signing' | 'submitted' | 'over' = 'unsigned'
  const notSigned = () => {
    if (progress === 'signing') progress = 'unsigned'
  }
  function advance({ detail }: CustomEvent<ExecutedDetail | StatusDetail>): void {
    progress = 'status' in detail && isFinal(detail.status) ? 'over' : 'submitted'
    // After the other listeners.
    if (progress === 'over') queueMicrotask(() => dialog.open || dialog.remove())
  }
  function closed(): void {
    free()
    if (progress === 'signing' || progress === 'submitted') return
    const message = 'The wallet was closed, and nothing was signed. Ask again when the person wants to.'
    refuse(new ProviderRpcError(4001, message, last))
    dialog.remove()
  }
  element.addEventListener('latchkey-before-sign', () => (progress = 'signing'))
  element.addEventListener('latchkey-executed', advance)
  element.addEventListener('latchkey-status', advance)
  listen(element, { answer, refuse, close: () => dialog.close() })
  element.addEventListener('latchkey-cancelled', () => {
    notSigned()
    dialog.close()
    closed()
  })
  element.addEventListener('latchkey-error', ({ detail }) => {
    last = detail
    notSigned()
    const code = rpcCode(detail.code, detail.detail)
    if (code !== undefined && code !== 4900) refuse(new ProviderRpcError(code, detail.message, detail))
    if (!dialog.open) closed()
  })
  dialog.addEventListener('close', closed)
}

/** Constructed, so that a policy of `style-src 'none'` is no obstacle. */
function adoptStyles(root: Node): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  if (root instanceof Document || root instanceof ShadowRoot) root.adoptedStyleSheets.push(sheet)
  return sheet
}
