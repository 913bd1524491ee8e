import type { BAAS_ENDPOINTS } from '#protocol/endpoints.ts'

type Rows = typeof BAAS_ENDPOINTS
type PostName = { [Name in keyof Rows]: Rows[Name]['method'] extends 'POST' ? Name : never }[keyof Rows]

/**
 * Whether a proxy may retry a POST on the second process after the first closed the connection without a response.
 * The first may have processed it (ADR 0013). The same holds for the widget's endpoints of the same path.
 */
export const REPEATABLE_POSTS: Readonly<Record<PostName, boolean>> = {
  predictWallet: true,
  // The wallet's address makes it idempotent.
  createWallet: true,
  prepareErc20Transfer: true,
  prepareErc20Approve: true,
  prepareErc721Approve: true,
  prepareErc721SafeTransfer: true,
  prepareErc721SetApprovalForAll: true,
  prepareErc1155SafeTransfer: true,
  prepareErc1155BatchTransfer: true,
  prepareErc1155SetApprovalForAll: true,
  resolveToken: true,
  simulateTransaction: true,
  lookUpAddresses: true,
  reviewMessage: true,
  // Idempotent by digest.
  executeTransaction: true,
  holdMessage: true,
  // Sends another mail.
  requestEmailVerification: false,
  // Counts the wrong code twice.
  checkVerification: false,
  // Sends another transaction.
  finishRecovery: false,
}
