import { toEventSelector, type Address, type Hex } from 'viem'
import { formatCall } from '#protocol/descriptors/format-fields.ts'
import { readDescriptor } from '#protocol/descriptors/read-descriptor.ts'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import { describeCall } from '#protocol/effects/describe-call.ts'
import { EXECUTED_TOPIC } from '#protocol/executed-logs.ts'
import { CALLDATA_BYTES_MAX } from '#protocol/limits.ts'
import { findIndexes, parseClientData } from '#protocol/passkey/client-data.ts'
import { decodeDerSignature } from '#protocol/passkey/der.ts'
import { decodeArguments } from '#protocol/signing/abi-decode.ts'
import { encodeCall, resolveCalldata } from '#protocol/signing/calldata.ts'
import { COIN_TRANSFER } from '#protocol/signing/coin-transfer.ts'
import { functionSelector, parseFunctionSignature } from '#protocol/signing/function-signature.ts'
import { bytesFromHex, hexFromBytes, joinBytes } from '#protocol/signing/hex.ts'
import { decodeSignature } from '#protocol/signing/signature.ts'
import { HANDED_SELECTORS } from '#protocol/signing/unpack-execute.ts'
import { decodeExecuteBatch, encodeExecuteBatch } from '#protocol/signing/wallet-batch.ts'
import { EXECUTE_BATCH } from '#protocol/signing/wallet-functions.ts'
import { addressWord, uintWord } from '#protocol/signing/word.ts'
import type { Receipt } from '#service/chain/rpc-schemas.ts'
import { executionNote, type NotedCall } from '#service/execution/execution-notes.ts'
import { findHandedCall } from '#service/execution/find-handed-call.ts'
import { refuses } from '#service/policies/evaluate-rule.ts'
import { LISTED_TOKENS } from './listed-tokens.ts'
import { computeShare, worst, type WorstInput } from './worst-input.ts'

const WALLET = '0x00000000000000000000000000000000000000aa'
const TOKEN = '0x00000000000000000000000000000000000000bb'
const DIGEST: Hex = `0x${'00'.repeat(32)}`

/**
 * Worst inputs of the code that reads calls, descriptors, signatures and passkey responses. Calldata has its own
 * limit, which the schemas enforce.
 */
export const CALL_INPUTS: readonly WorstInput[] = [
  worst('batch whose calls share their bytes', sharedBatch, decodeExecuteBatch),
  worst('batches in batches', nestedBatch, describe),
  worst('batch of more calls than are read', wideBatch, describe),
  worst('batch of many calls', costlyBatch, describeAmongTokens),
  worst('batch of many calls, for 50 policies', costlyBatch, judge),
  worst('arguments that share their bytes', sharedArguments, (bytes) => decodeArguments(ALL_BYTES, bytes)),
  worst(
    'two long lists of numbers',
    (bytes) => longLists(inCalldata(bytes)),
    (list) => decodeArguments(['uint256[]', 'uint256[]'], list),
  ),
  worst(
    'calldata as text',
    (bytes) => `0x${'aB'.repeat(bytes / 2)}`,
    (data) => resolveCalldata({ data }),
  ),
  worst('function signature', (bytes) => `f(${'bool,'.repeat(bytes / 5)}`, parseFunctionSignature),
  worst('signature', (bytes): Hex => `0x${'00'.repeat(bytes / 2)}`, decodeSignature),
  worst('DER signature', (bytes) => new Uint8Array(bytes).fill(0x30), decodeDerSignature),
  worst(
    'client data, deep',
    (bytes) => clientData('['.repeat(bytes / 2) + ']'.repeat(bytes / 2)),
    findIndexes,
  ),
  worst('client data, many names', manyNames, parseClientData),
  worst('descriptor, fields of long lists', fieldsOfLists, format),
  worst('descriptor, long fragments', longFragments, readDescriptor),
  worst('descriptor, many fragments', manyFragments, readDescriptor),
  worst('descriptor, fields of one definition', fieldsOfOneDefinition, readDescriptor),
  worst('descriptor, fields of one enumeration', fieldsOfOneEnumeration, readDescriptor),
  worst('transaction that may execute a call, decoys', decoys, find),
  worst('transaction that may execute a call, bundle whose calls share their bytes', sharedBundle, find),
  worst('receipt with many logs, of a batch', manyLogs, ({ call, receipt }) =>
    executionNote({ wallet: WALLET, digest: DIGEST }, call, receipt),
  ),
]

const ALL_BYTES = Array.from({ length: 16 }, () => 'bytes')
const inCalldata = (bytes: number): number => computeShare(CALLDATA_BYTES_MAX - 1_000, bytes)
const words = (count: number, value: bigint): Uint8Array =>
  joinBytes(Array.from({ length: count }, () => uintWord(value)))

const TO_ITSELF = { chainId: 1, walletAddress: WALLET, toAddress: WALLET, value: 0n } as const

function describe(data: string): unknown {
  return describeCall({ ...TO_ITSELF, data, tokens: [] })
}

/** A batch in which half of the bytes are offsets that point to the same call. That call has the other half. */
function sharedBatch(bytes: number): Uint8Array {
  const count = Math.floor(inCalldata(bytes) / 64)
  const call = joinBytes([addressWord(WALLET), uintWord(0n), uintWord(96n), uintWord(BigInt(32 * count))])
  const list = joinBytes([uintWord(32n), uintWord(BigInt(count)), words(count, BigInt(32 * count))])
  return joinBytes([bytesFromHex(EXECUTE_BATCH), list, call, new Uint8Array(32 * count)])
}

function nestedBatch(bytes: number): Hex {
  let data: Hex = '0x'
  while (data.length / 2 < inCalldata(bytes) - 400)
    data = encodeExecuteBatch([{ to: WALLET, value: 0n, data }])
  return data
}

function wideBatch(bytes: number): Hex {
  const call = { to: WALLET, value: 1n, data: '0x' } as const
  return encodeExecuteBatch(Array.from({ length: Math.floor(inCalldata(bytes) / 192) }, () => call))
}

/** The maximum number of calls that are read, each of the most expensive kind. */
function costlyBatch(bytes: number): Hex {
  const data = encodeCall('safeTransferFrom(address,address,uint256)', [WALLET, TOKEN, '1'])
  return encodeExecuteBatch(
    Array.from({ length: computeShare(50, bytes) }, () => ({ to: TOKEN, value: 1n, data }) as const),
  )
}

function describeAmongTokens(data: string): unknown {
  return describeCall({ ...TO_ITSELF, data, tokens: LISTED_TOKENS })
}

/** Evaluates 50 policies twice, as many as an organization can have. Each policy has its own token. */
function judge(data: string): unknown {
  const subject = { ...TO_ITSELF, data }
  const amount = String(2n ** 255n)
  return [...LISTED_TOKENS.slice(0, 50), ...LISTED_TOKENS.slice(0, 50)].map(({ address: tokenAddress }) =>
    refuses({ kind: 'transaction-limit', tokenAddress, amount }, subject),
  )
}

function sharedArguments(bytes: number): Uint8Array {
  const length = inCalldata(bytes)
  return joinBytes([words(16, 512n), uintWord(BigInt(length)), new Uint8Array(length)])
}

function longLists(bytes: number): Uint8Array {
  const count = Math.floor(bytes / 64)
  const list = joinBytes([uintWord(BigInt(count)), words(count, 2n ** 255n)])
  return joinBytes([uintWord(64n), uintWord(BigInt(64 + list.length)), list, list])
}

function clientData(inner: string): string {
  return `{"a":${inner},"type":"webauthn.get","challenge":"AAAA","origin":"https://shop.example"}`
}

function manyNames(bytes: number): string {
  const names = Array.from({ length: Math.floor(bytes / 10) }, (_, index) => `"n${index}":0`)
  return clientData(`0,${names.join()}`)
}

const FILL = 'fill((address token, uint256 amount)[] orders)'

function descriptor(fields: readonly object[], metadata: object = {}, definitions: object = {}): object {
  return {
    metadata,
    context: { contract: { deployments: [{ chainId: 1, address: TOKEN }] } },
    display: { definitions, formats: { [FILL]: { intent: 'Fill', fields } } },
  }
}

/** Maximum total length of the text fragments that are read from a descriptor, in characters. */
const FRAGMENTS_LENGTH = 16_000

function longFragments(bytes: number): object {
  const list = Array.from({ length: 60 }, () => '(int,int,int,int,int)').join()
  const count = Math.floor(computeShare(FRAGMENTS_LENGTH, bytes) / (list.length + 5))
  return described(Array.from({ length: count }, (_, index) => `f${index}(${list})`))
}

function manyFragments(bytes: number): object {
  const count = computeShare(256, bytes)
  return described(Array.from({ length: count }, (_, index) => `f${index}(${'int,'.repeat(10)}int)`))
}

function described(fragments: readonly string[]): object {
  const formats = fragments.map((fragment) => [fragment, { intent: 'Fill', fields: [] }])
  return { ...descriptor([]), display: { formats: Object.fromEntries(formats) } }
}

/** The maximum number of fields of a descriptor. */
function fillFields(bytes: number, field: object): object[] {
  return Array.from({ length: computeShare(256, bytes) }, () => field)
}

/** Each field matches every item of a list, and each item searches the list for its token. */
function fieldsOfLists(bytes: number): { data: Hex; given: object } {
  const field = {
    label: 'a',
    path: 'orders.[].amount',
    format: 'tokenAmount',
    params: { tokenPath: 'orders.[].token' },
  }
  const count = Math.floor(inCalldata(bytes) / 64)
  const orders = joinBytes(Array.from({ length: count }, () => joinBytes([addressWord(TOKEN), uintWord(1n)])))
  const selector = functionSelector('fill((address,uint256)[])')
  const data = hexFromBytes(joinBytes([selector, uintWord(32n), uintWord(BigInt(count)), orders]))
  return { data, given: descriptor(fillFields(bytes, field)) }
}

function format({ data, given }: { data: Hex; given: object }): unknown {
  const call = { chainId: 1, walletAddress: WALLET, toAddress: TOKEN, value: 0n, data, tokens: [] }
  return formatCall([readDescriptor(given)], call)
}

/** One definition with half of the bytes, which all fields reference. */
function fieldsOfOneDefinition(bytes: number): object {
  const params = manyMembers(bytes / 2, 0)
  const field = { label: 'a', path: 'orders', $ref: '$.display.definitions.d' }
  const fields = fillFields(bytes, field)
  return descriptor(fields, {}, { d: { ...manyMembers(bytes / 4, 0), params } })
}

function fieldsOfOneEnumeration(bytes: number): object {
  const params = { $ref: '$.metadata.enums.e' }
  const field = { label: 'a', path: 'orders', format: 'enum', params }
  const fields = fillFields(bytes, field)
  return descriptor(fields, { enums: { e: manyMembers(bytes / 2, 'w') } })
}

/** Bytes full of selectors. Each selector looks like the start of a wallet call, which is then read to the end. */
function decoys(bytes: number): Hex {
  const input = new Uint8Array(bytes)
  const [selector = new Uint8Array()] = HANDED_SELECTORS
  for (let at = 1; at + selector.length < bytes; at += selector.length) input.set(selector, at)
  return hexFromBytes(input)
}

/** A group of 255 calls of the wallet that share the same bytes. */
function sharedBundle(bytes: number): Hex {
  const length = computeShare(65_535, bytes)
  const start = Uint8Array.of(255, 255, length >> 8, length & 0xff, 0)
  return hexFromBytes(joinBytes([start, new Uint8Array(4), bytesFromHex(WALLET), new Uint8Array(length)]))
}

function find(input: Hex): unknown {
  return findHandedCall(input, { chainId: 1, address: WALLET, rpIdHash: DIGEST }, DIGEST)
}

/**
 * Each call of a batch searches the receipt for its log. Many logs of another contract come first. A log costs its
 * sender about 1,000 gas.
 */
function manyLogs(bytes: number): { call: NotedCall; receipt: Receipt } {
  const calls = Array.from({ length: 340 }, () => ({ to: TOKEN, value: 0n, data: COIN_TRANSFER }) as const)
  const makeLog = (address: Address, topics: Hex[]) => ({ address, topics, data: '0x' }) as const
  const transfer = toEventSelector('Transfer(address,address,uint256)')
  const decoys = Array.from({ length: Math.floor(bytes / 16) }, () => makeLog(WALLET, [transfer]))
  const reports = calls.map(({ to }) => makeLog(to, [transfer]))
  const logs = [...decoys, ...reports, makeLog(WALLET, [EXECUTED_TOPIC, DIGEST])]
  const block = { transactionHash: DIGEST, blockHash: DIGEST, blockNumber: 1n, status: 1n, gasUsed: 1n }
  const none = { value: '0', fee: '0', fee_coin_address: ZERO_ADDRESS }
  return {
    call: { ...none, to_address: WALLET, data: encodeExecuteBatch(calls) },
    receipt: { ...block, logs },
  }
}

function manyMembers(bytes: number, value: string | number): object {
  return Object.fromEntries(
    Array.from({ length: Math.floor(bytes / 12) }, (_, index) => [`n${index}`, value]),
  )
}
