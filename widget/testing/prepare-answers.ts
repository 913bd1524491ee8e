import * as tokens from '#protocol/baas/tokens.ts'
import {
  BATCH_TRANSFER_SIGNATURE,
  encodeCall,
  encodeErc1155Batch,
  erc1155BatchParams,
} from '#protocol/signing/calldata.ts'

/* What the service's prepare endpoints answer, for the stand-in. */

export const PREPARE_ROUTES: Record<string, (body: unknown) => unknown> = {
  'POST /tokens/erc20/transfer': (body) => {
    const { tokenAddress, to, amount } = tokens.prepareErc20TransferRequestSchema.parse(body)
    return prepared(tokenAddress, 'transfer(address,uint256)', [to, amount])
  },
  'POST /tokens/erc20/approve': (body) => {
    const { tokenAddress, spender, amount } = tokens.prepareErc20ApproveRequestSchema.parse(body)
    return prepared(tokenAddress, 'approve(address,uint256)', [spender, amount])
  },
  'POST /tokens/erc721/safe-transfer': (body) => {
    const { tokenAddress, from, to, tokenId } = tokens.prepareErc721SafeTransferRequestSchema.parse(body)
    return prepared(tokenAddress, 'safeTransferFrom(address,address,uint256)', [from, to, tokenId])
  },
  'POST /tokens/erc721/approve': (body) => {
    const { tokenAddress, approved, tokenId } = tokens.prepareErc721ApproveRequestSchema.parse(body)
    return prepared(tokenAddress, 'approve(address,uint256)', [approved, tokenId])
  },
  'POST /tokens/erc721/set-approval-for-all': prepareGrant,
  'POST /tokens/erc1155/set-approval-for-all': prepareGrant,
  'POST /tokens/erc1155/safe-transfer': (body) => {
    const { tokenAddress, from, to, tokenId, amount } =
      tokens.prepareErc1155SafeTransferRequestSchema.parse(body)
    const signature = 'safeTransferFrom(address,address,uint256,uint256,bytes)'
    return prepared(tokenAddress, signature, [from, to, tokenId, amount, '0x'])
  },
  'POST /tokens/erc1155/batch-transfer': (body) => {
    const { tokenAddress, ...batch } = tokens.prepareErc1155BatchTransferRequestSchema.parse(body)
    const { from, to, tokenIds, amounts } = batch
    const call = { from, to, tokenIds, amounts }
    const txObject = {
      functionSignature: BATCH_TRANSFER_SIGNATURE,
      params: erc1155BatchParams(call),
      data: encodeErc1155Batch(call),
    }
    return { success: true, toAddress: tokenAddress, txObject }
  },
}

function prepareGrant(body: unknown) {
  const { tokenAddress, operator, approved } = tokens.prepareSetApprovalForAllRequestSchema.parse(body)
  return prepared(tokenAddress, 'setApprovalForAll(address,bool)', [operator, String(approved)])
}

function prepared(toAddress: string, functionSignature: string, params: string[]) {
  const txObject = { functionSignature, params, data: encodeCall(functionSignature, params) }
  return { success: true, toAddress, txObject }
}
