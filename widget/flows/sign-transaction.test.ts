import { expect, test } from 'vitest'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { refusal } from '#widget/testing/envelope.ts'
import { FRIEND, sendPerson } from '#widget/testing/scripted-screens.ts'
import { COIN, FEE, FEE_RECEIVER } from '#widget/testing/server-state.ts'
import { EXECUTE } from '#widget/testing/test-flows.ts'
import { widgetWorld } from '#widget/testing/widget-world.ts'

test('behavior: chooses, prepares, confirms, signs, executes and follows', async () => {
  const world = await widgetWorld.wallet()
  const { address } = world
  const person = sendPerson()
  const executed = await world.send(person)
  expect(person.seen.map(({ name }) => name)).toEqual([
    'loading',
    'askTransfer',
    'working',
    'askConfirm',
    'working',
    'showProgress',
    'showProgress',
  ])
  const [{ request, digest } = { request: undefined, digest: undefined }] = world.server.executed
  expect(request).toMatchObject({
    walletAddress: address,
    toAddress: COIN,
    value: '0',
    functionSignature: 'transfer(address,uint256)',
    params: [FRIEND, '12500000'],
    fee: '0',
    feeCoinAddress: '0x0000000000000000000000000000000000000000',
  })
  expect(executed).toEqual({ digest, transactionHash: `0x${'cd'.repeat(32)}` })
  expect(world.emitted.executed).toEqual([executed])
  expect(world.emitted.statuses).toEqual(['CONFIRMED'])
})

test('behavior: the confirmation is decoded from the signed bytes', async () => {
  const world = await widgetWorld.wallet({ fee: FEE })
  const { address } = world
  const person = await world.sent()
  const [view] = person.views('askConfirm')
  expect(view?.confirmation).toMatchObject({
    chainId: 84_001,
    digest: world.server.executed[0]?.digest,
    expiresInSeconds: 420,
    description: {
      kind: 'erc20-transfer',
      severity: 'none',
      fields: [
        { label: 'amount', value: { text: '12.5', symbol: 'DEMO', units: '12500000' } },
        { label: 'to', value: { address: FRIEND } },
        { label: 'token', value: { address: COIN } },
      ],
    },
    fee: { units: 500_000n, tokenAddress: COIN, withdrawAddress: FEE_RECEIVER },
    call: {
      walletAddress: address,
      data: encodeCall('transfer(address,uint256)', [FRIEND, '12500000']),
      fee: 500_000n,
      feeCoinAddress: COIN,
      feeWithdrawAddress: FEE_RECEIVER,
    },
  })
})

test('behavior: the challenge is the digest, and the wallet’s passkey is asked', async () => {
  const world = await widgetWorld.wallet()
  await world.send()
  const digest = world.server.executed[0]?.digest ?? ''
  expect(`0x${Buffer.from(world.authenticator.lastChallenge ?? []).toString('hex')}`).toBe(digest)
})

test('behavior: converts a device’s high s to a low one before sending', async () => {
  const world = await widgetWorld.wallet()
  world.authenticator.highS = true
  await world.send()
  expect(world.server.executed).toHaveLength(1)
})

test('behavior: two equal transfers have different digests, across reloads too', async () => {
  const world = await widgetWorld.wallet()
  await world.send()
  await world.send()
  const [one, other] = world.server.executed
  expect(other?.request.expiration).not.toBe(one?.request.expiration)
  expect(other?.digest).not.toBe(one?.digest)
})

test('behavior: the time limit follows the server’s clock and not the device’s', async () => {
  const world = await widgetWorld.wallet()
  const dayMs = 86_400_000
  world.server.nowMs = () => world.clock.now() + dayMs
  const startedMs = world.clock.now()
  await world.send()
  const seconds = Number(world.server.executed[0]?.request.expiration)
  expect(seconds).toBe(Math.floor((startedMs + dayMs) / 1000) + 420)
})

test('behavior: a closed prompt returns to the same screen with the same call', async () => {
  const world = await widgetWorld.wallet()
  world.authenticator.failNext(new DOMException('closed', 'NotAllowedError'))
  const person = await world.sent()
  const [first, second] = person.views('askConfirm')
  expect(second?.problem?.code).toBe('PASSKEY_CANCELLED')
  expect(second?.confirmation).toBe(first?.confirmation)
})

test('behavior: a call that was displayed for too long is built and shown again', async () => {
  const world = await widgetWorld.wallet()
  let time = 0
  const person = await world.sent({
    askConfirm: async () => {
      if (time++ === 0) world.clock.advance(400_000)
      return 'confirm'
    },
  })
  const [first, second] = person.views('askConfirm')
  expect(second?.problem?.code).toBe('TRANSACTION_EXPIRED')
  expect(second?.confirmation.fingerprint).not.toBe(first?.confirmation.fingerprint)
  expect(world.authenticator.prompts.get).toBe(1)
})

test('behavior: a page that prevents latchkey-before-sign stops the prompt', async () => {
  const world = await widgetWorld.wallet()
  let time = 0
  const person = sendPerson()
  await world.send(person, {}, () => time++ > 0)
  expect(person.views('askConfirm')[1]?.problem?.code).toBe('STOPPED_BY_PAGE')
  expect(world.authenticator.prompts.get).toBe(1)
})

test('error: another wallet’s passkey is reported before anything is sent', async () => {
  const world = await widgetWorld.wallet()
  await world.authenticator.swapKey()
  let time = 0
  const person = sendPerson({ askConfirm: async () => (time++ === 0 ? 'confirm' : world.leave()) })
  await expect(world.send(person)).rejects.toThrow('left')
  expect(person.views('askConfirm')[1]?.problem?.code).toBe('PASSKEY_WRONG')
  expect(world.lines()).not.toContain(EXECUTE)
})

test('error: a device that did not verify the person is reported', async () => {
  const world = await widgetWorld.wallet()
  world.authenticator.verifies = false
  const person = await world.sent({
    askConfirm: async ({ problem }) => {
      if (problem !== undefined) world.authenticator.verifies = true
      return 'confirm'
    },
  })
  expect(person.views('askConfirm')[1]?.problem?.code).toBe('PASSKEY_UNSUITABLE')
})

test('behavior: if the page sets everything, the form is skipped and there is no way back', async () => {
  const world = await widgetWorld.wallet()
  const person = await world.sent({}, { tokenAddress: COIN, to: FRIEND, amount: '3' })
  expect(person.views('askTransfer')).toEqual([])
  expect(person.views('askConfirm')[0]).toMatchObject({ canGoBack: false })
})

test('behavior: going back from the confirm screen keeps the typed values', async () => {
  const world = await widgetWorld.wallet()
  let time = 0
  const person = await world.sent({ askConfirm: async () => (time++ === 0 ? 'back' : 'confirm') })
  expect(person.views('askTransfer')[1]).toMatchObject({ draft: { to: FRIEND, amount: '12.5' } })
})

test('behavior: collections of the allowed list are not offered as tokens to send', async () => {
  const world = await widgetWorld.wallet()
  const person = await world.sent()
  expect(person.views('askTransfer')[0]?.coins.map(({ symbol }) => symbol)).toEqual(['DEMO'])
})

test('behavior: an unlisted token is shown in base units with a warning', async () => {
  const world = await widgetWorld.wallet()
  const other = '0xCf7Ed3AccA5a467e9e704C703E8D87F634fB0Fc9'
  world.server.tamper = (line, content) =>
    line === 'POST /tokens/resolve' ? { ...Object(content), address: other } : content
  const person = await world.sent({}, { tokenAddress: other })
  const { description } = person.views('askConfirm')[0]?.confirmation ?? {}
  expect(description?.fields[0]?.value).toMatchObject({ kind: 'units', units: '12500000' })
  expect(description?.warnings.map(({ code }) => code)).toContain('unknown-token')
})

test('behavior: the person chooses between several wallets, and can change the choice', async () => {
  const world = await widgetWorld.wallet()
  const second = { address: FEE_RECEIVER, label: 'Second', passkey: null } as const
  world.server.wallets.push(second)
  let time = 0
  const person = sendPerson({
    askWallet: async (wallets) => wallets[time++ === 0 ? 1 : 0] ?? world.leave(),
    askTransfer: async ({ wallet, draft }) =>
      wallet.label === 'Second'
        ? { kind: 'wallet' }
        : { kind: 'transfer', draft: { ...draft, to: FRIEND, amount: '1' } },
  })
  await world.send(person)
  expect(person.views('askWallet')).toHaveLength(2)
  expect(world.server.executed).toHaveLength(1)
})

test('behavior: an execute request whose response was lost is repeated with the same signature', async () => {
  const world = await widgetWorld.wallet()
  world.failOnce(EXECUTE, 'lost')
  await world.send(sendPerson({ showProgress: ({ look }) => look?.() }))
  const bodies = world.server.requests
    .filter(({ line }) => line === EXECUTE)
    .map(({ body }) => JSON.stringify(body))
  expect(bodies).toHaveLength(2)
  expect(new Set(bodies).size).toBe(1)
  expect(world.authenticator.prompts.get).toBe(1)
})

test('behavior: a fee that changed meanwhile is shown before it is signed', async () => {
  const world = await widgetWorld.wallet()
  world.server.interrupt = (line, time) => {
    if (line !== EXECUTE || time !== 1) return undefined
    world.server.fee = FEE
    return refusal(400, 'FEE_REFUSED')
  }
  const person = await world.sent()
  const [, second] = person.views('askConfirm')
  expect(second?.problem?.code).toBe('FEE_REFUSED')
  expect(second?.confirmation.fee?.units).toBe(500_000n)
  expect(person.views('askTransfer')).toHaveLength(1)
  expect(world.server.executed[0]?.request.fee).toBe('500000')
})

test('behavior: a transfer that would fail returns to the form', async () => {
  const world = await widgetWorld.wallet()
  world.failOnce(EXECUTE, refusal(400, 'TRANSACTION_REVERTS', 'The transaction would fail: paused'))
  const person = await world.sent()
  expect(person.views('askTransfer')[1]).toMatchObject({ problem: { code: 'TRANSACTION_REVERTS' } })
})

test('error: a user without a wallet reads that they have none', async () => {
  const world = widgetWorld.flows()
  await expect(world.send()).rejects.toMatchObject({ code: 'NO_WALLET' })
})

test('error: a wallet of the page that the user does not have is not reported as having none', async () => {
  const world = await widgetWorld.wallet()
  await expect(world.send(sendPerson(), { walletAddress: FRIEND })).rejects.toMatchObject({
    code: 'WALLET_NOT_OWNED',
    detail: FRIEND,
  })
})

test('error: a server that names a domain elsewhere, which the page did not, is stopped before the prompt', async () => {
  const world = await widgetWorld.wallet()
  const [wallet] = world.server.wallets
  if (wallet?.passkey) wallet.passkey.rpId = 'other.example'
  await expect(world.send()).rejects.toMatchObject({ code: 'RP_ID_MISMATCH' })
  expect(world.authenticator.prompts.get).toBe(0)
})
