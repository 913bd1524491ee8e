import { generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { checkOnChain, checkReceipt } from '#protocol/receipt/check-receipt.ts'
import type { Finding } from '#protocol/receipt/finding.ts'
import {
  type Receipt,
  receiptKeyId,
  receiptKeysSchema,
  receiptMessage,
  receiptSchema,
} from '#protocol/receipt/receipt.ts'
import type { AskNode } from '#protocol/receipt/verifiers.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { createSoftwarePasskey } from '#protocol/testing/software-passkey.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { executeUnseen } from '#service/testing/outside-execution.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import type { ExecuteFields, TestWallet } from '#service/testing/wallet-requests.ts'
import { VERIFIERS } from '#web/receipt/verifiers.ts'

/** The wallet's own recovery delay plus a minute, in milliseconds. */
const RECOVERY_MS = 3 * 24 * 60 * 60 * 1_000 + 60_000

const world = await forFile(serviceWorld.approvals())

async function confirmed(): Promise<string> {
  const wallet = await world.createWallet({ coins: 100n })
  const { content } = await world.execute(world.signed(wallet, world.transfer(newAddress(), 7n)))
  return (await world.settled(content.transactionHash)).transactionUuid
}

const get = (uuid: string) => world.call('GET', `/v1/org/transactions/${uuid}/receipt`)
const receipt = await receiptOf(await confirmed())

async function receiptOf(uuid: string): Promise<Receipt> {
  const { status, content, text } = await get(uuid)
  expect(status, text).toBe(200)
  return receiptSchema.parse(content)
}

const ask: AskNode = (method, params) => world.chain.chain.rpc.request(z.unknown(), method, params)

async function check(one: Receipt): Promise<Finding[]> {
  const offline = await checkReceipt(one, VERIFIERS)
  return [...offline, ...(await checkOnChain(one, ask)).findings]
}
const failed = (findings: readonly Finding[]) =>
  findings.filter(({ result }) => result === 'fails').map(({ name }) => name)

/** Returns the path of every string and number in a value. */
function leaves(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([name, field]) => leaves(field, [...path, name]))
}

function changed(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return other(value)
  if (typeof value !== 'object' || value === null) throw new Error('no such place')
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [key, key === name ? changed(field, rest) : field]),
  )
}

/** Returns a different value in the same format, if possible. */
function other(value: unknown): unknown {
  if (typeof value === 'number') return value + 1
  const text = String(value)
  if (text === 'CONFIRMED') return 'FAILED'
  if (text === '0x') return '0x00'
  const place = text.search(/[0-9a-zA-Z](?=[^0-9a-zA-Z]*$)/)
  const character = text.charAt(place)
  return `${text.slice(0, place)}${character === '1' ? '2' : '1'}${text.slice(place + 1)}`
}

/** Returns the receipt as a forger would sign it with their own key. */
function forged(one: Receipt): Receipt {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const bytes = publicKey.export({ format: 'der', type: 'spki' }).subarray(12)
  const { proof: _, ...body } = one
  return {
    ...body,
    proof: {
      type: 'Ed25519',
      keyId: receiptKeyId(bytes),
      publicKey: bytes.toString('base64url'),
      value: sign(null, receiptMessage(body), privateKey).toString('base64url'),
    },
  }
}

describe('GET /v1/org/transactions/{transactionUuid}/receipt', () => {
  test('behavior: all contents of a receipt verify, offline and on the chain', async () => {
    const findings = await check(receipt)
    expect(findings.filter(({ result }) => result !== 'holds')).toEqual([])
    expect(findings.map(({ name }) => name)).toEqual([
      'service-signature',
      'data-hash',
      'digest',
      'passkey-signature',
      'wallet-key',
      'chain',
      'transaction',
      'outcome',
      'block',
    ])
    expect(receipt).toMatchObject({ issuer: 'http://localhost:4000', outcome: { status: 'CONFIRMED' } })
    expect(receipt).not.toHaveProperty('approval')
  })

  test('behavior: the layout of the file and the order of its fields do not matter', async () => {
    const turned = Object.fromEntries(Object.entries(receipt).toReversed())
    const read = receiptSchema.parse(JSON.parse(JSON.stringify(turned, null, 4)))
    expect(failed(await checkReceipt(read, VERIFIERS))).toEqual([])
  })

  test('behavior: a receipt of a held call shows the approval, and only the hash of the approving credential', async () => {
    const one = await world.protectedWallet()
    const uuid = await world.hold(one.wallet)
    expect(await get(uuid)).toMatchObject({ status: 409, content: { code: 'CONFLICT' } })
    await one.approver.decide(uuid, 'approve')
    await world.ended(uuid)
    const held = await receiptOf(uuid)
    expect(held.approval).toMatchObject({ decision: 'approved' })
    expect(failed(await check(held))).toEqual([])
    const row = await world.ctx.db
      .selectFrom('held_transactions')
      .select('decided_with')
      .where('transaction_id', '=', uuid)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(held)).not.toContain(row.decided_with)
  })

  test('behavior: a receipt of a call that failed on the chain says so', async () => {
    const failing = { ...receipt, outcome: { ...receipt.outcome, status: 'FAILED' as const } }
    expect(failed((await checkOnChain(failing, ask)).findings)).toEqual(['outcome'])
  })

  test('behavior: a receipt of a call that failed in its block verifies and says so', async () => {
    const wallet = await world.createWallet({ coins: 3n })
    const body = world.signed(wallet, world.transfer(newAddress(), 4n))
    // The call fails on the chain. It gets there only because its simulation is made to succeed.
    const { content, text } = await executeUnseen(world, body)
    expect(content.transactionHash, text).toBeDefined()
    const record = await world.settled(content.transactionHash)
    expect(record.status).toBe('FAILED')
    const failing = await receiptOf(record.transactionUuid)
    expect(failing.outcome.status).toBe('FAILED')
    const findings = await check(failing)
    expect(findings.filter(({ result }) => result !== 'holds')).toEqual([])
    const altered = { ...failing, outcome: { ...failing.outcome, status: 'CONFIRMED' as const } }
    expect(failed(await check(altered))).toEqual(['service-signature', 'outcome'])
  })

  test('behavior: receipts from before and after a recovery are proved by the key that signed each', async () => {
    const wallet = await world.createWallet({ coins: 10n })
    const send = async (one: TestWallet, fields: ExecuteFields) => {
      const { content } = await world.execute(world.signed(one, fields))
      return (await world.settled(content.transactionHash)).transactionUuid
    }
    const before = await send(wallet, world.transfer(newAddress(), 1n))
    const setBackup = encodeCall('setBackup(address)', [world.chain.sender])
    await send(wallet, { toAddress: wallet.address, data: setBackup })
    const passkey = createSoftwarePasskey(wallet.organization.domain)
    const point = [passkey.qx, passkey.qy].map(String)
    const propose = encodeCall('proposeRecovery(uint256,uint256)', point)
    await world.chain.send({ to: wallet.address, data: propose })
    const onChain = async () =>
      (await world.call('GET', `/v1/baas/wallets/${wallet.address}`)).content.onChain
    await expect.poll(onChain).toHaveProperty('pendingRecovery')
    world.clock.advance(RECOVERY_MS)
    // Mines a block with the new time, which simulations then use.
    await world.chain.mintCoins(wallet.address, 1n)
    const finish = await world.call('POST', `/v1/baas/wallets/${wallet.address}/finish-recovery`)
    expect(finish.status, finish.text).toBe(200)
    expect(finish.content).toHaveProperty('transactionHash')
    await expect.poll(onChain).toMatchObject({ isKeyReplaced: true })
    const after = await send({ ...wallet, passkey }, world.transfer(newAddress(), 2n))

    const [old, present] = [await receiptOf(before), await receiptOf(after)]
    expect(old.wallet.publicKey.x).toBe(`0x${wallet.passkey.qxHex}`)
    expect(present.wallet.publicKey.x).toBe(`0x${passkey.qxHex}`)
    expect(failed(await check(old))).toEqual([])
    const findings = await check(present)
    expect(failed(findings)).toEqual([])
    // The receipt alone does not prove that the key is one of the wallet's keys. The chain shows that it replaced the
    // first key.
    const ofKey = findings.filter(({ name }) => name === 'wallet-key')
    expect(ofKey.map(({ result }) => result)).toEqual(['unknown', 'holds'])
    const swapped = forged({ ...present, wallet: { ...present.wallet, publicKey: old.wallet.publicKey } })
    expect(failed(await check(swapped))).toContain('passkey-signature')
  })

  test('error: detects any changed field', async () => {
    const places = leaves(receipt)
    expect(places.length).toBeGreaterThan(30)
    const slipped = []
    for (const place of places) {
      const parsed = receiptSchema.safeParse(changed(receipt, place))
      if (!parsed.success) continue
      const findings = await checkReceipt(parsed.data, VERIFIERS)
      if (failed(findings).length === 0) slipped.push(place.join('.'))
    }
    expect(slipped).toEqual([])
  })

  test('error: rejects an unknown field, because no check would cover it', () => {
    expect(receiptSchema.safeParse({ ...receipt, note: 'paid twice' }).success).toBe(false)
  })

  test('error: detects everything that the chain knows, even if the receipt is signed again with another key', async () => {
    // The factory is a step of one proof. With another factory, the wallet's key is read from the chain
    // instead.
    const attested = /^(version|issuer|issuedAt|organization|transactionUuid|proof|wallet\.factory)/
    const slipped = []
    for (const place of leaves(receipt).filter((names) => !attested.test(names.join('.')))) {
      const parsed = receiptSchema.safeParse(changed(receipt, place))
      if (!parsed.success) continue
      const findings = await check(forged(parsed.data))
      expect(failed(findings)).not.toContain('service-signature')
      if (failed(findings).length === 0) slipped.push(place.join('.'))
    }
    expect(slipped).toEqual([])
  })

  test('error: a node of another chain proves nothing about a receipt', async () => {
    const elsewhere: AskNode = async (method, params) =>
      method === 'eth_chainId' ? '0x1' : ask(method, params)
    const { findings, confirmations } = await checkOnChain(receipt, elsewhere)
    expect(findings).toMatchObject([{ name: 'chain', result: 'fails' }])
    expect(confirmations).toBeNull()
  })
})

describe('GET /.well-known/latchkey-receipt-keys', () => {
  test('behavior: is open to every page and has the key of every receipt, even after the secret was changed', async () => {
    const before = world.ctx.settings.receiptSeed
    world.ctx.settings.receiptSeed = new Uint8Array(32).fill(7)
    const later = await receiptOf(receipt.transactionUuid)
    world.ctx.settings.receiptSeed = before
    const answer = await world.fetch(
      new Request('http://localhost:4000/.well-known/latchkey-receipt-keys', {
        headers: { origin: 'https://auditor.example' },
      }),
    )
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    const { keys } = receiptKeysSchema.parse(await answer.json())
    for (const { proof } of [receipt, later]) {
      expect(keys).toContainEqual({ kty: 'OKP', crv: 'Ed25519', kid: proof.keyId, x: proof.publicKey })
    }
    expect(later.proof.keyId).not.toBe(receipt.proof.keyId)
  })
})
