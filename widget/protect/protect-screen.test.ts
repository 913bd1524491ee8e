// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import { testStage } from '#widget/testing/test-stage.ts'
import { keysEn } from '#widget/texts/keys/en.ts'
import type { GuardedDetails } from '#widget/wallet/wallet-authority.ts'
import type { CoSignerNotice } from './known-co-signer.ts'
import type { ProtectView } from './protect-plan.ts'
import { askProtect, type Offer } from './protect-screen.ts'

const WALLET = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const APPROVAL = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const OTHER = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const texts = keysEn.protect
const NO_BACKUP = { backupAddress: `0x${'0'.repeat(40)}`, isKeyReplaced: false }
const zeros = '0'.repeat(64)

function show(details: Partial<GuardedDetails>, changes: Partial<ProtectView> = {}, offer?: Offer) {
  const screen = testStage()
  const view: ProtectView = {
    wallet: { address: WALLET, label: 'Main', passkey: null },
    canChangeWallet: false,
    details: { address: WALLET, qx: zeros, qy: zeros, rpIdHash: `0x${zeros}`, ...details },
    coSignerNotice: 'expected',
    approvalUrl: 'https://wallets.example/approve',
    draft: '',
    fieldProblem: undefined,
    problem: undefined,
    ...changes,
  }
  const around = { texts: keysEn, host: 'wallets.example', offer }
  return { ...screen, answer: askProtect(screen.stage, view, around) }
}

describe('the three states of protection', () => {
  test.each<[state: 'none' | 'service' | 'chain' | 'unknown', details: Partial<GuardedDetails>]>([
    ['none', { protection: 'none', approvalWallet: null, coSigner: null }],
    ['service', { protection: 'service', approvalWallet: APPROVAL, coSigner: null }],
    ['service', { protection: 'service', approvalWallet: null, coSigner: null }],
    ['chain', { protection: 'chain', approvalWallet: APPROVAL, coSigner: APPROVAL }],
    ['unknown', {}],
    // A server that claims protection without naming a co-signer has proven nothing.
    ['unknown', { protection: 'chain', coSigner: null }],
    ['unknown', { protection: 'chain', coSigner: `0x${'0'.repeat(40)}` }],
  ])('behavior: %s', (state, details) => {
    const { card, text } = show(details)
    expect(card.querySelector('h2')?.textContent).toBe(texts.heading[state])
    expect(text()).toContain(texts.lede[state])
  })
})

test('behavior: the offer shows the full address, who reported it, and the consequence', async () => {
  const { text, submit, answer, card } = show({
    protection: 'service',
    approvalWallet: APPROVAL,
    coSigner: null,
    onChain: NO_BACKUP,
  })
  for (const said of [APPROVAL, texts.claim('wallets.example'), texts.together, texts.alone, texts.removable])
    expect(text()).toContain(said)
  const backup = card.querySelector<HTMLInputElement>('#backup')
  if (backup !== null) backup.value = OTHER
  submit()
  expect(await answer).toEqual({ kind: 'protect', backup: OTHER })
})

test('behavior: says that a backup address needs an approval, which the protection alone does not', () => {
  const service = { protection: 'service', approvalWallet: APPROVAL } as const
  expect(show({ ...service, onChain: NO_BACKUP }).text()).toContain(texts.backupHeld)
  expect(show(service).text()).not.toContain(texts.backupHeld)
})

describe('an offer', () => {
  function offered(isFirst: boolean, details: Partial<GuardedDetails>) {
    let isLeft = false
    const screen = show(details, {}, { later: () => (isLeft = true), isFirst })
    return { ...screen, isLeft: () => isLeft }
  }
  const service = { protection: 'service', approvalWallet: APPROVAL, coSigner: null } as const

  test('behavior: one press postpones the offer', () => {
    const { button, card, isLeft } = offered(false, service)
    expect(card.querySelector('h2')?.textContent).toBe(texts.heading.service)
    button(keysEn.later)?.click()
    expect(isLeft()).toBe(true)
  })

  test('behavior: the offer before the first call has its own note; the first press shows the consequence, the second declines', () => {
    const { button, card, text, isLeft } = offered(true, service)
    expect(card.querySelector('h2')?.textContent).toBe(texts.first.heading)
    expect(text()).toContain(texts.first.note)
    expect([button(keysEn.later), button(texts.first.skipSure)?.closest('[hidden]') === null]).toEqual([
      undefined,
      false,
    ])
    button(texts.first.skip)?.click()
    expect([isLeft(), button(texts.first.skipSure)?.closest('[hidden]')]).toEqual([false, null])
    expect(text()).toContain(texts.first.skipHint)
    button(texts.first.skipSure)?.click()
    expect(isLeft()).toBe(true)
  })

  test('behavior: a wallet that got a co-signer meanwhile → one press continues', () => {
    const { button, card, isLeft } = offered(true, { protection: 'chain', coSigner: APPROVAL })
    expect(card.querySelector('h2')?.textContent).toBe(texts.heading.chain)
    button(keysEn.later)?.click()
    expect(isLeft()).toBe(true)
  })
})

test.each<[what: string, approvalWallet: string | null, isFirst: boolean]>([
  ['no approval wallet yet', null, true],
  ['an approval wallet', APPROVAL, false],
])(
  'behavior: protected by the service, with %s → the link to the approval app: %j %j',
  (_what, approvalWallet, isFirst) => {
    const { text, card } = show({ protection: 'service', approvalWallet, coSigner: null })
    expect(text().includes(texts.signInFirst)).toBe(isFirst)
    expect(card.querySelector('a')?.href === 'https://wallets.example/approve').toBe(isFirst)
  },
)

test('behavior: a wallet with a backup address is not asked for one', async () => {
  const onChain = { backupAddress: OTHER, isKeyReplaced: false }
  const { card, submit, answer } = show({ protection: 'service', approvalWallet: APPROVAL, onChain })
  expect(card.querySelector('#backup')).toBeNull()
  submit()
  expect(await answer).toEqual({ kind: 'protect', backup: '' })
})

test('error: an approval wallet that is the backup address is not offered, and the screen shows the next step', () => {
  const onChain = { backupAddress: APPROVAL, isKeyReplaced: false }
  const { text, button } = show({ protection: 'service', approvalWallet: APPROVAL, onChain })
  expect(text()).toContain(texts.isBackup)
  expect(button(texts.submit)).toBeUndefined()
})

test('error: a service that does not report the backup address does not count as reporting none', async () => {
  const { card, submit, answer } = show({ protection: 'service', approvalWallet: APPROVAL, coSigner: null })
  expect(card.querySelector('#backup')).toBeNull()
  submit()
  expect(await answer).toEqual({ kind: 'protect', backup: '' })
})

test.each<[whose: string, approvalWallet: string | null, said: string]>([
  ['the person’s own', APPROVAL, texts.isOwn('wallets.example')],
  ['another one', OTHER, texts.isForeign('wallets.example')],
  ['one while the person has none', null, texts.isForeign('wallets.example')],
])('behavior: the co-signer is described as %s', (_whose, approvalWallet, said) => {
  expect(show({ protection: 'chain', coSigner: APPROVAL, approvalWallet }).text()).toContain(said)
})

test('behavior: a second press starts the removal, and it can be stopped while it runs', async () => {
  const chain = { protection: 'chain', coSigner: APPROVAL, approvalWallet: APPROVAL } as const
  const start = show(chain)
  start.button(texts.remove)?.click()
  start.button(texts.removeSure)?.click()
  expect(await start.answer).toEqual({ kind: 'start-removal' })
  const running = show({ ...chain, coSignerUntil: '2026-12-01T00:00:00Z' })
  expect(running.text()).toContain('2026')
  expect(running.button(texts.remove)).toBeUndefined()
  running.button(texts.keep)?.click()
  expect(await running.answer).toEqual({ kind: 'keep' })
})

test.each<[what: string, notice: CoSignerNotice, warning: string, accept: string]>([
  ['that this browser does not know', 'changed', texts.changed, texts.changedByMe],
  ['whose removal may be over', 'perhaps-removed', texts.perhapsRemoved, texts.notObjected],
])(
  'error: a co-signer %s is a red warning, which the person can accept',
  async (_what, coSignerNotice, warning, accept) => {
    const { card, button, answer } = show({ protection: 'chain', coSigner: OTHER }, { coSignerNotice })
    expect(card.querySelector('.warnings .danger')?.textContent).toBe(warning)
    button(accept)?.click()
    expect(await answer).toEqual({ kind: 'accept' })
  },
)
