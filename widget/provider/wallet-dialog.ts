import * as z from 'zod/mini'
import { isFinal, TRANSACTION_STATES } from '#protocol/transaction-states.ts'
import { WidgetError } from '#widget/errors.ts'
import type { ErrorDetail } from '#widget/events.ts'
import { importChecked } from '#widget/import-checked.ts'
import { h } from '#widget/screens/dom.ts'
import type { ProviderOptions } from './options.ts'
import { fromWidget, ProviderRpcError } from './rpc-error.ts'
import { chooseTexts } from './texts.ts'
import styles from './dialog.css?inline'

/** Inserted by the build (build/publish-widget.ts): the main file and its hash. */
declare const LATCHKEY_MAIN: readonly [file: string, integrity: string]

/** Details of the element's events about a request: a login, a creation, a message and a transaction. */
const detailSchema = z.object({
  address: z.optional(z.string()),
  signature: z.optional(z.string()),
  digest: z.optional(z.string()),
  transactionHash: z.optional(z.string()),
  status: z.optional(z.enum(TRANSACTION_STATES)),
  reason: z.optional(z.string()),
})
type Detail = z.output<typeof detailSchema>
type ReadAnswer = (detail: Detail) => string | undefined
const eventSchema = z.object({ type: z.string(), detail: detailSchema })
const ANSWERS = ['logged-in', 'created', 'signed', 'executed', 'status']

export type Dialogs = {
  texts: () => ReturnType<typeof chooseTexts>
  /** Opens the wallet when the previous request has ended, or its dialog is closed. */
  ask: (attributes: Record<string, string>, properties: object, readAnswer: ReadAnswer) => Promise<string>
  /** Opens a dialog with information only. */
  show: (...content: HTMLElement[]) => Promise<string>
}
/** The functions that end a request. After `free`, the next dialog may open. */
type Request = {
  answer: (answer: string) => void
  refuse: (error: ProviderRpcError) => void
  free: () => void
}

/** The dialogs of a provider. They open one at a time, in the order of the requests. */
export function createDialogs({
  apiUrl,
  chainId,
  getToken,
  locale,
  theme,
  container,
}: ProviderOptions): Dialogs {
  let turn: Promise<unknown> = Promise.resolve()
  let current: HTMLDialogElement | undefined
  let sheet: CSSStyleSheet | undefined
  const texts = () => chooseTexts(locale ?? document.documentElement.lang)
  const common = { 'api-url': apiUrl, 'chain-id': chainId, locale: locale ?? false, theme: theme ?? false }

  function open(content: HTMLElement): HTMLDialogElement {
    current?.close()
    const close = () => dialog.close()
    const button = h('button', { type: 'button', 'aria-label': texts().close, onclick: close }, '×')
    const attributes = { class: 'latchkey-dialog', 'aria-label': 'Latchkey', tabindex: -1, translate: 'no' }
    const dialog = h('dialog', attributes, content, button)
    // Adds the dialog outside the body, because pages replace, hide and disable the body while a dialog of theirs is
    // open.
    const parent = container ?? document.documentElement
    sheet ??= adoptStyles(parent.getRootNode())
    parent.append(dialog)
    dialog.showModal()
    // Moves the focus away from the button that closes the dialog.
    dialog.focus()
    return (current = dialog)
  }

  function enqueue(show: (request: Request) => void): Promise<string> {
    return new Promise((answer, refuse) => {
      const opened = () => new Promise<void>((free) => show({ answer, refuse, free }))
      turn = turn
        .then(() => loadElement(apiUrl))
        .then(opened)
        .catch(refuse)
    })
  }

  return {
    texts,
    ask: (attributes, properties, readAnswer) =>
      enqueue((request) => {
        const element = h('latchkey-wallet', { ...common, ...attributes })
        Object.assign(element, { getToken }, properties)
        follow(open(element), element, readAnswer, request)
      }),
    show: (...content) =>
      enqueue(({ answer, free }) => {
        const dialog = open(h('section', {}, content))
        dialog.addEventListener('close', () => dialog.remove())
        answer('')
        free()
      }),
  }
}

/** Loads the main file with the first dialog, unless the page has the element. */
async function loadElement(apiUrl: string): Promise<void> {
  if (customElements.get('latchkey-wallet') !== undefined) return
  const [file, integrity] = LATCHKEY_MAIN
  await importChecked(`${apiUrl}/widget/v1/${file}`, integrity).catch((cause: unknown) => {
    throw new WidgetError('NETWORK_FAILED', { detail: 'the main file', cause })
  })
}

/**
 * Follows a request by the events of its element, and ends it with the outcome. The dialog stays while there is
 * information to read: a new wallet, the number of a held transaction, an error. After the passkey prompt has opened,
 * closing the dialog declines nothing. The element stays hidden, and the request ends with the outcome of the
 * signature.
 */
function follow(
  dialog: HTMLDialogElement,
  element: HTMLElement,
  readAnswer: ReadAnswer,
  { answer, refuse, free }: Request,
): void {
  let last: ErrorDetail | undefined
  let progress: 'unsigned' | 'signing' | 'submitted' | 'over' = 'unsigned'
  function closed(): void {
    free()
    if (progress === 'signing' || progress === 'submitted') return
    const message = 'The wallet was closed before it was done. Ask again when the person wants to.'
    refuse(new ProviderRpcError(4001, message, last))
    dialog.remove()
  }
  function take(event: Event): void {
    const { type, detail } = eventSchema.parse(event)
    const { digest, signature, status, transactionHash } = detail
    const isOpen = digest !== undefined && signature === undefined && !(status && isFinal(status))
    progress = isOpen ? 'submitted' : 'over'
    const found = readAnswer(detail)
    if (found === undefined && isOpen) return
    if (found === undefined) refuse(toRefusal(detail))
    else answer(found)
    free()
    const isNumberShown = isOpen && transactionHash === undefined
    if (found !== undefined && type !== 'latchkey-created' && !isNumberShown) dialog.close()
    if (!dialog.open && !isOpen) dialog.remove()
  }
  for (const name of ANSWERS) element.addEventListener(`latchkey-${name}`, take)
  for (const name of ['before-sign', 'before-sign-message'])
    element.addEventListener(`latchkey-${name}`, () => (progress = 'signing'))
  element.addEventListener('latchkey-cancelled', () => {
    if (progress === 'signing') progress = 'unsigned'
    dialog.close()
    closed()
  })
  element.addEventListener('latchkey-error', (event) => {
    const { detail } = event
    if (detail.code === 'NO_WALLET' && element.getAttribute('flow') === 'login') {
      event.preventDefault()
      return element.setAttribute('flow', 'create')
    }
    last = detail
    if (progress === 'signing') progress = 'unsigned'
    const { error, canRetry } = fromWidget(detail)
    if (!canRetry) refuse(error)
    if (!canRetry) free()
    if (!dialog.open) closed()
  })
  dialog.addEventListener('close', closed)
}

/** Reason why a transaction was not executed, as an error. */
function toRefusal(detail: Detail): ProviderRpcError {
  const isDeclined = detail.status === 'REJECTED' || detail.status === 'EXPIRED'
  const message = `It was not executed: ${detail.reason ?? detail.status}`
  return new ProviderRpcError(isDeclined ? 4001 : -32003, message, detail)
}

/** A constructed style sheet, which works with the policy `style-src 'none'`. */
function adoptStyles(root: Node): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  if (root instanceof Document || root instanceof ShadowRoot) root.adoptedStyleSheets.push(sheet)
  return sheet
}
