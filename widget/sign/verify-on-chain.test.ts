import { createPublicClient, parseAbi } from 'viem'
import { createSiweMessage } from 'viem/siwe'
import { expect, test } from 'vitest'
import { compileTargets } from '#contracts/testing/compile-targets.ts'
import { passkeyWalletAbi } from '#protocol/abi/passkey-wallet.ts'
import { RP_ID } from '#widget/testing/test-flows.ts'
import { widgetWorld } from '#widget/testing/widget-world.ts'

/** OpenZeppelin's SignatureChecker, at an address where it need not be deployed. */
const CHECKER = {
  address: '0x00000000000000000000000000000000000c4ec4',
  code: compileTargets('testing/SignatureCheck.sol').get('SignatureCheck') ?? '0x',
} as const
const checkerAbi = parseAbi(['function isValid(address, bytes32, bytes) view returns (bool)'])

test('behavior: a signature is valid by ERC-1271, OpenZeppelin’s checker and viem’s functions, and only for its message', async () => {
  const { chain, id, address, transport, sign, close } = await widgetWorld.chainSigner()
  const client = createPublicClient({ transport })
  try {
    const text = 'I accept the terms of 2026.'
    const { hash, digest, signature } = await sign({ kind: 'text', text })
    const read = { address, abi: passkeyWalletAbi } as const
    const isValid = (asked: typeof hash) =>
      client.readContract({ ...read, functionName: 'isValidSignature', args: [asked, signature] })
    expect(await isValid(hash)).toBe('0x1626ba7e')
    expect(await isValid(digest)).toBe('0xffffffff')
    const isValidFor = (asked: typeof hash) =>
      client.readContract({
        address: CHECKER.address,
        abi: checkerAbi,
        functionName: 'isValid',
        args: [address, asked, signature],
        stateOverride: [CHECKER],
      })
    expect(await isValidFor(hash)).toBe(true)
    expect(await isValidFor(digest)).toBe(false)
    expect(await client.readContract({ ...read, functionName: 'messageDigest', args: [hash] })).toBe(digest)
    expect(await client.verifyMessage({ address, message: text, signature })).toBe(true)
    expect(await client.verifyMessage({ address, message: `${text} `, signature })).toBe(false)

    const raw = '0x00ff'
    const bytes = await sign({ kind: 'bytes', data: raw })
    expect(await client.verifyMessage({ address, message: { raw }, signature: bytes.signature })).toBe(true)

    const message = createSiweMessage({
      domain: RP_ID,
      address,
      uri: `https://${RP_ID}/`,
      version: '1',
      chainId: id,
      nonce: 'abcd1234',
    })
    const signedIn = await sign({ kind: 'text', text: message })
    expect(await client.verifySiweMessage({ message, signature: signedIn.signature, domain: RP_ID })).toBe(
      true,
    )

    const typedData = {
      domain: { name: 'Demo Coin', version: '1', chainId: id, verifyingContract: chain.tokens.erc20 },
      types: {
        Permit: [
          { name: 'owner', type: 'address' },
          { name: 'spender', type: 'address' },
          { name: 'value', type: 'uint256' },
          { name: 'nonce', type: 'uint256' },
          { name: 'deadline', type: 'uint256' },
        ],
      },
      primaryType: 'Permit',
      message: { owner: address, spender: chain.sender, value: 5n, nonce: 0n, deadline: 2n ** 60n },
    } as const
    const typed = await sign({ kind: 'typed-data', typedData })
    expect(await client.verifyTypedData({ ...typedData, address, signature: typed.signature })).toBe(true)
    const other = { ...typedData, message: { ...typedData.message, value: 6n } }
    expect(await client.verifyTypedData({ ...other, address, signature: typed.signature })).toBe(false)
  } finally {
    await close()
  }
})
