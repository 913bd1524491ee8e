import { sameAddress } from '#protocol/display/address.ts'
import type { PreparedCall } from '#protocol/baas/tokens.ts'
import type { TokenCall } from '#protocol/org/widget-call.ts'
import {
  BATCH_TRANSFER_SIGNATURE,
  encodeCall,
  encodeErc1155Batch,
  erc1155BatchParams,
} from '#protocol/signing/calldata.ts'
import type { PrepareRequest } from '#widget/api.ts'
import type { TokenStandard } from './read-holdings.ts'
import type { EncodedCall } from '#widget/flows/choice.ts'

/** A call encoded here, and how the server is asked to prepare the same. `path` is below `/tokens/`. */
export type OwnCall = { path: string; request: PrepareRequest; encoded: EncodedCall & { params: string[] } }

/** Encodes a page's call for `walletAddress`, which is always the holder. Source: profile 5. */
export function encodeOwnCall(
  walletAddress: string,
  call: TokenCall,
  standard: TokenStandard | undefined,
): OwnCall {
  const token = { walletAddress, tokenAddress: call.token }
  const holder = { ...token, from: walletAddress }
  switch (call.kind) {
    case 'erc20-transfer': {
      const { to, amount } = call
      return own('erc20/transfer', { ...token, to, amount }, 'transfer(address,uint256)', [to, amount])
    }
    case 'erc20-approve': {
      const { spender, amount } = call
      return own('erc20/approve', { ...token, spender, amount }, 'approve(address,uint256)', [
        spender,
        amount,
      ])
    }
    case 'erc721-transfer': {
      const { to, tokenId } = call
      const params = [walletAddress, to, tokenId]
      return own(
        'erc721/safe-transfer',
        { ...holder, to, tokenId },
        'safeTransferFrom(address,address,uint256)',
        params,
      )
    }
    case 'erc721-approve': {
      const { spender: approved, tokenId } = call
      return own('erc721/approve', { ...token, approved, tokenId }, 'approve(address,uint256)', [
        approved,
        tokenId,
      ])
    }
    case 'set-approval-for-all': {
      const { operator, approved } = call
      // The call is the same in both standards; the paths differ.
      const path = `${standard === 'erc1155' ? 'erc1155' : 'erc721'}/set-approval-for-all`
      const params = [operator, String(approved)]
      return own(path, { ...token, operator, approved }, 'setApprovalForAll(address,bool)', params)
    }
    case 'erc1155-transfer': {
      const { to, tokenId, amount } = call
      const signature = 'safeTransferFrom(address,address,uint256,uint256,bytes)'
      const params = [walletAddress, to, tokenId, amount, '0x']
      return own('erc1155/safe-transfer', { ...holder, to, tokenId, amount }, signature, params)
    }
    case 'erc1155-batch-transfer': {
      const { to, tokenIds, amounts } = call
      const batch = { from: walletAddress, to, tokenIds, amounts }
      const encoded = { params: erc1155BatchParams(batch), data: encodeErc1155Batch(batch) }
      return {
        path: 'erc1155/batch-transfer',
        request: { ...token, ...batch },
        encoded: { functionSignature: BATCH_TRANSFER_SIGNATURE, ...encoded },
      }
    }
  }
}

function own(path: string, request: PrepareRequest, functionSignature: string, params: string[]): OwnCall {
  return {
    path,
    request,
    encoded: { functionSignature, params, data: encodeCall(functionSignature, params) },
  }
}

/** The part in which the server prepared something else, or undefined. */
export function findDisagreement(
  { toAddress, txObject }: PreparedCall,
  token: string,
  { functionSignature, params, data }: OwnCall['encoded'],
): string | undefined {
  if (!sameAddress(toAddress, token)) return 'toAddress'
  if (txObject.functionSignature !== functionSignature) return 'functionSignature'
  if (txObject.params.length !== params.length) return 'params'
  const differs = params.findIndex((param, index) => !isSame(param, txObject.params[index] ?? ''))
  if (differs >= 0) return `params.${differs}`
  return txObject.data !== undefined && txObject.data.toLowerCase() !== data ? 'data' : undefined
}

function isSame(param: string, prepared: string): boolean {
  return param === prepared || sameAddress(param, prepared)
}
