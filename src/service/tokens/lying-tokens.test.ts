import { concatHex, stringToHex, type Address } from 'viem'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { checksumAddress } from '#protocol/display/address.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { createSoftwarePasskey } from '#protocol/testing/software-passkey.ts'
import {
  abiError,
  abiString,
  abiUint,
  deployAnswering,
  type Answers,
} from '#service/testing/answering-contract.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { toKeyFields } from '#service/testing/wallet-requests.ts'
import { allowByDefault } from './allowed-tokens.ts'

const NOBODY = '0x000000000000000000000000000000000000dEaD'
const GOOD: Answers = {
  'name()': abiString('Good Coin'),
  'symbol()': abiString('GOOD'),
  'decimals()': abiUint(6n),
  'balanceOf(address)': abiUint(5_000_000n),
}

/** Ways in which a token contract can lie. `none` has no contract at all. */
const LIARS: [name: string, answers: Answers | 'none'][] = [
  ['has no contract, or none any more', 'none'],
  ['answers nothing to anything', { '*': '0x' }],
  ['reverts', {}],
  ['reverts with a reason', { '*': { revert: abiError('go away') } }],
  ['reverts with a megabyte of reason', { '*': { revert: abiError('x'.repeat(20_000)) } }],
  ['runs in circles', { '*': 'loop' }],
  ['answers without end', { '*': 'endless' }],
  ['answers one byte', { '*': '0x01' }],
  ['answers everything with the greatest number', { '*': abiUint(2n ** 256n - 1n) }],
  [
    'has a name of 10 kB',
    { ...GOOD, 'name()': abiString('N'.repeat(10_240)), 'symbol()': abiString('S'.repeat(10_240)) },
  ],
  ['has 255 decimals', { ...GOOD, 'decimals()': abiUint(255n) }],
  ['has 256 decimals', { ...GOOD, 'decimals()': abiUint(256n) }],
  [
    'has bytes32 words',
    { ...GOOD, 'name()': stringToHex('Old', { size: 32 }), 'symbol()': stringToHex('OLD', { size: 32 }) },
  ],
  [
    'has words that are no UTF-8',
    { ...GOOD, 'name()': concatHex([abiUint(32n), abiUint(4n), `0x${'ff'.repeat(4)}${'00'.repeat(28)}`]) },
  ],
  [
    'has words that turn and hide',
    { ...GOOD, 'name()': abiString('\u202eevil\u0000\u200b'), 'symbol()': abiString('<script>\n') },
  ],
  ['has an offset beyond its answer', { ...GOOD, 'symbol()': `0x${'f'.repeat(64)}${'0'.repeat(64)}` }],
  ['has a length beyond its answer', { ...GOOD, 'symbol()': `0x${'20'.padStart(64, '0')}${'f'.repeat(64)}` }],
  ['has an empty name', { ...GOOD, 'name()': abiString(''), 'symbol()': abiString('') }],
  ['claims a balance above all there is', { ...GOOD, 'balanceOf(address)': abiUint(2n ** 256n - 1n) }],
  ['has half a balance', { ...GOOD, 'balanceOf(address)': '0x00ff' }],
  ['says it is everything', { ...GOOD, 'supportsInterface(bytes4)': abiUint(1n) }],
  ['burns all gas in supportsInterface', { ...GOOD, 'supportsInterface(bytes4)': 'loop' }],
  ['has a supportsInterface of its own mind', { ...GOOD, 'supportsInterface(bytes4)': abiUint(2n ** 255n) }],
]

const world = await forFile(serviceWorld.wallets())
const wallet = await world.createWallet()
const honest = world.chain.tokens.erc20

const tokenOf = async (answers: Answers | 'none'): Promise<Address> =>
  answers === 'none' ? '0x00000000000000000000000000000000000000Ee' : deployAnswering(world.chain, answers)
const setFee = (tokenAddress: string | null) =>
  world.call('PUT', '/v1/org/fees', {
    body: {
      fee:
        tokenAddress === null ? null : { tokenAddress, amountPerTransaction: '10', withdrawAddress: NOBODY },
    },
  })
const predict = () =>
  world.call('POST', '/v1/baas/wallets/predict', {
    body: toKeyFields(createSoftwarePasskey(world.demo.domain)),
  })

/** Replaces the contract of the token, as if it were upgraded or destroyed. */
async function become(token: Address, liar: Address): Promise<void> {
  const { rpc } = world.chain.embedded
  const code = await rpc.request(z.string(), 'eth_getCode', [liar, 'latest'])
  await rpc.request(z.unknown(), 'anvil_setCode', [token, code])
}

/** Expects a short text with nothing that could hide or forge displayed content. */
function expectHarmless(text: string): void {
  expect(Array.from(text).length).toBeLessThanOrEqual(64)
  expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u)
}

describe.each(LIARS)('a token that %s', (_name, answers) => {
  test('behavior: resolve returns harmless words, or that it is no token', async () => {
    const answer = await world.call('POST', '/v1/baas/tokens/resolve', {
      body: { address: await tokenOf(answers) },
    })
    if (answer.status === 200) {
      expectHarmless(answer.content.name)
      expectHarmless(answer.content.symbol)
      expect(answer.content.decimals).toBeGreaterThanOrEqual(0)
      expect(answer.content.decimals).toBeLessThanOrEqual(255)
    } else expect(answer.content.code, answer.text).toBe('TOKEN_UNREADABLE')
  })

  test('behavior: balances keep the honest coins if it is on the list or held', async () => {
    const address = await tokenOf(answers)
    const words = { name: 'Listed', symbol: 'LIST', decimals: 6, logoUrl: '', now: world.ctx.clock.now() }
    await allowByDefault(world.ctx.db, { address, standard: 'erc20', ...words })
    await allowByDefault(world.ctx.db, { address: honest, standard: 'erc20', ...words })
    const answer = await world.call('GET', `/v1/baas/wallets/${wallet.address}/balances`)
    await world.ctx.db.deleteFrom('allowed_tokens').execute()
    expect(answer.status, answer.text).toBe(200)
    const coins: { tokenAddress: string; amount: string }[] = answer.content.coins
    expect(coins.map(({ tokenAddress }) => tokenAddress)).toContain(checksumAddress(honest))
    for (const { amount } of coins) expect(BigInt(amount)).toBeLessThan(2n ** 256n)
  })

  test('behavior: as the fee token it is refused, or predict and create report it', async () => {
    const set = await setFee(await tokenOf(answers))
    if (set.status !== 200) {
      expect(set.content.code, set.text).toBe('TOKEN_UNREADABLE')
      return
    }
    const { fee } = (await predict()).content
    await setFee(null)
    expectHarmless(fee.tokenSymbol)
    expect(fee.required).toBe(true)
    expect(fee.sufficient).toBe(BigInt(fee.currentBalance) >= 10n)
  })

  test('behavior: as a fee token that was honest when set, its balance is zero or the one that it claims', async () => {
    const token = await deployAnswering(world.chain, { ...GOOD, 'salt()': abiUint(BigInt(Date.now())) })
    expect((await setFee(token)).status).toBe(200)
    await become(token, await tokenOf(answers))
    const predicted = await predict()
    const passkey = createSoftwarePasskey(world.demo.domain)
    const body = {
      ...toKeyFields(passkey),
      email: `${passkey.qxHex.slice(0, 20)}@example.com`,
      verificationCode: '000000',
    }
    const created = await world.call('POST', '/v1/baas/wallets', { body })
    await setFee(null)
    expect(predicted.status, predicted.text).toBe(200)
    expect(predicted.content.fee).toMatchObject({ required: true, tokenSymbol: 'GOOD', tokenDecimals: 6 })
    expect(created.status).toBe(400)
    expect(created.content.code).toBe(
      predicted.content.fee.sufficient ? 'INVALID_VERIFICATION_CODE' : 'INSUFFICIENT_FEE_BALANCE',
    )
  })

  test('behavior: its calls are prepared like any other’s, because prepare does not call the token', async () => {
    const tokenAddress = await tokenOf(answers)
    const base = { walletAddress: wallet.address, tokenAddress }
    const moved = { ...base, from: wallet.address, to: NOBODY, tokenId: '1' }
    for (const [path, body] of [
      ['erc20/transfer', { ...base, to: NOBODY, amount: '1' }],
      ['erc721/safe-transfer', moved],
      ['erc1155/safe-transfer', { ...moved, amount: '1' }],
    ] as const) {
      const answer = await world.call('POST', `/v1/baas/tokens/${path}`, { body })
      expect(answer.status, answer.text).toBe(200)
    }
  })
})

test('error: the largest shortfall is reported in human units, with any decimals', async () => {
  for (const decimals of [0n, 255n]) {
    const answers: Answers = { ...GOOD, 'decimals()': abiUint(decimals), 'balanceOf(address)': abiUint(0n) }
    expect((await setFee(await tokenOf(answers))).status).toBe(200)
    const passkey = createSoftwarePasskey(world.demo.domain)
    const body = { ...toKeyFields(passkey), verificationCode: '000000' }
    const created = await world.call('POST', '/v1/baas/wallets', { body })
    await setFee(null)
    const required = decimals === 0n ? '10' : `0.${'0'.repeat(253)}1`
    expect(created.content.message).toContain(`Required: ${required} GOOD, Current: 0 GOOD.`)
  }
})

test('error: an empty result is not read as zero', async () => {
  const set = await setFee(await tokenOf({ ...GOOD, 'balanceOf(address)': '0x' }))
  expect(set.content.code).toBe('TOKEN_UNREADABLE')
})
