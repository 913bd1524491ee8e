import { recoveryCodesLeftSchema } from '#protocol/members.ts'
import { pathQuery } from './read.query.ts'

/** How many unused recovery codes the signed-in person has. */
export const recoveryCodesQuery = () =>
  pathQuery(['recovery-codes'], '/api/account/recovery-codes', recoveryCodesLeftSchema)
