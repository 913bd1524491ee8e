// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import { WidgetError } from '#widget/errors.ts'
import type { Keys, WalletRun } from '#widget/files.ts'
import { testStage } from '#widget/testing/test-stage.ts'
import openWallet from './open-wallet.ts'

const WALLET = { address: '0x5FbDB2315678afecb367f032d93F642f64180aa3', label: '' }

/**
 * Runs the offers that follow the creation of a wallet, with `offer` in place of the protection offer. Returns the
 * wallets whose backup address was offered, and the error if there was one.
 */
async function afterCreate(offer: Keys['offer']) {
  const { stage } = testStage()
  const controller = new AbortController()
  const sent: (string | undefined)[] = []
  const run = {
    stage,
    settings: { apiUrl: 'https://wallets.example' },
    signal: controller.signal,
    dispatch: () => true,
    file: async () => ({ offer }),
    send: async ({ settings }: WalletRun) => {
      sent.push(settings.walletAddress)
      return { wanted: Promise.resolve(undefined) }
    },
  } as unknown as WalletRun
  const result = await openWallet()
    .afterCreate(run, WALLET as never)
    .catch((error: unknown) => error)
  return { sent, result }
}

describe('the offers after a wallet was created', () => {
  test.each<[what: string, offer: Keys['offer'], backUp: string[]]>([
    ['a protection that was offered', async () => true, []],
    ['no protection to offer', async () => false, [WALLET.address]],
    [
      'a service that has no details of wallets',
      () => Promise.reject(new WidgetError('NOT_FOUND')),
      [WALLET.address],
    ],
  ])('behavior: %s → the backup address is offered: %j', async (_what, offer, backUp) => {
    const { sent, result } = await afterCreate(offer)
    expect([sent, result]).toEqual([backUp, undefined])
  })

  test('behavior: the offer to protect the new wallet is the one after a creation', async () => {
    const asked: unknown[] = []
    await afterCreate(async (_run, given) => asked.push(given) > 0)
    expect(asked).toEqual([{ at: 'created', address: WALLET.address }])
  })

  test('error: if its file cannot be loaded, the backup address is still offered', async () => {
    const { sent } = await afterCreate(() => {
      throw new TypeError('not loaded')
    })
    expect(sent).toEqual([WALLET.address])
  })
})
