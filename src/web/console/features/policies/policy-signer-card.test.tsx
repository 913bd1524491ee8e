import { afterEach, expect, test } from 'vitest'
import { act } from '#web/console/testing/act.ts'
import { CONFIG } from '#web/console/testing/example-config.ts'
import { renderPage, serve } from '#web/console/testing/render-page.tsx'
import { PolicySignerCard } from './policy-signer-card.tsx'

const SIGNER = '0xde709f2102306220921060314715629080e2fb77'
const POST = 'POST /api/org/policy-signer'
const CONSEQUENCES = [
  'If this service is gone or the key is lost, the wallet can send nothing until the policy signer is removed.',
  'The wallet’s passkey alone starts the removal, on the rescue page. It takes effect after 3 days',
  'can have the policy signer object once: the removal then takes 30 days',
]

let page: Awaited<ReturnType<typeof renderPage>>
afterEach(() => page.leave())

/** Serves the configuration with the policy signer `first`, and with the new one after its creation. */
function serveSigner(first: string | null | undefined): string[] {
  let policySigner = first
  return serve((request) => {
    if (request === POST) {
      policySigner = SIGNER
      return { address: SIGNER, createdAtDatetime: '2026-11-20T10:00:00.000Z' }
    }
    if (!request.endsWith('/config')) return undefined
    return policySigner === undefined ? CONFIG : { ...CONFIG, policySigner }
  })
}
const press = (within: Element, label: string) =>
  act(async () =>
    [...within.querySelectorAll('button')].find(({ textContent }) => textContent === label)?.click(),
  )

test('behavior: shows the consequence of losing the service, and creates the policy signer on confirmation', async () => {
  const asked = serveSigner(null)
  page = await renderPage(<PolicySignerCard />)
  await page.shows(() => page.text().includes('Create the policy signer'))
  for (const consequence of CONSEQUENCES) expect(page.text()).toContain(consequence)
  expect(page.place.querySelector('a')?.getAttribute('href')).toBe('/docs/rescue.html')

  await press(page.place, 'Create the policy signer')
  const [dialog] = page.place.querySelectorAll('dialog')
  expect(dialog?.textContent).toContain('Create the policy signer?')
  for (const consequence of CONSEQUENCES) expect(dialog?.textContent).toContain(consequence)
  expect(asked).not.toContain(POST)
  if (dialog !== undefined) await press(dialog, 'Create the policy signer')
  await page.shows(() => page.text().includes(SIGNER.slice(-4)))
  expect(asked.filter((request) => request === POST)).toHaveLength(1)
  expect(page.text()).not.toContain('Create the policy signer')
  for (const consequence of CONSEQUENCES) expect(page.text()).toContain(consequence)
})

test('behavior: renders no card if the service has no policy signers', async () => {
  serveSigner(undefined)
  page = await renderPage(<PolicySignerCard />)
  await page.shows(() => page.queryClient.isFetching() === 0)
  expect(page.text()).toBe('')
})
