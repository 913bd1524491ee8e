import type * as z from 'zod/mini'
import * as prepare from '#protocol/prepare.ts'
import type { TokenOperationKind, TokenValues } from '#protocol/operations.ts'
import { encodeTokenCall } from '#protocol/signing/calldata.ts'

/* What the service's prepare endpoints answer, for the stand-in. */

const prepareGrant = prepares('set-approval-for-all', prepare.prepareSetApprovalForAllRequestSchema)

export const PREPARE_ROUTES: Record<string, (body: unknown) => unknown> = {
  'POST /tokens/erc20/transfer': prepares('erc20-transfer', prepare.prepareErc20TransferRequestSchema),
  'POST /tokens/erc20/approve': prepares('erc20-approve', prepare.prepareErc20ApproveRequestSchema),
  'POST /tokens/erc721/safe-transfer': prepares(
    'erc721-transfer',
    prepare.prepareErc721SafeTransferRequestSchema,
  ),
  'POST /tokens/erc721/approve': prepares('erc721-approve', prepare.prepareErc721ApproveRequestSchema),
  'POST /tokens/erc721/set-approval-for-all': prepareGrant,
  'POST /tokens/erc1155/set-approval-for-all': prepareGrant,
  'POST /tokens/erc1155/safe-transfer': prepares(
    'erc1155-transfer',
    prepare.prepareErc1155SafeTransferRequestSchema,
  ),
  'POST /tokens/erc1155/batch-transfer': prepares(
    'erc1155-batch-transfer',
    prepare.prepareErc1155BatchTransferRequestSchema,
  ),
}

function prepares<Kind extends TokenOperationKind>(
  kind: Kind,
  schema: z.ZodMiniType<{ tokenAddress: string } & TokenValues<Kind>>,
) {
  return (body: unknown) => {
    const values = schema.parse(body)
    return { success: true, toAddress: values.tokenAddress, txObject: encodeTokenCall(kind, values) }
  }
}
