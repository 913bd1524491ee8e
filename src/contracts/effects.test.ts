import { decodeFunctionResult, encodeFunctionData, maxUint256, parseAbi, type Address, type Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  ADDED_KEY,
  ADVERSARIAL_CALLS,
  KNOWLEDGE,
  COIN,
  ETHER,
  FURTHER_KEY,
  GUARDED,
  HELD,
  HUB,
  ITEMS,
  keyCall,
  NO_WORD,
  OWNED,
  PRESENT_KEY,
  THIEF,
  UNITS,
  WALLET,
} from '#contracts/testing/adversarial-calls.ts'
import { compileTargets } from '#contracts/testing/compile-targets.ts'
import { startGasChain, type GasChain } from '#contracts/testing/gas-chain.ts'
import { sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { CallDescription } from '#protocol/display/call-description.ts'
import { callsIn } from '#protocol/display/calls-in.ts'
import { describeCall } from '#protocol/effects/describe-call.ts'
import type { Effect, Grant, Move } from '#protocol/effects/effect.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import type { BatchCall } from '#protocol/signing/wallet-batch.ts'

/*
 * Compares the description of each call with its result. The wallet's own code makes the call on a chain. The test then
 * compares the effects with the tokens that left, the permissions granted, and the changes in the wallet. An unread
 * call is dangerous and keeps all its bytes.
 */

const PROBE = parseAbi([
  'function probe(address to, uint256 value, bytes data, (address at, bytes data)[] reads) returns (bool done, bytes32[] first, bytes32[] later)',
])

let chain: GasChain
beforeAll(async () => {
  const code = compileTargets('test/targets/Adversaries.sol')
  chain = await startGasChain('osaka')
  const places = {
    ProbeWallet: WALLET,
    Coin: COIN,
    Items: ITEMS,
    Units: UNITS,
    Hub: HUB,
    Owned: OWNED,
    Ether: ETHER,
  }
  for (const [name, at] of Object.entries(places)) await chain.put(at, code.get(name) ?? '0x', HELD)
  await chain.send(COIN, encodeCall('mint(address,uint256)', [WALLET, String(HELD)]))
  for (const id of ['0', '7']) await chain.send(ITEMS, encodeCall('mint(address,uint256)', [WALLET, id]))
  for (const id of ['1', '2'])
    await chain.send(UNITS, encodeCall('mint(address,uint256,uint256)', [WALLET, id, '9']))
  await chain.send(OWNED, encodeCall('claim(address)', [WALLET]))
  await chain.put(GUARDED, code.get('ProbeWallet') ?? '0x', HELD)
  await setCoSigners()
  await setKeys()
  // The hub may already take tokens. Most wallets have given such allowances to Permit2 and routers.
  await chain.send(WALLET, probeData({ to: COIN, value: 0n, data: approve(HUB, String(HELD)) }, []))
})
afterAll(() => chain.stop())

/** Makes a wallet call itself. */
const callItself = (wallet: Address, data: Hex) =>
  chain.send(wallet, probeData({ to: wallet, value: 0n, data }, []))

/**
 * The hub is the wallet's co-signer. The wallet is the co-signer of the guarded wallet, where its removal has started.
 */
async function setCoSigners(): Promise<void> {
  await callItself(WALLET, encodeCall('setCoSigner(address)', [HUB]))
  await callItself(GUARDED, encodeCall('setCoSigner(address)', [WALLET]))
  await callItself(GUARDED, encodeCall('startCoSignerRemoval()', []))
}

/** The current main key has number 2. Number 1 is free, and a key added there becomes the main key. */
async function setKeys(): Promise<void> {
  const [x = 0n, y = 0n] = await Promise.all(
    ['qx()', 'qy()'].map(async (name) => BigInt(await chain.ask(WALLET, encodeCall(name, [])))),
  )
  for (const key of [ADDED_KEY, PRESENT_KEY, FURTHER_KEY]) await callItself(WALLET, keyCall('addKey', key))
  for (const key of [ADDED_KEY, { x, y }]) await callItself(WALLET, keyCall('removeKey', key))
}

const approve = (spender: string, number: string) => encodeCall('approve(address,uint256)', [spender, number])

function probeData({ to, value, data }: BatchCall, reads: { at: Address; data: Hex }[]): Hex {
  return encodeFunctionData({ abi: PROBE, functionName: 'probe', args: [to, value, data, reads] })
}

/** Changes of the wallet's control, displayed in red. */
const CONTROL = new Set(['backup', 'co-signer', 'end of the co-signer', 'key added'])

/** A state that is read before and after a call, with the description of its change. */
const READS: { at: Address; data: Hex; changed: (first: bigint, later: bigint) => string }[] = [
  { at: ETHER, data: encodeCall('balanceOf(address)', [WALLET]), changed: (a, b) => `left ether ${a - b}` },
  { at: COIN, data: encodeCall('balanceOf(address)', [WALLET]), changed: (a, b) => `left coin ${a - b}` },
  {
    at: COIN,
    data: encodeCall('allowance(address,address)', [WALLET, THIEF]),
    changed: (_, units) => `may take coin ${units === maxUint256 ? 'all' : units}`,
  },
  {
    at: COIN,
    data: encodeCall('isOperatorFor(address,address)', [THIEF, WALLET]),
    changed: () => 'may take coin as operator',
  },
  ...['0', '7'].flatMap((id) => [
    { at: ITEMS, data: encodeCall('ownerOf(uint256)', [id]), changed: () => `left item ${id}` },
    { at: ITEMS, data: encodeCall('getApproved(uint256)', [id]), changed: () => `may take item ${id}` },
  ]),
  ...['1', '2'].map((id) => ({
    at: UNITS,
    data: encodeCall('balanceOf(address,uint256)', [WALLET, id]),
    changed: (first: bigint, later: bigint) => `left units ${first - later} of ${id}`,
  })),
  ...[ITEMS, UNITS].map((at) => ({
    at,
    data: encodeCall('isApprovedForAll(address,address)', [WALLET, THIEF]),
    changed: () => `may take ${at === ITEMS ? 'item' : 'units'} all`,
  })),
  {
    at: HUB,
    data: encodeCall('allowance(address,address,address)', [WALLET, COIN, THIEF]),
    changed: () => 'may take coin through the hub',
  },
  { at: WALLET, data: encodeCall('backup()', []), changed: () => 'backup' },
  { at: WALLET, data: encodeCall('coSigner()', []), changed: () => 'co-signer' },
  { at: WALLET, data: encodeCall('coSignerUntil()', []), changed: () => 'end of the co-signer' },
  {
    at: WALLET,
    data: encodeCall('qx()', []),
    changed: (_, main) => (main === ADDED_KEY.x ? 'key added' : 'key removed'),
  },
  { at: GUARDED, data: encodeCall('coSignerUntil()', []), changed: () => 'objection' },
  { at: OWNED, data: encodeCall('owner()', []), changed: () => 'owner' },
  { at: OWNED, data: encodeCall('implementation()', []), changed: () => 'implementation' },
]

/** The changes that a call of the wallet makes on chain. Undefined if the call fails. */
async function observe(call: BatchCall): Promise<string[] | undefined> {
  const reads = READS.map(({ at, data }) => ({ at, data }))
  const data = await chain.ask(WALLET, probeData(call, reads))
  const [done, first, later] = decodeFunctionResult({ abi: PROBE, functionName: 'probe', data })
  if (!done) return undefined
  const facts = READS.flatMap(({ changed }, index) => {
    const [before = NO_WORD, after = NO_WORD] = [first[index], later[index]]
    return before === after ? [] : [changed(BigInt(before), BigInt(after))]
  })
  return facts.toSorted()
}

/** Formats effects like the observed changes. */
function expectedOf(effects: readonly Effect[]): string[] {
  const facts = effects.flatMap((effect) => {
    if (effect.does === 'move') return movedBy(effect)
    if (effect.does === 'grant') return grantedBy(effect)
    return changedBy(effect)
  })
  return [...new Set(facts)].toSorted()
}

function changedBy(effect: Exclude<Effect, Move | Grant>): string[] {
  switch (effect.does) {
    case 'backup':
      return sameAddress(effect.to, ZERO_ADDRESS) ? [] : ['backup']
    case 'co-signer':
      return ['co-signer']
    case 'start-co-signer-removal':
      return ['end of the co-signer']
    case 'add-key':
      return ['key added']
    case 'remove-key':
      return ['key removed']
    case 'object-to-removal':
      return ['objection']
    case 'keep-co-signer':
    case 'cancel-recovery':
    case 'cancel-call':
    case 'unread':
      return []
  }
}

function movedBy({ token, what, from, to }: Move): string[] {
  if (!sameAddress(from, WALLET) || sameAddress(to, WALLET)) return []
  if (what.is === 'items') return what.items.map(({ tokenId, units }) => `left units ${units} of ${tokenId}`)
  if (what.is === 'item')
    return [what.units === undefined ? `left item ${what.id}` : `left units ${what.units} of ${what.id}`]
  if (what.is === 'all') return []
  const number = what.is === 'coins' ? what.units : what.text
  if (what.is === 'number' && sameAddress(token, ITEMS)) return [`left item ${number}`]
  return number === '0' ? [] : [`left ${sameAddress(token, ZERO_ADDRESS) ? 'ether' : 'coin'} ${number}`]
}

const NAMES = [
  [COIN, 'coin'],
  [ITEMS, 'item'],
] as const

function readGrantedNumber(what: Grant['what']): string {
  switch (what.is) {
    case 'coins':
      return what.units
    case 'number':
      return what.text
    case 'item':
      return what.id
    case 'items':
    case 'all':
      return ''
  }
}

function grantedBy({ token, what, to, sets }: Grant): string[] {
  if (sets === 'nothing' || !sameAddress(to, THIEF)) return []
  const name = NAMES.find(([address]) => sameAddress(token, address))?.[1] ?? 'units'
  if (what.is === 'all') return [`may take ${name} all`]
  const number = readGrantedNumber(what)
  if (name === 'coin' && number === '0') return []
  return [`may take ${name} ${BigInt(number) === maxUint256 ? 'all' : number}`]
}

/** All parts of a call that were not decoded. */
function unreadIn(description: CallDescription): CallDescription[] {
  const inner = callsIn(description).flatMap(unreadIn)
  return description.kind === 'unknown' ? [description, ...inner] : inner
}

test('behavior: the descriptions of hundreds of calls match their results on chain, and undecoded calls are dangerous', async () => {
  const counts = { read: 0, unread: 0 }
  let made = 0
  for (const { name, call } of ADVERSARIAL_CALLS) {
    made += 1
    const observed = await observe(call)
    for (const [known, tokens] of KNOWLEDGE) {
      const where = `${name}, ${known}`
      const description = describeCall({
        chainId: 1,
        walletAddress: WALLET,
        toAddress: call.to,
        value: call.value,
        data: call.data,
        tokens,
      })
      const unread = unreadIn(description)
      expect(
        description.effects.filter(({ does }) => does === 'unread'),
        where,
      ).toHaveLength(unread.length)
      for (const part of unread) {
        const data = part.fields.find(({ label }) => label === 'data')?.value
        expect(data?.kind === 'hex' && call.data.includes(data.hex.slice(2)), where).toBe(true)
      }
      if (unread.length > 0) expect(description.severity, where).toBe('danger')
      if (observed === undefined) continue
      if (unread.length === 0) expect(expectedOf(description.effects), where).toEqual(observed)
      // Access to all tokens or to the wallet's control is displayed in red even if the call is only decoded.
      if (observed.some((fact) => fact.endsWith(' all') || CONTROL.has(fact)))
        expect(description.severity, where).toBe('danger')
      if (observed.length > 0) counts[unread.length === 0 ? 'read' : 'unread'] += 1
    }
  }
  expect(made).toBeGreaterThan(300)
  // Requires that enough calls changed something.
  expect(counts.read).toBeGreaterThan(300)
  expect(counts.unread).toBeGreaterThan(300)
})
