import { afterEach, expect, test, vi } from 'vitest'
import { answerRequests, renderLive } from '#web/console/testing/render-live.tsx'
import { SIGNED_IN } from '#web/console/testing/signed-in.ts'
import { HexText } from './hex-text.tsx'

const SAVED = '0x52908400098527886E0F7030069857D2E4169EE7'
const OWN = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const COIN = '0xde709f2102306220921060314715629080e2fb77'
const STRANGER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
/** An address with the same start and end as the organization's own wallet. */
const IMITATION = `0x8617${'0'.repeat(32)}070d`
const HASH = `0x${'ab'.repeat(32)}`

type Entry = { address: string; name: string; from: 'book' | 'wallet' | 'token' }
const ENTRIES: Entry[] = [
  { address: SAVED, name: 'Cash box', from: 'book' },
  { address: OWN, name: 'Treasury', from: 'wallet' },
  { address: COIN, name: 'DEMO', from: 'token' },
]

/** Response of the server about one address. */
const lookedUp = (address: string, looksLike: Entry | null = null, wallets = 'checked') => {
  const known = ENTRIES.find((entry) => entry.address === address) ?? null
  return { 'POST /api/addresses/lookup': { addresses: [{ address, known, looksLike }], wallets } }
}

afterEach(() => {
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

const draw = (
  value: string,
  props: Partial<Parameters<typeof HexText>[0]> = {},
  explorerUrl?: string,
  known: Record<string, unknown> = lookedUp(value),
) => {
  answerRequests(known)
  const session = { ...SIGNED_IN, ...(explorerUrl !== undefined && { explorerUrl }) }
  return renderLive(<HexText value={value} what="address" {...props} />, { session })
}
const says = (place: HTMLElement, text: string) => vi.waitUntil(() => place.textContent.includes(text))

test.each([
  ['of the address book', SAVED, 'Cash box'],
  ['of an own wallet', OWN, 'Treasury'],
  ['of a token', COIN, 'DEMO'],
])(
  'behavior: in a list, an address has the name %s and its button copies the full address',
  async (_, value, name) => {
    const place = draw(value, { short: true })
    await says(place, name)
    expect(place.textContent).not.toContain(value.slice(0, 6))
    expect(place.querySelector('[title]')?.getAttribute('title')).toContain(value)
    expect(place.querySelector('button')?.title).toBe('Copy address')
  },
)

test('behavior: an unknown address is shortened in a list and shown in full elsewhere', async () => {
  expect(draw(STRANGER, { short: true }).textContent).toContain('0x7099…79C8')
  const whole = draw(OWN)
  await says(whole, 'Treasury')
  expect(whole.textContent).toContain(OWN)
  const named = draw(OWN, { names: 'book' })
  await says(named, OWN)
  expect(named.textContent).not.toContain('Treasury')
})

test('behavior: warns about an address that imitates a known one, shortened or not', async () => {
  for (const short of [true, false]) {
    const known = lookedUp(IMITATION, { address: OWN, name: 'Treasury', from: 'wallet' })
    const place = draw(IMITATION, { short }, undefined, known)
    await says(place, 'Looks like Treasury, but is a different address')
    expect(place.textContent).not.toMatch(/^Treasury/)
  }
})

test('behavior: warns about an own wallet that an address book entry imitates', async () => {
  const twin: Entry = { address: IMITATION, name: 'Twin', from: 'book' }
  const place = draw(OWN, { names: 'book' }, undefined, lookedUp(OWN, twin))
  await says(place, 'Looks like Twin, but is a different address')
})

test('error: if the lookup fails, a full address says that it was not checked', async () => {
  const place = draw(STRANGER)
  const refused = { statusCode: 400, content: { code: 'VALIDATION_FAILED', message: 'no' } }
  vi.stubGlobal('fetch', async () => Response.json(refused, { status: 400 }))
  await says(place, 'Name and look-alikes not checked')
})

test('error: if the service cannot compare all wallets, a full address says so', async () => {
  const place = draw(STRANGER, {}, undefined, lookedUp(STRANGER, null, 'unknown'))
  await says(place, 'Not compared with all wallets')
})

test('behavior: addresses and transaction hashes link to the block explorer if there is one', () => {
  const linkOf = (place: HTMLElement) => place.querySelector('a')?.getAttribute('href')
  const explorer = 'https://scan.example'
  expect(linkOf(draw(STRANGER, {}, explorer))).toBe(`${explorer}/address/${STRANGER}`)
  expect(linkOf(draw(STRANGER, { short: true }, explorer))).toBe(`${explorer}/address/${STRANGER}`)
  expect(linkOf(draw(HASH, { isTransaction: true }, explorer))).toBe(`${explorer}/tx/${HASH}`)
  expect(linkOf(draw(HASH, {}, explorer))).toBeUndefined()
  expect(linkOf(draw(STRANGER))).toBeUndefined()
})
