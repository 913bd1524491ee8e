import { afterEach, describe, expect, test } from 'vitest'
import { keyWords } from '#protocol/display/key-words.ts'
import type { KnownPasskey, WalletDetails } from '#protocol/wallets.ts'
import { act } from '#web/console/testing/act.ts'
import { CONFIG } from '#web/console/testing/example-config.ts'
import { renderPage, serve } from '#web/console/testing/render-page.tsx'
import { PasskeyCard } from './passkey-card.tsx'
import { ProtectionStrip } from './protection-strip.tsx'
import { CoSignerCard } from './wallet-protection.tsx'

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'
const APPROVAL = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const POLICY = '0xde709f2102306220921060314715629080e2fb77'
const OTHER = '0x27b1fdb04752bbc536007a920d24acb045561c26'
const UNTIL = '2026-12-01T10:15:00.000Z'
const KEY = { number: 0, qx: '65'.repeat(32), qy: '1e'.repeat(32) }

const WALLET = {
  id: '5f0c3f4e-4c56-4d8e-9f6f-0d3a3b1c2d4e',
  address: ADDRESS,
  label: 'Ada’s wallet',
  externalUserId: 'user-1042',
  externalUserLabel: '',
  createdAtDatetime: '2026-11-21T10:15:00.000Z',
  transactionHash: `0x${'ab'.repeat(32)}`,
  rpIdHash: `0x${'cd'.repeat(32)}`,
  rpId: 'shop.example',
  state: 'deployed',
  qx: KEY.qx,
  qy: KEY.qy,
  onChain: { backupAddress: `0x${'0'.repeat(40)}`, isKeyReplaced: false },
} as const

let page: Awaited<ReturnType<typeof renderPage>>
afterEach(() => page.leave())

const OBJECTION = `POST /api/org/wallets/${ADDRESS}/objection`
const press = (label: string) =>
  act(async () =>
    [...page.place.querySelectorAll('button')].find(({ textContent }) => textContent === label)?.click(),
  )

/** Serves one wallet. `more` has the fields for keys and co-signers, which older services omit. */
function serveWallet(more: Partial<WalletDetails>, known: KnownPasskey = null): string[] {
  return serve((request) => {
    if (request === OBJECTION) return { success: true }
    if (request.includes('/config')) return { ...CONFIG, policySigner: POLICY }
    if (request.includes('/approver')) return { state: 'enrolled', enrolledAtDatetime: UNTIL }
    if (request.endsWith('/passkey')) return known
    return request.includes(`/wallets/${ADDRESS}`) && !request.includes('/balances')
      ? { ...WALLET, ...more }
      : undefined
  })
}

describe('the state of protection', () => {
  test.each([
    ['none', null, 'Not protected', 'One passkey of the wallet suffices for everything.'],
    ['service', null, 'Protected by this service', 'can execute it without this service'],
    ['chain', APPROVAL, 'Protected on the chain', 'The wallet itself refuses every call and message'],
  ] as const)(
    'behavior: protection %s → its name and its meaning',
    async (protection, coSigner, name, meaning) => {
      serveWallet({ protection, coSigner, coSignerUntil: null, approvalWallet: APPROVAL, keys: [KEY] })
      page = await renderPage(<ProtectionStrip wallet={WALLET} address={ADDRESS} />)
      await page.shows(() => page.text().includes(name))
      expect(page.text()).toContain(meaning)
      const names = ['Not protected', 'Protected by this service', 'Protected on the chain']
      expect(names.filter((one) => page.text().includes(one))).toEqual([name])
      expect(page.text()).not.toContain('is being removed')
    },
  )

  test('behavior: during the removal of the co-signer, the card says until when it protects', async () => {
    serveWallet({ protection: 'chain', coSigner: APPROVAL, coSignerUntil: UNTIL, keys: [KEY] })
    page = await renderPage(<ProtectionStrip wallet={WALLET} address={ADDRESS} />)
    await page.shows(() => page.text().includes('The co-signer is being removed'))
    expect(page.text()).toMatch(/Until Dec 1, .*Then a passkey of the wallet alone suffices\./)
  })

  test('behavior: shows only the enrolment if the service does not report protection', async () => {
    serveWallet({})
    page = await renderPage(<ProtectionStrip wallet={WALLET} address={ADDRESS} />)
    await page.shows(() => page.text().includes('Enrolled'))
    expect(page.text()).not.toContain('Protected')
  })
})

describe('the co-signer', () => {
  test.each([
    ['the approval wallet', APPROVAL, 'The end-user, by their approval wallet'],
    ['the policy signer', POLICY, 'The organization, by its policy signer'],
    ['another address', OTHER, 'An address whose key this service does not have'],
  ])('behavior: %s as the co-signer → who else signs', async (_, coSigner, name) => {
    const state = { protection: 'chain', coSigner, coSignerUntil: null, approvalWallet: APPROVAL } as const
    serveWallet({ ...state, keys: [KEY] })
    page = await renderPage(<CoSignerCard address={ADDRESS} />)
    await page.shows(() => page.text().includes(name))
    expect(page.text()).not.toContain('is being removed')
  })

  test('behavior: during a removal, the card says from when a passkey alone suffices', async () => {
    serveWallet({ protection: 'chain', coSigner: OTHER, coSignerUntil: UNTIL, keys: [KEY] })
    page = await renderPage(<CoSignerCard address={ADDRESS} />)
    await page.shows(() => page.text().includes('The co-signer is being removed'))
    expect(page.text()).toMatch(/From Dec 1, .* a passkey of the wallet alone suffices/)
  })

  test.each<[what: string, coSigner: string, days: number, canObject: boolean]>([
    ['the policy signer', POLICY, 2, true],
    ['the policy signer, which has objected', POLICY, 29, false],
    ['the approval wallet', APPROVAL, 2, false],
  ])(
    'behavior: the removal of %s → a button to object, only while that is possible',
    async (_what, coSigner, days, canObject) => {
      const coSignerUntil = new Date(Date.now() + days * 86_400_000).toISOString()
      const state = { protection: 'chain', coSigner, coSignerUntil, approvalWallet: APPROVAL } as const
      const asked = serveWallet({ ...state, keys: [KEY] })
      page = await renderPage(<CoSignerCard address={ADDRESS} />)
      await page.shows(
        () =>
          page.text().includes('The co-signer is being removed') &&
          !page.text().includes('whose key this service does not have'),
      )
      expect(page.text().includes('Object to the removal')).toBe(canObject)
      if (!canObject) return
      await press('Object to the removal')
      await page.shows(() => page.text().includes('takes effect 30 days after its start'))
      expect(asked).not.toContain(OBJECTION)
      await press('Object')
      await page.shows(() => asked.includes(OBJECTION))
    },
  )

  test('behavior: without a co-signer, no other address has to sign', async () => {
    serveWallet({ protection: 'service', coSigner: null, coSignerUntil: null, keys: [KEY] })
    page = await renderPage(<CoSignerCard address={ADDRESS} />)
    await page.shows(() => page.text().includes('No other address'))
  })

  test('behavior: renders no card if the service has no co-signers', async () => {
    serveWallet({})
    page = await renderPage(<CoSignerCard address={ADDRESS} />)
    await page.shows(() => page.text() === '')
  })
})

describe('the passkeys', () => {
  test('behavior: lists several passkeys by number with their public keys, the lowest as the main one', async () => {
    const keys = [KEY, { number: 3, qx: '77'.repeat(32), qy: '88'.repeat(32) }]
    serveWallet({ protection: 'none', coSigner: null, coSignerUntil: null, keys })
    page = await renderPage(<PasskeyCard address={ADDRESS} />)
    await page.shows(() => page.text().includes('The wallet obeys 2 passkeys.'))
    expect(page.text()).toMatch(/Passkey number 0Main passkey.*Passkey number 3(?!Main passkey)/s)
    expect(page.text()).toContain('After the wallet was created')
  })

  test('behavior: lists several passkeys with their names, verification words and last uses', async () => {
    const second = { number: 3, qx: '77'.repeat(32), qy: '88'.repeat(32) }
    const threeHoursAgo = new Date(Date.now() - 3.25 * 3_600_000).toISOString()
    const keys = [
      { ...KEY, lastUsedAt: threeHoursAgo },
      { ...second, lastUsedAt: null },
    ]
    const { qx, qy } = second
    const phone = { credentialId: 'cGhvbmU', qx, qy, name: 'Phone', createdAtDatetime: UNTIL }
    const known = { ...phone, rpId: 'shop.example', passkeys: [phone] }
    serveWallet({ protection: 'none', coSigner: null, coSignerUntil: null, keys }, known)
    page = await renderPage(<PasskeyCard address={ADDRESS} />)
    await page.shows(() => page.text().includes('Phone (passkey number 3)'))
    expect(page.text()).toMatch(/Last used3 hours ago.*Phone.*Last usedNot used yet in this service/s)
    for (const key of keys) expect(page.text()).toContain(keyWords(key))
  })

  test('behavior: shows the last use of a single passkey', async () => {
    const keys = [{ ...KEY, lastUsedAt: null }]
    serveWallet({ protection: 'none', coSigner: null, coSignerUntil: null, keys })
    page = await renderPage(<PasskeyCard address={ADDRESS} />)
    await page.shows(() => page.text().includes('Not used yet in this service'))
  })

  test('behavior: shows no list for a single passkey', async () => {
    serveWallet({ protection: 'none', coSigner: null, coSignerUntil: null, keys: [KEY] })
    page = await renderPage(<PasskeyCard address={ADDRESS} />)
    await page.shows(() => page.text().includes('shop.example'))
    expect(page.text()).not.toContain('Passkey number')
  })
})
