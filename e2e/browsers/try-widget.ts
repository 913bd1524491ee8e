import * as z from 'zod/mini'
import { codeFor } from '#e2e/fixtures/inbox.ts'
import type { Stack } from '#e2e/fixtures/stack.ts'
import { answerPasskeysInPage, defineCredentials } from '#widget/testing-kit/page-passkeys.ts'
import { createSoftwareDevice } from '#widget/testing-kit/software-passkeys.ts'
import { until, type Driver } from './driver.ts'

const askedSchema = z.array(z.object({ id: z.number(), question: z.unknown() }))

/** Put before the page's own: questions wait in the page for the process that drives the browser. */
const INSTALL = `
  // Put into functions by the tool that runs this file.
  const __name = (named) => named
  const asked = (window.latchkeyAsked = new Map())
  let last = 0
  window.latchkeyTestPasskey = (question) =>
    new Promise((answer) => asked.set((last += 1), { question, answer, taken: false }))
  ;(${String(defineCredentials)})()
  ;(${String(answerPasskeysInPage)})()`
const TAKE = `
  return [...window.latchkeyAsked].filter(([, one]) => !one.taken).map(([id, one]) => {
    one.taken = true
    return { id, question: one.question }
  })`
const ANSWER = `window.latchkeyAsked.get(arguments[0]).answer(arguments[1])`
const IN_WIDGET = `const root = document.querySelector('latchkey-wallet')?.shadowRoot;`

/**
 * On the demo shop: a wallet is made, coins arrive, and a product is paid, by the widget under its strict policy and a
 * passkey device in software. Answers what was seen.
 *
 * @throws Error for the first thing that did not come
 */
export async function tryWidget(driver: Driver, stack: Stack): Promise<string[]> {
  const seen: string[] = []
  const device = createSoftwareDevice()
  const email = `browsers-${Date.now()}@example.com`

  async function answerPasskeys(): Promise<void> {
    for (const { id, question } of askedSchema.parse(await driver.run(TAKE)))
      await driver.run(ANSWER, id, device.answer(question))
  }
  async function heading(wanted: string): Promise<void> {
    await until(`${wanted} (last: ${seen.at(-1) ?? 'nothing'})`, async () => {
      await answerPasskeys()
      const text = await driver.run(`${IN_WIDGET} return root?.querySelector('h2')?.textContent ?? ''`)
      return text === wanted ? true : undefined
    })
    seen.push(wanted)
  }
  const submit = () => driver.run(`${IN_WIDGET} root.querySelector('button[type=submit]').click()`)
  const click = (selector: string) => driver.run(`document.querySelector(arguments[0]).click()`, selector)

  await driver.open(stack.demoUrl)
  await driver.run(INSTALL)
  await until('the sign-in', async () => {
    const isThere = await driver.run(`return document.querySelector('#sign-in')?.hidden === false`)
    return isThere === true ? true : undefined
  })
  await driver.run(`document.querySelector('#user-email').value = arguments[0]`, email)
  await click('#sign-in button')
  await until('the account', async () => {
    const isIn = await driver.run(`return document.querySelector('#no-wallet').hidden === false`)
    return isIn === true ? true : undefined
  })
  await click('#create')
  await heading('Create your wallet')
  await submit()
  await heading('Enter the code')
  await driver.run(
    `${IN_WIDGET} root.querySelector('input').value = arguments[0]`,
    await codeFor(stack, email),
  )
  await submit()
  await heading('Make your passkey')
  await submit()
  await heading('Your wallet is ready')
  await until('the wallet on the shop’s page', async () => {
    const isShown = await driver.run(`return document.querySelector('#wallet').hidden === false`)
    return isShown === true ? true : undefined
  })
  await click('#drip')
  await until('25 demo coins', async () => {
    const text = await driver.run(`return document.querySelector('#balance').textContent`)
    return text === '25.00 DEMO' ? true : undefined
  })
  seen.push('25.00 DEMO')
  await click('[data-price="3.00"]')
  await heading('Check and confirm')
  await submit()
  await heading('Confirmed')
  return seen
}
