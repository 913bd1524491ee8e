import type { Address } from 'viem'
import { checksumAddress } from '#protocol/display/address.ts'
import { hasWrongChecksum } from '#protocol/display/has-wrong-checksum.ts'
import { isWithinDomain } from '#protocol/passkey/origin.ts'
import { isAddress } from '#protocol/signing/word.ts'
import { ReadableError } from '#web/ui/errors.ts'
import { t } from '#web/ui/text.ts'
import { type Node, openNode } from './node.ts'

/** The person's raw input. `wallet` is empty unless the wallet's first passkey was replaced. */
export type SettingsText = { node: string; factory: string; rpId: string; wallet: string }

/** A reachable chain, with the factory of its wallets' addresses. */
export type ChainConnection = {
  node: Node
  chainId: number
  factory: Address
  rpId: string
  wallet: Address | null
}

/**
 * The initial values, read from the part of the page's address after `#`, which no server receives. Never
 * contains a secret.
 */
export function firstSettings(hash: string, hostname: string): SettingsText {
  const given = new URLSearchParams(hash.replace(/^#/, ''))
  return {
    node: given.get('node') ?? '',
    factory: given.get('factory') ?? '',
    rpId: given.get('rpId') ?? hostname,
    wallet: given.get('wallet') ?? '',
  }
}

/** Checks the node's chain and the factory. @throws ReadableError naming the invalid field */
export async function connectChain(text: SettingsText): Promise<ChainConnection> {
  const url = nodeUrl(text.node.trim())
  const factory = parseAddress(text.factory, t('The factory'))
  const wallet = text.wallet.trim() === '' ? null : parseAddress(text.wallet, t('The wallet'))
  const rpId = text.rpId.trim().toLowerCase()
  const { hostname } = location
  if (!isWithinDomain(hostname, rpId))
    throw new ReadableError(
      t(
        'A passkey of {domain} cannot be used on {host}. Put this page on that domain or a subdomain of it.',
        { domain: rpId || t('no domain'), host: hostname || t('a file') },
      ),
    )
  const node = openNode(url)
  const chainId = Number(await node.number('eth_chainId', []))
  if (!Number.isSafeInteger(chainId) || chainId < 1)
    throw new ReadableError(t('The node reports no chain ID that this page can sign for.'))
  if ((await node.hex('eth_getCode', [factory, 'latest'])) === '0x')
    throw new ReadableError(
      t('There is no contract at the factory’s address on chain {chain}. Is this the right chain?', {
        chain: String(chainId),
      }),
    )
  return { node, chainId, factory, rpId, wallet }
}

function nodeUrl(text: string): string {
  const url = URL.canParse(text, location.href) && text !== '' ? new URL(text, location.href) : undefined
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw new ReadableError(t('The node needs an address such as https://rpc.example.'))
  return url.href
}

/**
 * Parses an address and returns it with checksum. `what` names the field in the error's message.
 *
 * @throws ReadableError if it is not an address, or if its checksum is wrong
 */
export function parseAddress(text: string, what: string): Address {
  const address = text.trim()
  if (!isAddress(address))
    throw new ReadableError(t('{what} must be an address: 0x and 40 digits or letters a to f.', { what }))
  if (hasWrongChecksum(address))
    throw new ReadableError(t('{what} has a wrong checksum: its capital letters do not match.', { what }))
  return checksumAddress(address)
}
