import * as z from 'zod/mini'
import { originProblem } from '#protocol/passkey/origin.ts'
import { t } from '#web/ui/text.ts'

/** Splits text into origins: one per line or after a comma. Removes the trailing slash of a pasted URL. */
export function readOriginLines(text: string): string[] {
  return text
    .split(/[\n,]/)
    .map((line) => line.trim().replace(/\/$/, ''))
    .filter((line) => line !== '')
}

/** The schema of a text with one origin per line. Its messages name the line. `list` checks the origins together. */
export function originLinesSchema(list: z.ZodMiniType<string[], string[]>): z.ZodMiniType<string, string> {
  return z.string().check(
    z.superRefine((text, context) => {
      const origins = readOriginLines(text)
      const refused = (message: string, index?: PropertyKey) => {
        const line = typeof index === 'number' ? `${t('line {line}:', { line: index + 1 })} ` : ''
        context.addIssue({ code: 'custom', message: line + message, input: text })
      }
      const parsed = list.safeParse(origins)
      for (const { message, path } of parsed.error?.issues ?? []) refused(message, path[0])
      for (const [index, origin] of origins.entries()) {
        const problem = originProblem(origin)
        if (problem !== undefined) refused(problem, index)
      }
    }),
  )
}
