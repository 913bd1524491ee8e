import { decodeEventLog, isHex, toEventSelector, type Address, type Hex } from 'viem'
import { passkeyWalletAbi } from '#protocol/abi/passkey-wallet.ts'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { ChainLog } from './chain-log.ts'
import { lowerCase } from './rpc-schemas.ts'

/**
 * Kinds of changes of keys and co-signers that a wallet reports. `removal-delayed`: the co-signer objected.
 * `removal-cancelled`: owner and co-signer keep the co-signer, or a recovery made the removal void.
 */
export const AUTHORITY_KINDS = [
  'co-signer-set',
  'co-signer-removed',
  'removal-started',
  'removal-delayed',
  'removal-cancelled',
  'key-added',
  'key-removed',
] as const
export type AuthorityKind = (typeof AUTHORITY_KINDS)[number]

/** A change of who controls a wallet, as its log reports it. */
export type AuthorityEvent = {
  kind: AuthorityKind
  /** In lower case. */
  wallet: Address
  transactionHash: Hex
  /** Topics and data of the log. */
  log: string
  coSigner?: Address
  /** Unix time in seconds at which a removal takes effect. */
  endsAtSeconds?: bigint
  key?: { number: number; x: bigint; y: bigint }
}

/** Topics of the events that `readAuthorityEvent` understands. */
export const AUTHORITY_TOPICS: readonly Hex[] = [
  'CoSignerSet(address)',
  'CoSignerRemovalStarted(address,uint256)',
  'CoSignerRemovalObjected(address,uint256)',
  'CoSignerKept(address)',
  'KeyAdded(uint256,uint256,uint256)',
  'KeyRemoved(uint256,uint256,uint256)',
  'RecoveryFinished(uint256,uint256)',
].map((signature) => toEventSelector(signature))

const KNOWN_TOPICS: ReadonlySet<string> = new Set(AUTHORITY_TOPICS)

/**
 * Returns the change that a log reports. Undefined for every other log, and for one whose data does not match
 * the event. Any contract can emit such a log, so the caller has to check the wallet.
 */
export function readAuthorityEvent(log: ChainLog): AuthorityEvent | undefined {
  const [topic, ...others] = log.topics
  if (topic === undefined || !KNOWN_TOPICS.has(topic)) return undefined
  const seen = {
    wallet: lowerCase(log.address),
    transactionHash: log.transactionHash,
    log: [topic, ...others, log.data].join(' '),
  }
  const change = readChange(log, [topic, ...others])
  return change && { ...seen, ...change }
}

/** Returns the change that a stored log (`AuthorityEvent.log`) reports. Undefined if it reports none. */
export function readStoredChange(log: string): Change | undefined {
  const words = log.split(' ').filter((word) => isHex(word))
  const [topic, ...others] = words.slice(0, -1)
  const data = words.at(-1)
  if (topic === undefined || data === undefined || !KNOWN_TOPICS.has(topic)) return undefined
  return readChange({ data }, [topic, ...others])
}

type Change = Omit<AuthorityEvent, 'wallet' | 'transactionHash' | 'log'>

function readChange({ data }: Pick<ChainLog, 'data'>, topics: [Hex, ...Hex[]]): Change | undefined {
  try {
    return toChange(decodeWalletEvent(topics, data))
  } catch {
    return undefined
  }
}

function toChange(event: ReturnType<typeof decodeWalletEvent>): Change | undefined {
  switch (event.eventName) {
    case 'CoSignerSet': {
      const { coSigner } = event.args
      return coSigner === ZERO_ADDRESS ? { kind: 'co-signer-removed' } : { kind: 'co-signer-set', coSigner }
    }
    case 'CoSignerRemovalStarted':
      return removal('removal-started', event.args)
    case 'CoSignerRemovalObjected':
      return removal('removal-delayed', event.args)
    case 'CoSignerKept':
      return { kind: 'removal-cancelled', coSigner: event.args.coSigner }
    case 'RecoveryFinished':
      return { kind: 'removal-cancelled' }
    case 'KeyAdded':
      return keyChange('key-added', event.args)
    case 'KeyRemoved':
      return keyChange('key-removed', event.args)
    case 'Executed':
    case 'Cancelled':
    case 'BackupSet':
    case 'RecoveryProposed':
    case 'RecoveryCancelled':
    case 'EIP712DomainChanged':
      return undefined
  }
}

function decodeWalletEvent(topics: [Hex, ...Hex[]], data: Hex) {
  return decodeEventLog({ abi: passkeyWalletAbi, topics, data, strict: true })
}

function removal(kind: AuthorityKind, { coSigner, until }: { coSigner: Address; until: bigint }): Change {
  return { kind, coSigner, endsAtSeconds: until }
}

function keyChange(
  kind: AuthorityKind,
  { place, qx, qy }: { place: bigint; qx: bigint; qy: bigint },
): Change {
  return { kind, key: { number: Number(place), x: qx, y: qy } }
}
