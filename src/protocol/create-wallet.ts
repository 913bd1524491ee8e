import * as z from 'zod/mini'
import { emailSchema } from './email-schema.ts'
import { endpoint } from './endpoint.ts'
import {
  addressSchema,
  coordinateSchema,
  datetimeSchema,
  decimalsSchema,
  hashSchema,
  rpIdHashSchema,
  textSchema,
  uintSchema,
  verificationCodeSchema,
} from './fields.ts'
import { EXTERNAL_USER_ID_LENGTH_MAX, EXTERNAL_USER_LABEL_LENGTH_MAX, LABEL_LENGTH_MAX } from './limits.ts'

/** The inputs of a wallet's address. */
const keyFields = { qx: coordinateSchema, qy: coordinateSchema, rpIdHash: rpIdHashSchema }

/** Body of `POST /wallets/predict`. Source: spec "Wallet endpoints". */
export const predictWalletRequestSchema = z.strictObject(keyFields)
export type PredictWalletRequest = z.infer<typeof predictWalletRequestSchema>

/** Fee object of a prediction; amounts in the token's base units. Source: spec "Prediction result". */
export const feeSchema = z.object({
  required: z.boolean(),
  tokenAddress: addressSchema,
  tokenSymbol: z.string(),
  tokenDecimals: decimalsSchema,
  amountPerTransaction: uintSchema,
  currentBalance: uintSchema,
  sufficient: z.boolean(),
})
export type Fee = z.infer<typeof feeSchema>

export const predictWalletResultSchema = z.object({
  address: addressSchema,
  deployed: z.boolean(),
  fee: feeSchema,
})
export type PredictedWallet = z.infer<typeof predictWalletResultSchema>

/** Body of `POST /wallets`. `email` binds the code to the email address to which it was sent (profile 7). */
export const createWalletRequestSchema = z.strictObject({
  ...keyFields,
  label: z.optional(textSchema(LABEL_LENGTH_MAX)),
  backupAddress: z.optional(addressSchema),
  withFee: z.optional(z.boolean('must be true or false')),
  externalUserId: z.optional(textSchema(EXTERNAL_USER_ID_LENGTH_MAX)),
  externalUserLabel: z.optional(textSchema(EXTERNAL_USER_LABEL_LENGTH_MAX)),
  verificationCode: verificationCodeSchema,
  email: z.optional(emailSchema),
})
export type CreateWalletRequest = z.infer<typeof createWalletRequestSchema>

export const createWalletResultSchema = z.object({
  address: addressSchema,
  label: z.string(),
  transactionHash: hashSchema,
})
export type CreateWalletResult = z.infer<typeof createWalletResultSchema>

/** Body of `POST /wallets/request-email-verification`. Source: spec "Wallet endpoints". */
export const requestEmailVerificationSchema = z.strictObject({ email: emailSchema })
/** The response is the same for every email address. Source: profile 7. */
export const requestEmailVerificationResultSchema = z.object({
  success: z.literal(true),
  expiresAt: datetimeSchema,
})
/** Body of `POST /wallets/check-verification`. Source: profile 7. */
export const checkVerificationSchema = z.strictObject({
  email: emailSchema,
  verificationCode: verificationCodeSchema,
})
export const pendingVerificationResultSchema = z.object({
  pending: z.boolean(),
  expiresAt: z.optional(datetimeSchema),
})

/** Wallet creation, from the prediction on. Source: spec "Wallet endpoints". */
export const WALLET_CREATION_ENDPOINTS = {
  predictWallet: endpoint('POST', '/wallets/predict', 'wallet:create', {
    specified: true,
    role: 'operator',
    body: predictWalletRequestSchema,
    answer: predictWalletResultSchema,
    summary: 'Predict the address and the fee requirements of a wallet',
    errors: [
      'INVALID_PUBLIC_KEY',
      'RP_ID_HASH_NOT_REGISTERED',
      'TOKEN_UNREADABLE',
      'CHAIN_FAILED',
      'CHAIN_TIMEOUT',
    ],
  }),
  requestEmailVerification: endpoint('POST', '/wallets/request-email-verification', 'wallet:create', {
    specified: true,
    role: 'operator',
    action: 'email-verification.requested',
    body: requestEmailVerificationSchema,
    answer: requestEmailVerificationResultSchema,
    summary: 'Email a 6-digit verification code',
  }),
  pendingVerification: endpoint('GET', '/wallets/pending-verification', 'wallet:create', {
    specified: true,
    role: 'operator',
    query: requestEmailVerificationSchema,
    answer: pendingVerificationResultSchema,
    summary: 'Check whether a verification code is pending for an email address',
  }),
  createWallet: endpoint('POST', '/wallets', 'wallet:create', {
    specified: true,
    role: 'operator',
    action: 'wallet.created',
    body: createWalletRequestSchema,
    answer: createWalletResultSchema,
    summary: 'Create a wallet',
    errors: [
      'INVALID_PUBLIC_KEY',
      'RP_ID_HASH_NOT_REGISTERED',
      'WALLET_ALREADY_DEPLOYED',
      'INSUFFICIENT_FEE_BALANCE',
      'INVALID_VERIFICATION_CODE',
      'TOKEN_UNREADABLE',
      'TRANSACTION_REVERTS',
      'GAS_BUDGET_EXHAUSTED',
      'CHAIN_FAILED',
      'CHAIN_TIMEOUT',
    ],
  }),
}
