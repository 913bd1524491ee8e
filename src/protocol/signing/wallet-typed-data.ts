import type { Address, Hex } from 'viem'
import { EXECUTE_DOMAIN_NAME, EXECUTE_TYPE, type ExecuteCall } from './execute-digest.ts'
import { APPROVED_MESSAGE_TYPE } from './message-digest.ts'

type Field = { name: string; type: string }

/**
 * EIP-712 typed data in a wallet's own domain, in the form that JSON-RPC signers accept. Every number of the message is
 * a decimal text.
 */
export type WalletTypedData = {
  types: Record<string, Field[]>
  primaryType: string
  domain: { name: string; version: string; chainId: number; verifyingContract: Address }
  message: Record<string, string>
}

/** The typed data of an execute call. Its EIP-712 hash is the call's digest. Source: profile 3. */
export function executeTypedData(chainId: number, call: ExecuteCall): WalletTypedData {
  const { walletAddress, value, expiration, fee, ...texts } = call
  const numbers = { value: String(value), expiration: String(expiration), fee: String(fee) }
  return walletTypedData(chainId, walletAddress, EXECUTE_TYPE, { ...texts, ...numbers })
}

/** A message of a wallet with a co-signer. `hash` is the EIP-191 or EIP-712 hash of its content. */
export type ApprovedMessage = { walletAddress: Address; hash: Hex; coSigner: Address }

/** The typed data of a message while the wallet has a co-signer. Its EIP-712 hash is the message's digest. Source: profile 14. */
export function approvedMessageTypedData(
  chainId: number,
  { walletAddress, hash, coSigner }: ApprovedMessage,
): WalletTypedData {
  return walletTypedData(chainId, walletAddress, APPROVED_MESSAGE_TYPE, { hash, coSigner })
}

const DOMAIN_TYPE = 'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'

function walletTypedData(
  chainId: number,
  verifyingContract: Address,
  primaryType: string,
  message: Record<string, string>,
): WalletTypedData {
  const primary = parseType(primaryType)
  const domain = parseType(DOMAIN_TYPE)
  return {
    types: { [domain.name]: domain.fields, [primary.name]: primary.fields },
    primaryType: primary.name,
    domain: { name: EXECUTE_DOMAIN_NAME, version: '1', chainId, verifyingContract },
    message,
  }
}

/** Parses an encoded struct type, such as `Mail(address to,string text)`. */
function parseType(encoded: string): { name: string; fields: Field[] } {
  const [name = '', list = ''] = encoded.slice(0, -1).split('(')
  const fields = list.split(',').map((field) => {
    const [type = '', fieldName = ''] = field.split(' ')
    return { name: fieldName, type }
  })
  return { name, fields }
}
