import type { Names } from '#widget/files.ts'
import { judgeAttributes } from './judge-name.ts'

/** The entry of the file that judges unknown attributes. */
export default function openNames(): Names {
  return { judge: judgeAttributes }
}
