import type * as z from 'zod/mini'
import type { TokenOperationKind, TokenValues } from '#protocol/operations.ts'
import { PREPARE_ENDPOINTS as endpoints } from '#protocol/prepare.ts'
import { encodeTokenCall } from '#protocol/signing/calldata.ts'

/* The responses of the service's prepare endpoints, for the stand-in. */

const prepareGrant = prepares('set-approval-for-all', endpoints.prepareErc721SetApprovalForAll)

export const PREPARE_ROUTES: Record<string, (body: unknown) => unknown> = {
  'POST /tokens/erc20/transfer': prepares('erc20-transfer', endpoints.prepareErc20Transfer),
  'POST /tokens/erc20/approve': prepares('erc20-approve', endpoints.prepareErc20Approve),
  'POST /tokens/erc721/safe-transfer': prepares('erc721-transfer', endpoints.prepareErc721SafeTransfer),
  'POST /tokens/erc721/approve': prepares('erc721-approve', endpoints.prepareErc721Approve),
  'POST /tokens/erc721/set-approval-for-all': prepareGrant,
  'POST /tokens/erc1155/set-approval-for-all': prepareGrant,
  'POST /tokens/erc1155/safe-transfer': prepares('erc1155-transfer', endpoints.prepareErc1155SafeTransfer),
  'POST /tokens/erc1155/batch-transfer': prepares(
    'erc1155-batch-transfer',
    endpoints.prepareErc1155BatchTransfer,
  ),
}

function prepares<Kind extends TokenOperationKind>(
  kind: Kind,
  { body: schema }: { body: z.ZodMiniType<{ tokenAddress: string } & TokenValues<Kind>> },
) {
  return (body: unknown) => {
    const values = schema.parse(body)
    return { success: true, toAddress: values.tokenAddress, txObject: encodeTokenCall(kind, values) }
  }
}
