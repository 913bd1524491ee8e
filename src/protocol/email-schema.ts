import * as z from 'zod/mini'
import { normalizeEmail } from './email-address.ts'
import { anyTextSchema } from './fields.ts'
import { EMAIL_LENGTH_MAX } from './limits.ts'

/** An email address, compared by `normalizeEmail`. */
export const emailSchema = anyTextSchema(EMAIL_LENGTH_MAX)
  .check(
    z.refine(
      (text) => normalizeEmail(text) !== undefined,
      'must be an email address such as name@example.com',
    ),
  )
  .register(z.globalRegistry, { format: 'idn-email' })
