import { rpIdHash } from '#protocol/passkey/rp-id.ts'
import { HASH, PREDICTED, TOKEN } from './upstream-stand-in.ts'

/** Wallet address that the stand-in predicts. */
export const MINE = PREDICTED
export const THEIRS = `0x${'b2'.repeat(20)}`
export const UUID = '5f0c3f4e-4c56-4d8e-9f6f-0d3a3b1c2d4e'
export const KEY = { qx: '0x0AB', qy: 'cd', rpIdHash: rpIdHash('shop.localhost') }
export const CREATE = {
  ...KEY,
  label: 'Main',
  verificationCode: '123456',
  email: 'user@example.com',
  credentialId: 'Y3JlZA',
  rpId: 'shop.localhost',
}
export const TRANSFER = { walletAddress: MINE.toLowerCase(), tokenAddress: TOKEN, to: THEIRS, amount: '5' }
export const TOKEN_OF_MINE = { walletAddress: MINE, tokenAddress: TOKEN }
export const ITEM_TRANSFER = { ...TOKEN_OF_MINE, from: MINE.toLowerCase(), to: THEIRS, tokenId: '7' }
export const BATCH_TRANSFER = {
  ...TOKEN_OF_MINE,
  from: MINE,
  to: THEIRS,
  tokenIds: ['7', '8'],
  amounts: ['1', '2'],
}
export const ITEM_GRANT = { ...TOKEN_OF_MINE, approved: THEIRS, tokenId: '7' }
export const GRANT = { ...TOKEN_OF_MINE, operator: THEIRS, approved: true }
export const SIMULATE = { walletAddress: MINE, toAddress: TOKEN, value: '0', data: '0x' }
export const EXECUTE = {
  ...SIMULATE,
  signature: '0x00',
  expiration: '1800000000',
  fee: '0',
  feeCoinAddress: TOKEN,
  feeWithdrawAddress: TOKEN,
}
export const TRANSACTION = {
  transactionUuid: UUID,
  walletAddress: MINE,
  status: 'CONFIRMED',
  digest: HASH,
  toAddress: TOKEN,
  value: '0',
  data: '0x',
  expiration: '1800000000',
  fee: '0',
  feeCoinAddress: TOKEN,
  feeWithdrawAddress: TOKEN,
  createdAtDatetime: '2026-11-21T10:00:00.000Z',
  updatedAtDatetime: '2026-11-21T10:00:00.000Z',
}
