import * as z from 'zod/mini'
import { hasWrongChecksum } from '#protocol/display/has-wrong-checksum.ts'
import { isAddress } from '#protocol/signing/word.ts'
import { addressSchema } from './fields.ts'

/**
 * An address given in the body of a request or in a form. One in mixed case must have its checksum
 * (EIP-55), because a wrong one shows a mistake of copying, and what is sent there is lost. Source: ADR 0008.
 */
export const givenAddressSchema = /* @__PURE__ */ addressSchema.check(
  /* @__PURE__ */ z.refine(
    (address) => !isAddress(address) || !hasWrongChecksum(address),
    'has a typing mistake: its checksum (the pattern of capital letters) does not fit',
  ),
)
