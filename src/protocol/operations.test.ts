import { toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'
import { callOperations } from './call-operations.ts'
import { describeCall } from './effects/describe-call.ts'
import { toCallOperation, tokenOperation, valuesOfCall } from './operations.ts'
import { encodeCall, encodeTokenCall } from './signing/calldata.ts'
import { SELECTORS_OF_KIND, TOKEN_FUNCTIONS } from './token-functions.ts'
import type { TokenCall } from './widget-call.ts'

const ADDRESS = '0x00000000000000000000000000000000000a0001'

/**
 * Calls in the form of `functionSignature`, which does not support arrays. The test of the operations below covers
 * the batch transfer.
 */
test.each([
  ['transfer', 'transfer(address,uint256)', [ADDRESS, '1']],
  ['transfer', 'transferFrom(address,address,uint256)', [ADDRESS, ADDRESS, '1']],
  ['transfer', 'safeTransferFrom(address,address,uint256)', [ADDRESS, ADDRESS, '1']],
  ['transfer', 'safeTransferFrom(address,address,uint256,bytes)', [ADDRESS, ADDRESS, '1', '0x']],
  ['transfer', 'safeTransferFrom(address,address,uint256,uint256,bytes)', [ADDRESS, ADDRESS, '1', '1', '0x']],
  ['approve', 'approve(address,uint256)', [ADDRESS, '1']],
  ['approve', 'increaseAllowance(address,uint256)', [ADDRESS, '1']],
  ['approve-all', 'setApprovalForAll(address,bool)', [ADDRESS, 'true']],
] as const)('param: %s knows %s by its selector', (kind, signature, params) => {
  expect(SELECTORS_OF_KIND[kind]).toContain(encodeCall(signature, [...params]).slice(0, 10))
})

test('behavior: selectors match their signatures', () => {
  for (const { signature, selector } of TOKEN_FUNCTIONS) expect(toFunctionSelector(signature)).toBe(selector)
})

const token = '0x00000000000000000000000000000000000b0002'
const wallet = '0x00000000000000000000000000000000000c0003'

test.each<TokenCall>([
  { kind: 'erc20-transfer', token, to: ADDRESS, amount: '12' },
  { kind: 'erc721-transfer', token, to: ADDRESS, tokenId: '7' },
  { kind: 'erc1155-transfer', token, to: ADDRESS, tokenId: '7', amount: '3' },
  { kind: 'erc1155-batch-transfer', token, to: ADDRESS, tokenIds: ['1', '2'], amounts: ['3', '4'] },
  { kind: 'erc20-approve', token, spender: ADDRESS, amount: '5' },
  { kind: 'erc721-approve', token, spender: ADDRESS, tokenId: '7' },
  { kind: 'set-approval-for-all', token, operator: ADDRESS, approved: true },
  { kind: 'set-approval-for-all', token, operator: ADDRESS, approved: false },
])('behavior: $kind is decoded from its bytes and needs the operation of its scope', (call) => {
  const { data } = encodeTokenCall(call.kind, valuesOfCall(wallet, call))
  const bytes = { walletAddress: wallet, toAddress: token, value: 0n, data }
  const { alsoReadAs = [], scope } = tokenOperation(call.kind)
  expect([call.kind, ...alsoReadAs]).toContain(describeCall({ ...bytes, chainId: 1, tokens: [] }).kind)
  expect(callOperations(bytes)).toEqual([toCallOperation(scope)])
})
