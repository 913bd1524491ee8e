import type { Names } from '#widget/files.ts'
import { judgeAttributes } from './judge-name.ts'

/** Entry of the file that checks unknown attributes. */
export default function openNames(): Names {
  return { judge: judgeAttributes }
}
