import * as z from 'zod/mini'
import {
  addressSchema,
  coordinateSchema,
  datetimeSchema,
  decimalsSchema,
  emailSchema,
  hashSchema,
  rpIdHashSchema,
  textSchema,
  uintSchema,
  verificationCodeSchema,
} from './fields.ts'
import { EXTERNAL_USER_ID_LENGTH_MAX, EXTERNAL_USER_LABEL_LENGTH_MAX, LABEL_LENGTH_MAX } from './limits.ts'

/** Body of `POST /wallets/predict`. Source: spec "Wallet endpoints". */
export const predictWalletRequestSchema = z.strictObject({
  qx: coordinateSchema,
  qy: coordinateSchema,
  rpIdHash: rpIdHashSchema,
})
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
export type PredictWalletResult = z.infer<typeof predictWalletResultSchema>

/** Body of `POST /wallets`. `email` binds the code to the address it was sent to (profile 7). */
export const createWalletRequestSchema = z.strictObject({
  qx: coordinateSchema,
  qy: coordinateSchema,
  rpIdHash: rpIdHashSchema,
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

/** One item of `GET /wallets`. Absent texts are empty strings. Source: spec "Wallet list item". */
export const walletSchema = z.object({
  id: z.string(),
  address: addressSchema,
  label: z.string(),
  externalUserId: z.string(),
  externalUserLabel: z.string(),
  createdAtDatetime: datetimeSchema,
})
export type Wallet = z.infer<typeof walletSchema>
export const walletListSchema = z.array(walletSchema)

/** Body of `POST /wallets/request-email-verification`. Source: spec "Wallet endpoints". */
export const requestEmailVerificationSchema = z.strictObject({ email: emailSchema })
/** The same for every address. Source: profile 7. */
export const requestEmailVerificationResultSchema = z.object({
  success: z.literal(true),
  expiresAt: datetimeSchema,
})
export const pendingVerificationQuerySchema = z.strictObject({ email: emailSchema })
export const pendingVerificationResultSchema = z.object({
  pending: z.boolean(),
  expiresAt: z.optional(datetimeSchema),
})
