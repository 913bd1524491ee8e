import { expect, test } from 'vitest'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { SELECTORS_OF_KIND } from './transaction-kinds.ts'

const ADDRESS = '0x00000000000000000000000000000000000a0001'

/** Calls as they are written in `functionSignature`, which has no arrays: describe-call.test.ts has the batch. */
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
