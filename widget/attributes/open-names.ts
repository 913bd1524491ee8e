import type { Names } from '#widget/files.ts'
import { requireRelated } from '#widget/passkey/require-related.ts'
import { judgeAttributes } from './judge-name.ts'

/** Entry of the file that checks unusual attributes. */
export default function openNames(): Names {
  return { judge: judgeAttributes, requireRelated }
}
