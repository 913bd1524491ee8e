import { decodeFunctionData } from 'viem'
import { describe, expect, test } from 'vitest'
import { passkeyWalletAbi } from '#protocol/abi/passkey-wallet.ts'
import { widgetWorld } from '#widget/testing/widget-world.ts'
import { encodeProposeRecovery, proposeRecoveryLink } from './wallet-calls.ts'

const BACKUP = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const DAYS_3 = 3 * 86_400

async function withBackup() {
  const world = widgetWorld.accounts()
  const address = await world.withWallet()
  const key = address.toLowerCase()
  world.server.onChain.set(key, { backupAddress: BACKUP })
  world.authenticator.renamed.length = 0
  const nowSeconds = () => Math.floor(world.clock.now() / 1000)
  function propose(proposed: { qx: string; qy: string }) {
    const effectiveAtSeconds = nowSeconds() + DAYS_3
    world.server.onChain.set(key, { backupAddress: BACKUP, pending: { ...proposed, effectiveAtSeconds } })
  }
  return { world, address, propose }
}

describe('recovery of a wallet', () => {
  test('behavior: creates a passkey, shows the call for the backup address, waits three days and activates it for the wallet', async () => {
    const { world, address, propose } = await withBackup()
    const startMs = world.clock.now()
    const { result, views } = await world.recoverWallet({
      showProposal: ({ passkey, backupAddress, isOther }) => {
        expect([backupAddress, isOther]).toEqual([BACKUP, false])
        propose(passkey)
      },
    })
    expect(result).toBe('recovered')
    expect(views('askPasskey')).toMatchObject([{ backupAddress: BACKUP, rpId: 'shop.example' }])
    expect(views('showWaiting').length).toBeGreaterThan(0)
    expect(views('askActivate')).toHaveLength(1)
    expect(world.clock.now() - startMs).toBeGreaterThanOrEqual(DAYS_3 * 1000)
    expect(views('showRecovered')).toMatchObject([{ isOwn: true }])
    expect(world.recovered).toEqual([{ address, label: '' }])
    const [, made] = world.authenticator.credentialIds()
    expect(world.server.requests.find(({ line }) => line.endsWith('/passkey'))?.body).toMatchObject({
      credentialId: made,
    })
    expect(world.signals.accepted).toEqual([made])
    world.stored.clear()
    world.server.wallets[0]!.passkey = null
  })

  test('behavior: after leaving and resuming, it continues with the same passkey', async () => {
    const { world, propose } = await withBackup()
    const first = await world.recoverWallet({
      showProposal: () => world.leaving.controller.abort(new Error('left')),
    })
    expect(first.result).toMatchObject({ message: 'left' })
    world.leaving.controller = new AbortController()
    const { result, views } = await world.recoverWallet({ showProposal: ({ passkey }) => propose(passkey) })
    expect(result).toBe('recovered')
    expect(views('askPasskey')).toEqual([])
    expect(world.authenticator.prompts.create).toBe(1)
  })

  test('behavior: identifies another passkey that the backup address has proposed', async () => {
    const { world, propose } = await withBackup()
    const seen: boolean[] = []
    await world.recoverWallet({
      showProposal: ({ isOther }) => {
        seen.push(isOther)
        if (isOther) world.leaving.controller.abort(new Error('left'))
        propose({ qx: '1'.repeat(64), qy: '2'.repeat(64) })
      },
    })
    expect(seen).toEqual([false, true])
  })

  test('behavior: a passkey proposed elsewhere is waited for and activated, and the screen says that it is elsewhere', async () => {
    const { world, propose } = await withBackup()
    propose({ qx: '1'.repeat(64), qy: '2'.repeat(64) })
    const { result, views } = await world.recoverWallet()
    expect(result).toBe('recovered')
    expect(views('askPasskey')).toEqual([])
    expect(views('showWaiting')[0]).toMatchObject({ passkey: undefined })
    expect(views('showRecovered')).toMatchObject([{ isOwn: false }])
    expect(world.signals.accepted).toEqual([])
  })

  test('error: a wallet without a backup address cannot be recovered, and no passkey is created', async () => {
    const world = widgetWorld.accounts()
    await world.withWallet()
    const { result, views } = await world.recoverWallet()
    expect(result).toBe('no-backup')
    expect(views('showNoBackup')).toHaveLength(1)
    expect(world.authenticator.prompts.create).toBe(0)
  })

  test('error: a service without recoveries ends the flow with a sentence', async () => {
    const world = widgetWorld.accounts({ extensions: false })
    await world.withWallet()
    expect((await world.recoverWallet()).result).toMatchObject({ code: 'NOT_FOUND' })
  })

  test('error: a failed poll is shown and repeated', async () => {
    const { world, address, propose } = await withBackup()
    world.server.interrupt = (line, time) =>
      line === `GET /wallets/${address}` && time === 2 ? 'lost' : undefined
    const stalled: boolean[] = []
    const { result } = await world.recoverWallet({
      showProposal: (view) => {
        stalled.push(view.stalled)
        if (stalled.length === 2) propose(view.passkey)
      },
    })
    expect(result).toBe('recovered')
    expect(stalled).toEqual([false, true])
  })

  test('error: a page that prevents the prompt creates no passkey', async () => {
    const { world } = await withBackup()
    world.allow.recover = false
    await world.recoverWallet({
      askPasskey: async ({ problem }) => {
        if (problem?.code === 'STOPPED_BY_PAGE') world.leaving.controller.abort(new Error('left'))
      },
    })
    expect(world.authenticator.prompts.create).toBe(0)
  })
})

test('behavior: encodes the call for the backup address as the contract’s ABI does', () => {
  const key = { qx: 'ab'.repeat(32), qy: '0'.repeat(63) + '7' }
  const decoded = decodeFunctionData({ abi: passkeyWalletAbi, data: encodeProposeRecovery(key) })
  expect(decoded).toEqual({ functionName: 'proposeRecovery', args: [BigInt(`0x${key.qx}`), 7n] })
  expect(proposeRecoveryLink(BACKUP, 84_001, key)).toBe(
    `ethereum:${BACKUP}@84001/proposeRecovery?uint256=${BigInt(`0x${key.qx}`)}&uint256=7`,
  )
})
