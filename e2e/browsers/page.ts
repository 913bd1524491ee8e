import * as z from 'zod/mini'
import { answerPasskeysInPage, defineCredentials } from '#widget/testing-kit/page-passkeys.ts'
import { createSoftwareDevice } from '#widget/testing-kit/software-passkeys.ts'
import { until, type Driver } from './driver.ts'

const askedSchema = z.array(z.object({ id: z.number(), question: z.unknown() }))

/**
 * Runs in each page after it has loaded. Passkey requests wait in the page for the process that drives the
 * browser, and errors that only listeners receive go to the console.
 */
const INSTALL = `
  if (window.latchkeyAsked !== undefined) return
  // The runner that executes this file inserts calls of __name into functions. Pages do not have that function.
  const __name = (named) => named
  const asked = (window.latchkeyAsked = new Map())
  let last = 0
  window.latchkeyTestPasskey = (question) =>
    new Promise((answer) => asked.set((last += 1), { question, answer, taken: false }))
  ;(${String(defineCredentials)})()
  ;(${String(answerPasskeysInPage)})()
  addEventListener('unhandledrejection', ({ reason }) => console.error('unhandled rejection', String(reason)))
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    console.error('policy violation', effectiveDirective, blockedURI))`
const TAKE = `
  return [...window.latchkeyAsked].filter(([, one]) => !one.taken).map(([id, one]) => {
    one.taken = true
    return { id, question: one.question }
  })`
const ANSWER = `window.latchkeyAsked.get(arguments[0]).answer(arguments[1])`

/** Finds elements by selector, in the page and in the widget's shadow root. */
const FIND = `
  const roots = [document, ...[...document.querySelectorAll('latchkey-wallet')].map((tag) => tag.shadowRoot)]
  const find = (selector) => roots.flatMap((root) => (root === null ? [] : [...root.querySelectorAll(selector)]))
  const isShown = (element) => element.getClientRects().length > 0
  const text = (element) => element.innerText.replaceAll(/\\s+/g, ' ').trim();`
const CLICK = `${FIND}
  const found = find(arguments[0]).find((one) => isShown(one) && !one.disabled && text(one).startsWith(arguments[1]))
  found?.click()
  return found !== undefined`
const FILL = `${FIND}
  const field = find(arguments[0]).find(isShown)
  if (field === undefined) return false
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
  set.call(field, arguments[1])
  field.dispatchEvent(new Event('input', { bubbles: true }))
  return true`
const TEXTS = `${FIND} return find(arguments[0]).filter(isShown).map(text)`

export type DrivenPage = ReturnType<typeof createPage>

/** The only tab of a driven browser, with a software passkey device. */
export function createPage(driver: Driver) {
  const device = createSoftwareDevice()

  async function answerPasskeys(): Promise<void> {
    await driver.run(INSTALL)
    for (const { id, question } of askedSchema.parse(await driver.run(TAKE)))
      await driver.run(ANSWER, id, device.answer(question))
  }
  const texts = async (selector: string) => z.array(z.string()).parse(await driver.run(TEXTS, selector))

  return {
    device,
    texts,
    run: driver.run,
    async open(url: string) {
      // Opens a blank page first. A URL that differs from the current one only in the fragment would not load the
      // page again.
      await driver.open('about:blank')
      await driver.open(url)
      await driver.run(INSTALL)
    },
    /**
     * Waits for an element whose text begins with `wanted`, and returns its text. Responds to passkey prompts while
     * waiting.
     */
    see: (selector: string, wanted: string, deadlineMs?: number): Promise<string> =>
      until(
        `${wanted} at ${selector}`,
        async () => {
          await answerPasskeys()
          return (await texts(selector)).find((text) => text.startsWith(wanted))
        },
        deadlineMs,
      ),
    click: (selector: string, name = ''): Promise<true> =>
      until(`${name} to click at ${selector}`, async () => {
        // Installs the script again, because Firefox loads a page with an opener policy twice, in different
        // processes.
        await driver.run(INSTALL)
        return (await driver.run(CLICK, selector, name)) === true ? true : undefined
      }),
    fill: (selector: string, value: string): Promise<true> =>
      until(`${selector} to fill`, async () =>
        (await driver.run(FILL, selector, value)) === true ? true : undefined,
      ),
    /** Sends a request to the page's own server and returns the parsed response. */
    async request(method: 'GET' | 'POST', path: string): Promise<unknown> {
      await driver.run(
        `window.latchkeyAnswer = undefined
        fetch(arguments[1], { method: arguments[0] }).then((answer) => answer.json()).then((answer) => {
          window.latchkeyAnswer = answer
        })`,
        method,
        path,
      )
      return until(
        `${method} ${path}`,
        async () => (await driver.run('return window.latchkeyAnswer')) ?? undefined,
      )
    },
  }
}
