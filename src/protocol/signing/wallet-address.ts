import type { Address, Hex } from 'viem'
import { checksumAddress } from '#protocol/display/address.ts'
import { bytesFromHex, hexFromBytes, joinBytes } from './hex.ts'
import { keccak256 } from './keccak.ts'
import { isAddress, writeUint } from './word.ts'

/** Init code of a minimal clone with 96 bytes of immutable arguments, before and after the implementation's address (OpenZeppelin `Clones`, solady `LibClone`). */
const CLONE_START = bytesFromHex('0x61008d3d81600a3d39f3363d3d373d3d3d363d73')
const CLONE_END = bytesFromHex('0x5af43d82803e903d91602b57fd5bf3')

/**
 * The checksummed address of a wallet: CREATE2 by the factory with salt `keccak256(abi.encode(qx, qy,
 * rpIdHash))` over the init code of a clone whose immutable arguments are the same 96 bytes. It depends on
 * nothing else, so anyone who deploys the wallet gets this address. Throws `RangeError` or `HexError` for a
 * value out of range. Source: profile 2.
 */
export function walletAddress(wallet: { factory: Address; qx: bigint; qy: bigint; rpIdHash: Hex }): Address {
  const factory = addressBytes(wallet.factory)
  const keyAndDomain = new Uint8Array(96)
  writeUint(keyAndDomain, 0, wallet.qx)
  writeUint(keyAndDomain, 32, wallet.qy)
  keyAndDomain.set(hashBytes(wallet.rpIdHash), 64)
  const initCode = joinBytes([CLONE_START, deriveImplementation(factory), CLONE_END, keyAndDomain])
  const preimage = joinBytes([Uint8Array.of(0xff), factory, keccak256(keyAndDomain), keccak256(initCode)])
  return checksumAddress(hexFromBytes(keccak256(preimage).slice(12)))
}

/** CREATE address of a contract's first creation: keccak256(rlp([creator, 1])). A contract's own nonce starts at 1 (EIP-161). */
function deriveImplementation(factory: Uint8Array): Uint8Array {
  return keccak256(joinBytes([Uint8Array.of(0xd6, 0x94), factory, Uint8Array.of(0x01)])).slice(12)
}

function addressBytes(address: Address): Uint8Array {
  if (!isAddress(address)) throw new RangeError('factory must be an address: 0x followed by 40 hex digits')
  return bytesFromHex(address)
}

function hashBytes(hash: Hex): Uint8Array {
  const bytes = bytesFromHex(hash)
  if (bytes.length !== 32) throw new RangeError('rpIdHash must be 32 bytes')
  return bytes
}
